import { expect } from 'vitest';
import { webKeys } from '#server/testing/testServer.ts';

export type Body = Readonly<Record<string, unknown>>;
export type Answer = {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The JSON body; empty for another type. */
  body: Body;
};
export type Options = {
  body?: unknown;
  /** multipart */
  form?: FormData;
  headers?: Record<string, string>;
  /** Idempotency-Key */
  key?: string;
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type CookieJar = Map<string, string>;

/** Stores the cookies for every path, because those of earlier versions are for /api only. */
function storeCookies(jar: CookieJar, { headers }: Response): void {
  const cookies = headers.getSetCookie().filter((each) => /; Path=\/(?:;|$)/i.test(each));
  for (const cookie of cookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = headers.get('content-type')?.startsWith('application/json');
  return { status, headers, bytes, body: isJson ? (JSON.parse(bytes.toString()) as Body) : {} };
}

/** Calls a running server like a browser: with the web client's keys, cookies and a token. */
export function createBrowser(origin: string, token?: string) {
  const jar: CookieJar = new Map();

  async function send(method: Method, path: string, options: Options = {}): Promise<Answer> {
    const { body, form, headers, key } = options;
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...webKeys,
        'accept-language': 'en',
        cookie: [...jar].map((pair) => pair.join('=')).join('; '),
        ...(browser.token ? { authorization: `Bearer ${browser.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { 'idempotency-key': key } : {}),
        ...headers,
      },
      ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    storeCookies(jar, response);
    return readAnswer(response);
  }

  const browser = {
    origin,
    token,
    get: (path: string, options?: Options) => send('GET', path, options),
    post: (path: string, body?: unknown, options?: Options) =>
      send('POST', path, { body, ...options }),
    put: (path: string, body?: unknown, options?: Options) =>
      send('PUT', path, { body, ...options }),
    patch: (path: string) => send('PATCH', path),
    delete: (path: string, options?: Options) => send('DELETE', path, options),
    upload: (
      path: string,
      file: { name: string; content: Buffer },
      { fields = {}, key }: { fields?: Body; key?: string } = {},
    ) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
      form.set('Name', file.name);
      form.set('File', new Blob([new Uint8Array(file.content)]), file.name);
      return send('POST', path, { form, ...(key ? { key } : {}) });
    },
    /** The same cookies and token elsewhere, as a thief would have them. */
    copyCookies: (): ReadonlyMap<string, string> => new Map(jar),
    setCookies: (cookies: ReadonlyMap<string, string>) => {
      for (const [name, value] of cookies) jar.set(name, value);
    },
  };
  return browser;
}

export type Browser = ReturnType<typeof createBrowser>;

/** Expects success with a body that contains this. */
export function expectAnswer(answer: Answer, body: object = {}): Body {
  expect([answer.status, answer.body]).toMatchObject([200, body]);
  return answer.body;
}

/** Expects an error with the body of all errors, and with these fields if any are given. */
export function expectProblem(
  answer: Answer,
  status: number,
  reason?: string,
  ...fields: string[]
): Body {
  expect([answer.status, answer.body]).toMatchObject([
    status,
    {
      reason: reason ?? expect.stringMatching(/^[a-zA-Z]+$/),
      reasonMessage: expect.stringMatching(/\S/),
      ...(fields.length === 0
        ? {}
        : {
            fields: Object.fromEntries(fields.map((field) => [field, expect.stringMatching(/\S/)])),
          }),
    },
  ]);
  return answer.body;
}

/** Expects alike errors for what belongs to others and what does not exist. */
export function expectAlike(...answers: Answer[]): void {
  const [first, ...others] = answers.map(({ status, body }) => ({
    status,
    body: { ...body, requestId: '' },
  }));
  for (const other of others) expect(other).toEqual(first);
}

import { readFileSync, readdirSync } from 'node:fs';
import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operations, type Operation } from '#schemas/endpoints.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import { makeSession } from '#schemas/testing/make.ts';
import { readStored, removeStored, writeStored } from '#src/device/storage.ts';
import { sendPendingLogouts, startPostedSession } from './access/sessions.ts';
import { api } from './client/api.ts';
import { buildUrl, fetchReply } from './client/call.ts';
import { isApiError } from './client/errors.ts';
import { userSessions } from './client/userSessions.ts';
import { cancelUpload, deleteUploadedFile, sendUpload, type Upload } from './files/files.ts';
import { getPlayUrl } from './files/fileViews.ts';

// Every call of the browser that changes something: how often it is sent when it fails, and that it
// rejects. The calls are read from the code, so that a new mutation is tested without a line here.

vi.mock('./client/config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));
vi.mock('#schemas/platform/limits.ts', async (load) => {
  const real = await load<typeof import('#schemas/platform/limits.ts')>();
  const quick = { retryNotReadyDelayMs: 0, retryOtherDelayMs: 0, callsPerWindow: 100_000 };
  return { ...real, clientLimits: { ...real.clientLimits, ...quick } };
});
/** Sends the parts of a large file in one request. */
vi.mock('tus-js-client', () => ({
  Upload: class {
    constructor(
      private readonly file: File,
      private readonly options: {
        uploadUrl: string;
        headers: Record<string, string>;
        onSuccess: () => void;
        onError: (error: object) => void;
      },
    ) {}
    start(): void {
      const { uploadUrl, headers, onSuccess, onError } = this.options;
      fetch(uploadUrl, { method: 'PATCH', headers }).then(({ ok, status }) => {
        const originalResponse = { getStatus: () => status, getBody: () => '' };
        if (ok) onSuccess();
        else onError({ originalResponse });
      }, onError);
    }
  },
}));

const modes = ['404', '503', 'abort'] as const;
type Mode = (typeof modes)[number];

const isChange = ({ endpoint: { method, takesIdempotencyKey } }: Operation): boolean =>
  (method !== 'GET' && method !== 'HEAD') || takesIdempotencyKey === true;
const changes = new Map(
  operations.filter(isChange).map((operation) => [operation.name, operation.endpoint]),
);

const paramNames = operations.flatMap(({ endpoint }) => endpoint.path.match(/(?<=:)\w+/g) ?? []);
const params = Object.fromEntries(paramNames.map((name) => [name, 'x']));
const buildAddress = (endpoint: Endpoint): string =>
  `${endpoint.method} ${new URL(buildUrl({ endpoint, params })).pathname}`;
const namesByAddress = new Map(
  operations.map(({ name, endpoint }) => [buildAddress(endpoint), name]),
);

/** Lists the names that a module imports from the contract as values. */
const listImported = (code: string): string[] =>
  [...code.matchAll(/import \{([^}]*)\} from '#schemas\/[^']+'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' as ')[0] ?? ''),
  );

const modules = ['src', 'widgets']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((path) => /(?<![.]test)[.]tsx?$/.test(path))
  .map((path) => ({ path, code: readFileSync(path, 'utf8') }));
const [ofApi, ofViews] = [
  modules.filter(({ path }) => path.startsWith('src/api/')),
  modules.filter(({ path }) => !path.startsWith('src/api/')),
];
/** Lists the changing calls that these modules make. */
const listMade = (made: typeof modules): Set<string> =>
  new Set(made.flatMap(({ code }) => listImported(code)).filter((name) => changes.has(name)));
const [madeByApi, madeByViews] = [listMade(ofApi), listMade(ofViews)];

type Sent = { name: string; key: string | null };
type Failing = { mode: Mode; only?: string | undefined };
let sent: Sent[];
let failing: Failing;

/** Answers a request, or fails it. */
function answer(method: string, url: string, headers: Headers): Response {
  const name = namesByAddress.get(`${method} ${new URL(url).pathname}`) ?? url;
  const { mode, only = name } = failing;
  if (name !== only) return Response.json({ files: [] }, { headers: { location: '/files/x' } });
  sent.push({ name, key: headers.get('idempotency-key') });
  if (mode === 'abort') throw new TypeError('Failed to fetch');
  return new Response('', { status: Number(mode) });
}

/** An upload's request, which reports its progress. */
class FakeXhr {
  upload = {};
  onload = (): void => undefined;
  onerror = (): void => undefined;
  onloadend = (): void => undefined;
  status = 0;
  responseText = '';
  #headers = new Headers();
  #address: [method: string, url: string] = ['', ''];
  open(...address: [method: string, url: string]): void {
    this.#address = address;
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }
  getResponseHeader(): null {
    return null;
  }
  send(): void {
    try {
      this.status = answer(...this.#address, this.#headers).status;
      this.onload();
    } catch {
      this.onerror();
    }
    this.onloadend();
  }
}

const getStore = () =>
  configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
type Store = ReturnType<typeof getStore>;
type Injected = {
  useMutation?: unknown;
  initiate: (
    args: object,
    options: { track: false },
  ) => (dispatch: Store['dispatch'], getState: Store['getState']) => { unwrap(): Promise<unknown> };
};

/** Arguments of every mutation: each reads those that it knows. */
const generic = {
  params,
  body: {},
  idempotencyKey: 'key',
  acc: 'x',
  ifMatch: '"x"',
  userId: 'u1',
  place: { acc: 'x', akte: 'x' },
  id: 'x',
  until: '2026-11-20T08:00:00Z',
  message: { id: 'x' },
  isFavorite: true,
};
const inFolder = { place: { ...generic.place, folder: 'x' } };

/** `fails`: the call that fails, of several that are sent. */
type Row = { name: string; fails?: string; send: () => Promise<unknown> };

// Loads every module that injects mutations.
import.meta.glob(['./*/*.ts', '!./**/*.test.ts'], { eager: true });
const injected = api.endpoints as Record<string, Injected>;
const mutate = (name: string, args: object = {}) => {
  const withoutBody = changes.get(name)?.method === 'GET' ? { body: undefined } : {};
  const asked = { ...generic, ...withoutBody, ...args };
  const thunk = injected[name]?.initiate(asked, { track: false });
  return getStore()
    .dispatch(thunk as never as () => { unwrap(): Promise<unknown> })
    .unwrap();
};
const mutations: Row[] = Object.entries(injected)
  .filter(([, endpoint]) => endpoint.useMutation)
  .map(([name]) => ({ name, send: () => mutate(name) }));

const makeUpload = (size: number, more: Partial<Upload> = {}): Upload => {
  const file = new File(['x'], 'film.mp4');
  Object.defineProperty(file, 'size', { value: size });
  const { signal } = new AbortController();
  return { file, fields: {}, idempotencyKey: 'key', onProgress: () => undefined, signal, ...more };
};
const sendLarge = () => sendUpload(makeUpload(fileLimits.resumableFromBytes + 1));

/** Calls of `src/api` besides the mutations. */
const others: Row[] = [
  { name: 'sendMessage in a folder', send: () => mutate('sendMessage', inFolder) },
  { name: 'readMessages of a folder', send: () => mutate('readMessages', inFolder) },
  { name: 'setFavorite to false', send: () => mutate('setFavorite', { isFavorite: false }) },
  { name: 'an upload', send: () => sendUpload(makeUpload(1)) },
  { name: 'an upload of staff', send: () => sendUpload(makeUpload(1, { account: 'x' })) },
  { name: 'the start of a large upload', fails: 'beginUpload', send: sendLarge },
  { name: 'the parts of a large upload', fails: 'continueUpload', send: sendLarge },
  { name: 'the end of a large upload', fails: 'finishUpload', send: sendLarge },
  {
    name: 'cancelUpload',
    fails: 'cancelUpload',
    async send() {
      const wanted = failing;
      failing = { mode: '404', only: 'continueUpload' };
      await sendLarge().catch(() => undefined);
      [sent, failing] = [[], wanted];
      await cancelUpload('key');
    },
  },
  { name: 'deleteUploadedFile', send: () => deleteUploadedFile('x') },
  { name: 'getPlayUrl', send: () => getPlayUrl('x') },
  {
    name: 'startPostedSession',
    async send() {
      throw await startPostedSession('registered');
    },
  },
];

const fetched: Row[] = [...madeByViews].map((name) => ({
  name: `fetchReply(${name})`,
  send: () => fetchReply(changes.get(name) as Endpoint, generic as never),
}));

const rows = [...mutations, ...others, ...fetched];

async function fail(row: Row, mode: Mode): Promise<unknown> {
  sent = [];
  failing = { mode, only: row.fails };
  return row.send().then(
    () => 'resolved',
    (error: unknown) => error,
  );
}

/** Returns the most requests of a call (docs/behaviour/portal.md#retries). */
function countAllowed({ isNeverRetried }: Endpoint, mode: Mode): number {
  if (mode === '404') return 1;
  if (mode === '503') return 1 + clientLimits.retryNotReadyTimes;
  return isNeverRetried ? 1 : 1 + clientLimits.retryOtherTimes;
}

beforeEach(() => {
  userSessions.start('registered', makeSession({ userId: 'u1' }));
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { method, url, headers } = new Request(input, init);
    return answer(method, url, headers);
  });
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
});
afterEach(() => {
  removeStored('registeredSession');
  vi.unstubAllGlobals();
});

it('The table has every changing call that the code of the browser makes', async () => {
  const seen = new Set(['logout']); // has its own test
  for (const row of rows) {
    await fail(row, '404');
    for (const { name } of sent) seen.add(name);
  }
  expect(seen).toEqual(new Set([...madeByApi, ...madeByViews]));
});

it('Only the client of the API and the service worker send requests', () => {
  const senders = ofViews.filter(({ code }) => /\b(fetch|ky|sendBeacon)\(|XMLHttp/.test(code));
  expect(senders.map(({ path }) => path).sort()).toEqual([
    'src/pwa/renewPush.ts',
    'src/pwa/serviceWorker.ts',
  ]);
});

describe.each(modes)('%s', (mode) => {
  it.each(rows)('A failed call rejects after few requests: $name', async (row) => {
    const error = await fail(row, mode);
    const names = [...new Set(sent.map(({ name }) => name))];
    expect(names).toHaveLength(1);
    const endpoint = changes.get(names[0] ?? '');
    if (!endpoint) throw new Error(`${names[0]} changes nothing`);
    expect(sent).toHaveLength(countAllowed(endpoint, mode));
    if (endpoint.takesIdempotencyKey)
      expect(sent.map(({ key }) => key)).toEqual(sent.map(() => 'key'));
    expect(isApiError(error) && error.status).toBe(mode === 'abort' ? 0 : Number(mode));
  });

  it('A logout that fails is kept, and sent again later', async () => {
    writeStored('pendingLogouts', ['registered']);
    await fail({ name: 'logout', send: sendPendingLogouts }, mode);
    expect(sent).toHaveLength(countAllowed(changes.get('logout') as Endpoint, mode));
    expect(readStored('pendingLogouts')).toEqual(['registered']);
    failing = { mode, only: 'nothing' };
    await sendPendingLogouts();
    expect(readStored('pendingLogouts')).toBeUndefined();
  });
});

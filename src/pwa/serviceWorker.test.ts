import { afterEach, expect, it, vi } from 'vitest';

type Fetching = { request: Request; respondWith: (answer: Promise<Response>) => void };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

type Cache = {
  put: (address: string, kept: Response) => Promise<void>;
  match: (address: string) => Promise<Response | undefined>;
};

/** Loads the service worker with this cache, and returns its listener of requests. */
async function load(cache: Cache): Promise<(event: Fetching) => void> {
  const listeners = new Map<string, (event: Fetching) => void>();
  vi.stubGlobal('self', {
    location: { origin: 'https://portal.example' },
    addEventListener: (type: string, listener: (event: Fetching) => void) =>
      void listeners.set(type, listener),
  });
  vi.stubGlobal('FILES_TO_CACHE', []);
  vi.stubGlobal('BUILD_HASH', 'test');
  vi.stubGlobal('PUSH_TEXTS', {});
  vi.stubGlobal('caches', { open: async () => cache });
  await import('./serviceWorker.ts');
  return listeners.get('fetch') ?? (() => undefined);
}

it('The configuration is answered when the browser has no space for its copy', async () => {
  const handleFetch = await load({
    put: () => Promise.reject(new DOMException('The quota is full', 'QuotaExceededError')),
    match: async () => undefined,
  });
  vi.stubGlobal('fetch', async () => new Response('{"apiKey":"web"}'));
  let answered: Promise<Response> | undefined;
  handleFetch({
    request: new Request('https://portal.example/api/config'),
    respondWith: (answer) => {
      answered = answer;
    },
  });
  expect(await (await answered)?.json()).toEqual({ apiKey: 'web' });
});

it('The copy of the configuration has no date, which would teach an offline page an old time', async () => {
  const put = vi.fn(async (_: string, kept: Response) => void kept);
  const handleFetch = await load({ put, match: async () => undefined });
  const headers = { date: 'Sun, 29 Nov 2026 12:00:00 GMT', 'cache-control': 'no-store' };
  vi.stubGlobal('fetch', async () => new Response('{"apiKey":"web"}', { headers }));
  const answered = vi.fn<(answer: Promise<Response>) => void>();
  handleFetch({
    request: new Request('https://portal.example/api/config'),
    respondWith: answered,
  });
  const answer = await answered.mock.calls[0]?.[0];
  expect(answer?.headers.get('date')).toBe(headers.date);
  const kept = put.mock.calls[0]?.[1];
  expect([...(kept?.headers.keys() ?? [])]).not.toContain('date');
  expect(await kept?.json()).toEqual({ apiKey: 'web' });
});

it.each([
  ['/akten/c1/accounts/a1', '/index.html'],
  ['/legal/privacyPolicy/a1', '/index.html'],
  ['/externalform/f1', '/offline.html'],
  ['/form-copy?key=k', '/offline.html'],
  ['/form-copy/answers.pdf?key=k', '/offline.html'],
  ['/stop-notifications?key=k', '/offline.html'],
  ['/set-up/token', '/offline.html'],
  ['/legal/privacyPolicy/a1/text', '/offline.html'],
  ['/legal/privacyPolicy/text', '/offline.html'],
])('A visit of %s without a network gets %s', async (path, expected) => {
  const handleFetch = await load({
    put: async () => undefined,
    match: async (address) => new Response(address),
  });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  let answered: Promise<Response> | undefined;
  const request = { method: 'GET', mode: 'navigate', url: `https://portal.example${path}` };
  handleFetch({
    request: request as Request,
    respondWith: (answer) => {
      answered = answer;
    },
  });
  expect(await (await answered)?.text()).toBe(expected);
});

/**
 * Keeps the portal's own files, and nothing anybody has written or read: off the net its pages open with what the
 * browser keeps of drafts and unsent messages. On the net everything comes from the server, as without this program.
 * docs/decisions/0074.
 */

type Kept = { url: string; revision: string | null };
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Event & { request: Request; respondWith: (answer: Promise<Response>) => void };
/** What a service worker sees; TypeScript knows it or a page, never both. */
type Scope = {
  readonly __WB_MANIFEST: readonly Kept[];
  location: Location;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: Lasting) => void): void;
    (type: 'fetch', listener: (event: Fetching) => void): void;
    (type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  };
};
declare const self: Scope;

const files = self.__WB_MANIFEST;
const prefix = 'formakte.files.';
/** Another build has other files, and so another name. */
const cacheName =
  prefix +
  files
    .map(({ url, revision }) => url + (revision ?? ''))
    .reduce(
      (hash, text) =>
        [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, hash),
      7,
    )
    .toString(36);
const addresses = files.map(({ url }) => new URL(url, self.location.href).pathname);
const isKept = new Set(addresses);

/** How the web client names itself, and which pages phones may use: the same for everyone, and no page opens without. */
const config = '/api/config';
const isOfServer = /^\/(?:api|provider|validators|dev)(?:\/|$)/;
/** Needs the net, and is nobody's who logs in. */
const isVisitors = /^\/(?:externalform|page|proudly-presents)(?:\/|$)/;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...addresses, config])));
});

self.addEventListener('activate', (event) => {
  const removeOthers = async () => {
    const names = await caches.keys();
    await Promise.all(
      names
        .filter((name) => name.startsWith(prefix) && name !== cacheName)
        .map((name) => caches.delete(name)),
    );
    await self.clients.claim();
  };
  event.waitUntil(removeOthers());
});

/** A page says so once its user wants the new version. */
self.addEventListener('message', ({ data }) => {
  if (data === 'update') void self.skipWaiting();
});

const kept = async (address: string): Promise<Response | undefined> =>
  (await caches.open(cacheName)).match(address);

async function page(request: Request, pathname: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const instead = await kept(isVisitors.test(pathname) ? '/offline.html' : '/index.html');
    if (!instead) throw error;
    return instead;
  }
}

async function configuration(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(cacheName)).put(config, answer.clone());
    return answer;
  } catch (error) {
    const before = await kept(config);
    if (!before) throw error;
    return before;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname === config) return event.respondWith(configuration(request));
  if (isOfServer.test(pathname)) return;
  if (request.mode === 'navigate') return event.respondWith(page(request, pathname));
  if (isKept.has(pathname))
    event.respondWith(kept(pathname).then((file) => file ?? fetch(request)));
});

export {}; // a module: its names are its own

/**
 * Caches the portal's own files and no user data: offline its pages open with the drafts and queued
 * messages of the browser. Online every request goes to the server.
 * docs/decisions/portal/0074-what-is-cached-for-offline-use.md.
 */

import { isOfServer, needsNetwork } from './pages.ts';
import { listenForPushes } from './push.ts';
import type { PushTexts, Scope } from './scope.ts';

declare const self: Scope;

/** The build fills these in: `tools/vite/serviceWorker.ts`. */
declare const FILES_TO_CACHE: readonly string[];
declare const BUILD_HASH: string;
declare const PUSH_TEXTS: PushTexts;

const prefix = 'formakte.files.';
/** A new build has other files and so another cache. */
const cacheName = prefix + BUILD_HASH;
const isKept = new Set(FILES_TO_CACHE);

/** The public configuration: the same for every user and needed by every page. */
const config = '/api/config';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(cacheName).then((cache) => cache.addAll([...FILES_TO_CACHE, config])),
  );
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

/** A page sends this message when its user accepts the new version. */
self.addEventListener('message', ({ data }) => {
  if (data === 'update') void self.skipWaiting();
});

const kept = async (address: string): Promise<Response | undefined> =>
  (await caches.open(cacheName)).match(address);

async function page(request: Request, pathname: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const instead = await kept(needsNetwork.test(pathname) ? '/offline.html' : '/index.html');
    if (!instead) throw error;
    return instead;
  }
}

/**
 * Stores the configuration for offline use, without its headers: pages learn the time from a `Date`.
 * A full disk must not fail the response.
 */
async function keepConfiguration(answer: Response): Promise<void> {
  try {
    await (await caches.open(cacheName)).put(config, new Response(await answer.blob()));
  } catch {
    // The earlier copy stays.
  }
}

async function configuration(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keepConfiguration(answer.clone());
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

listenForPushes(self, PUSH_TEXTS);

import type { Request } from '@playwright/test';
import { endpoints } from '#schemas/endpoints.ts';

/** A file of the build, or a call, that a page asks for. */
export type Target = {
  name: string;
  isCall: boolean;
  matches: (request: Pick<Request, 'method' | 'url'>) => boolean;
};

/** A stream of events is opened again every three seconds, for as long as the page is open. */
const isEvents = (path: string): boolean => path.endsWith('/events');

const calls = endpoints
  .filter(({ method, path }) => method === 'GET' && !isEvents(path))
  .map(({ path }) => ({
    name: `GET ${path}`,
    pattern: new RegExp(`^(?:/api)?${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  }));

const getPath = (request: Pick<Request, 'url'>): string => new URL(request.url()).pathname;

export const isEventStream = (request: Pick<Request, 'url'>): boolean => isEvents(getPath(request));

/** Files that the document itself names come with it, so that no part of the page can wait. */
const isLazy = (path: string): boolean =>
  (/^\/assets\/.+\.(?:m?js|css)$/.test(path) && !/^\/assets\/(?:index|beforePaint)-/.test(path)) ||
  path.startsWith('/validators/');

/** Returns the part of the product that a request is for; undefined for pictures and pages. */
export function findTarget(request: Request): Target | undefined {
  const path = getPath(request);
  if (isLazy(path))
    return { name: path, isCall: false, matches: (other) => getPath(other) === path };
  if (request.method() !== 'GET' || request.resourceType() === 'image') return undefined;
  const call = calls.find(({ pattern }) => pattern.test(path));
  return (
    call && {
      name: call.name,
      isCall: path !== '/api/config', // its fetch does not wait for a server that starts
      matches: (other) => other.method() === 'GET' && call.pattern.test(getPath(other)),
    }
  );
}

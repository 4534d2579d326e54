import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';

const apiAddress = /^\/(api|provider|validators|dev)(\/|\?|$)/;

/** Returns true for an address of the API, which never gets a page. */
export const isOfApi = (url: string): boolean => apiAddress.test(url);

/** Returns true for a HEAD request. Fastify routes it like the GET, but it must change nothing. */
export const isHead = ({ method }: Pick<FastifyRequest, 'method'>): boolean => method === 'HEAD';

const types = ['text/html', 'application/json'];

/**
 * Returns true when a browser shows the response as a page: it prefers HTML, and the request comes
 * from no script.
 */
export const isNavigation = ({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): boolean =>
  !isOfApi(url) &&
  [undefined, 'navigate'].includes(headers['sec-fetch-mode']) &&
  negotiate(headers.accept ?? '', types) === 'text/html';

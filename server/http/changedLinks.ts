import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cleanLink } from '#schemas/platform/cleanLink.ts';
import { isOfApi } from './requestKinds.ts';

/**
 * Redirects a link that a mail program has changed; undefined for another request
 * (docs/behaviour/portal.md#changed-links).
 */
export function redirectChangedLink(
  { method, originalUrl }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const isPage = (method === 'GET' || method === 'HEAD') && !isOfApi(originalUrl);
  const clean = isPage && originalUrl.startsWith('/') ? cleanLink(originalUrl) : undefined;
  return clean === undefined
    ? undefined
    : reply.header('cache-control', 'no-store').redirect(clean);
}

/** Redirects changed links before a page is rendered. */
export function redirectChangedLinks(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!redirectChangedLink(request, reply)) done();
  });
}

import type { FastifyInstance, FastifyReply } from 'fastify';

const header = 'x-robots-tag';

/** Forbids search engines to list any response that `allowListing` has not allowed. */
export function forbidListing(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader(header)) reply.header(header, 'noindex');
  });
}

/** Allows search engines to list this page, which anyone may find. */
export const allowListing = (reply: FastifyReply): FastifyReply => reply.header(header, 'all');

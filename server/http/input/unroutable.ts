import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOfApi } from '#server/http/requestKinds.ts';

/**
 * Routes an address that the router refuses, such as one with a broken escape, as an unknown one. So
 * its answer is the same, with the headers of every answer.
 */
export function routeAsUnknown(
  app: FastifyInstance,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): void {
  const url = raw.url ?? '/';
  raw.url = url.replace(/^[^?]*/s, isOfApi(url) ? '/api/404' : '/404');
  app.routing(raw, reply.raw);
}

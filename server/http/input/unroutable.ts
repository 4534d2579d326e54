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

/**
 * Returns the path and query of a request target in absolute form, which a proxy may send. A target
 * that is no address, such as `*`, gets the path of an unknown page.
 */
export function toOriginForm(target: string): string {
  const address = target.replace(/^https?:\/\/[^/?]*/i, '');
  if (address.startsWith('/')) return address;
  return address === target ? '/404' : `/${address}`;
}

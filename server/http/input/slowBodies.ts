import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getLanguage } from '#server/texts.ts';
import { hasBody } from './drain.ts';
import { buildLastResponse } from './parserErrors.ts';

function cut(request: FastifyRequest, { raw: { req, socket, headersSent } }: FastifyReply): void {
  if (req.complete || !socket) return;
  if (headersSent) return void socket.destroy();
  const response = buildLastResponse('requestTimeout', getLanguage(request), request.id);
  socket.end(response, () => socket.destroy());
}

/**
 * Cuts a request whose body has not arrived after `bodyMs`. Uploads have the limit of the whole
 * request instead, because they take long on a slow line.
 */
export function cutSlowBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isUpload || !hasBody(request.raw)) return;
    const timer = setTimeout(() => cut(request, reply), bodyMs);
    const clear = () => clearTimeout(timer);
    request.raw.once('end', clear).once('close', clear);
  });
}

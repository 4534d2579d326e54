import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestLimits } from '#server/http/limits.ts';
import { getLanguage } from '#server/texts.ts';
import { hasBody } from './drain.ts';
import { buildLastResponse } from './parserErrors.ts';

function cut(request: FastifyRequest, { raw: { req, socket, headersSent } }: FastifyReply): void {
  if (req.complete || !socket) return;
  if (headersSent) return void socket.destroy();
  const response = buildLastResponse('requestTimeout', getLanguage(request), request.id);
  socket.end(response, () => socket.destroy());
}

/** Cuts an upload that brings fewer than `slowUploadBytes` within `uploadMs`. */
function cutWhenTooSlow(request: FastifyRequest, reply: FastifyReply, uploadMs: number) {
  const { socket } = request.raw;
  let before = socket.bytesRead;
  return setInterval(() => {
    const arrived = socket.bytesRead - before;
    before = socket.bytesRead;
    if (arrived < requestLimits.slowUploadBytes) cut(request, reply);
  }, uploadMs);
}

/**
 * Cuts requests whose bodies arrive too slowly: an upload may take as long as it makes progress,
 * any other body has `bodyMs`.
 */
export function cutSlowBodies(
  app: FastifyInstance,
  { bodyMs, uploadMs }: { bodyMs: number; uploadMs: number },
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request.raw)) return;
    const timer = request.routeOptions.config.isUpload
      ? cutWhenTooSlow(request, reply, uploadMs)
      : setTimeout(() => cut(request, reply), bodyMs);
    const clear = () => clearTimeout(timer); // also ends an interval
    request.raw.once('end', clear).once('close', clear);
  });
}

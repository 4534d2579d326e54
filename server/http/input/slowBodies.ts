import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestLimits } from '#server/http/limits.ts';
import { buildProblemPage, wantsProblemPage } from '#server/http/errors.ts';
import { renderPlainPage } from '#server/http/plainPage.ts';
import { createProblem } from '#server/problem.ts';
import { getLanguage } from '#server/texts.ts';
import { hasBody } from './drain.ts';
import { buildLastProblem, formatLastResponse } from './parserErrors.ts';

const reason = 'requestTimeout';

/** Builds the page for a browser, with the security headers that the reply already has. */
const buildLastPage = (request: FastifyRequest, reply: FastifyReply): string =>
  formatLastResponse({
    reason,
    requestId: request.id,
    type: 'text/html',
    body: renderPlainPage(buildProblemPage(request, createProblem(reason))),
    headers: reply.raw.getHeaders(),
  });

function cut(request: FastifyRequest, reply: FastifyReply): void {
  const { req, socket, headersSent } = reply.raw;
  if (req.complete || !socket) return;
  if (headersSent) return void socket.destroy();
  const response = wantsProblemPage(request)
    ? buildLastPage(request, reply)
    : buildLastProblem(reason, getLanguage(request), request.id);
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

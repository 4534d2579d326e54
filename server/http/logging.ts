import type { FastifyInstance } from 'fastify';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Where an error happened, without its message: that may quote what somebody typed. */
function describeError(error: Error & { code?: string }) {
  const places = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return { type: error.name, code: error.code, stack: places?.join('\n') };
}

/** Lines without personal data: no address, header, query, body or key. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    serializers: { req: () => undefined, res: () => undefined, err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** One line per answered request, with the route's pattern instead of what was asked for. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}

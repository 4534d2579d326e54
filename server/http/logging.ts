import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Describes an error without its message, which may quote what a visitor typed. */
function describeError(error: Error & { code?: string }) {
  const places = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return { type: error.name, code: error.code, stack: places?.join('\n') };
}

/** Creates a logger without personal data: no address, header, query, body or key. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    serializers: { req: () => undefined, res: () => undefined, err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Logs a line per response, with the route's pattern instead of the URL. */
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

/** Names an error with its code; its message may quote input. */
export const describeCause = (error: unknown): string =>
  error instanceof Error
    ? `${error.name}${'code' in error ? ` ${String(error.code)}` : ''}`
    : typeof error;

const maxCauses = 100;
const loggedCauses = new WeakMap<object, Set<string>>();

/** Logs each cause once per process, because an outage repeats it with every request. */
export function warnOnce(
  log: Pick<FastifyBaseLogger, 'warn'>,
  cause: string,
  message: string,
): void {
  const causes = loggedCauses.get(log) ?? new Set<string>();
  loggedCauses.set(log, causes);
  if (causes.size >= maxCauses || causes.has(`${message}: ${cause}`)) return;
  causes.add(`${message}: ${cause}`);
  log.warn({ cause }, message);
}

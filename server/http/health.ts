import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { withTimeout } from '#server/withTimeout.ts';

/** A part that the server needs. Its name is sent to every caller, its cause is only logged. */
export type ReadinessCheck = {
  name: string;
  /** returns the cause if the part is not ready, or throws it */
  findCause: () => Promise<string | undefined>;
};

export type Readiness = { checks: readonly ReadinessCheck[]; /** of each check */ limitMs: number };

async function findCauseInTime(
  { findCause }: ReadinessCheck,
  limitMs: number,
): Promise<string | Error | undefined> {
  const cause = findCause().catch((error: unknown) =>
    error instanceof Error ? error : new Error('failed', { cause: error }),
  );
  return withTimeout(cause, limitMs, `no answer in ${limitMs} ms`);
}

async function listNotReady(
  { checks, limitMs }: Readiness,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<string[]> {
  const causes = await Promise.all(checks.map((check) => findCauseInTime(check, limitMs)));
  return checks.flatMap(({ name }, index) => {
    const cause = causes[index];
    if (cause === undefined) return [];
    log.error(
      { part: name, ...(cause instanceof Error ? { err: cause } : { cause }) },
      'not ready',
    );
    return [name];
  });
}

/**
 * /healthz: the process is alive. /readyz: every part that it needs responds within its limits.
 * Concurrent probes share one look.
 */
export function registerHealthRoutes(app: FastifyInstance, readiness: Readiness): void {
  app.get('/healthz', async () => ({ status: 'alive' }));

  let looking: Promise<string[]> | undefined;
  app.get('/readyz', async (request, reply) => {
    looking ??= listNotReady(readiness, request.log).finally(() => {
      looking = undefined;
    });
    const notReady = await looking;
    reply.header('cache-control', 'no-store');
    if (notReady.length === 0) return { status: 'ready' };
    return reply.code(503).header('retry-after', '1').send({ status: 'notReady', notReady });
  });
}

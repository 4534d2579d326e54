import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';

/**
 * /healthz: the process is alive. /readyz: it can serve, because database and blob store respond.
 */
export function registerHealthRoutes(app: FastifyInstance, { db, blobStore }: Deps): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }));

  app.get('/readyz', { schema: { hide: true } }, async (request) => {
    try {
      await sql`select 1`.execute(db);
      await blobStore.check();
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      throw problem('unavailable');
    }
    return { status: 'ready' };
  });
}

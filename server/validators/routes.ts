import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { findValidatorModule } from './repository.ts';

const isHash = /^[0-9a-f]{32}$/;

/** Returns the URL of a revision's validators. */
export const getValidatorUrl = (hash: string): string => `/validators/${hash}.js`;

/**
 * Serves compiled validators as same-origin modules. Their names contain their hash, so they are
 * immutable.
 */
export function registerValidatorRoutes(app: FastifyInstance, { db }: Deps): void {
  app.get<{ Params: { hash: string } }>('/validators/:hash.js', async ({ params }, reply) => {
    const module = isHash.test(params.hash)
      ? await findValidatorModule(db, params.hash)
      : undefined;
    if (!module) throw createProblem('notFound');
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(module);
  });
}

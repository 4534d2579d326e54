import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { findValidatorModule } from './repository.ts';

const isHash = /^[0-9a-f]{32}$/;

/** Where the browser finds a revision's validators. */
export const validatorUrl = (hash: string): string => `/validators/${hash}.js`;

/** Compiled validators as same-origin modules; named by their content, so they never change. */
export function registerValidatorRoutes(app: FastifyInstance, { db }: Deps): void {
  app.get<{ Params: { hash: string } }>(
    '/validators/:hash.js',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const module = isHash.test(params.hash)
        ? await findValidatorModule(db, params.hash)
        : undefined;
      if (!module) throw problem('notFound');
      return reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(module);
    },
  );
}

import type { FastifyInstance } from 'fastify';
import { getTile, getTileSet } from '#schemas/forms/tiles.ts';
import { tileCacheLimits } from '#server/forms/limits.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem, ProblemError } from '#server/problem.ts';
import { route } from '#server/http/route.ts';
import { createTiles } from './service.ts';

export function registerTileRoutes(app: FastifyInstance, deps: Deps): void {
  const { tiles } = deps.config;
  const tileAt = createTiles(deps);

  route(app, deps, getTileSet, async () => ({
    tileSet: tiles ? { attribution: tiles.attribution, maxZoom: tiles.maxZoom } : null,
  }));

  route(app, deps, getTile, async ({ params, request, reply }) => {
    const { type, bytes } = await tileAt(params).catch((error: unknown) => {
      if (error instanceof ProblemError) throw error;
      request.log.warn({ err: error }, 'a map tile could not be had');
      throw createProblem('unavailable');
    });
    return reply
      .type(type)
      .header('cache-control', `public, max-age=${tileCacheLimits.keptMs / 1_000}`)
      .send(bytes);
  });
}

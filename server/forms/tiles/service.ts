import { LRUCache } from 'lru-cache';
import { tileCacheLimits } from '#server/forms/limits.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { fetchTile, type Tile, type TileAddress } from '#server/ports/tileSource.ts';

/** A tile, or the fact that the upstream has none. */
type CachedTile = { tile: Tile | undefined };

const emptyTileBytes = 100; // memory of a cached miss

/** Caches tiles for a day, limited by their bytes. */
const createTileCache = (now: () => number) =>
  new LRUCache<string, CachedTile>({
    maxSize: tileCacheLimits.keptBytes,
    sizeCalculation: ({ tile }) => tile?.bytes.length || emptyTileBytes,
    ttl: tileCacheLimits.keptMs,
    perf: { now },
    ttlResolution: 0, // reads the clock each time
  });

/**
 * Proxies tiles: concurrent requests of a tile share one fetch, and few run at once. Throws
 * `notFound` or `unavailable`.
 */
export function createTiles({
  config: { tiles },
  clock,
}: Deps): (at: TileAddress) => Promise<Tile> {
  const cache = createTileCache(() => clock.elapsedMs());
  const fetching = new Map<string, Promise<Tile | undefined>>();

  async function fetchOnce(
    key: string,
    upstream: string,
    at: TileAddress,
  ): Promise<Tile | undefined> {
    const running = fetching.get(key);
    if (running) return running;
    if (fetching.size >= tileCacheLimits.concurrentFetches) throw createProblem('unavailable');
    const started = fetchTile(upstream, at).finally(() => fetching.delete(key));
    fetching.set(key, started);
    const tile = await started;
    cache.set(key, { tile });
    return tile;
  }

  return async (at) => {
    const { z, x, y } = at;
    if (!tiles || z > tiles.maxZoom || x >= 2 ** z || y >= 2 ** z) throw createProblem('notFound');
    const key = `${z}/${x}/${y}`;
    const cached = cache.get(key);
    const tile = cached ? cached.tile : await fetchOnce(key, tiles.upstream, at);
    if (!tile) throw createProblem('notFound');
    return tile;
  };
}

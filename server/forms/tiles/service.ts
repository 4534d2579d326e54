import { tileCacheLimits } from '#server/forms/limits.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { fetchTile, type Tile, type TileAddress } from '#server/ports/tileSource.ts';

type KeptTile = { tile: Tile | undefined; at: number };

const emptyTileBytes = 100; // memory of a cached miss
const getSize = ({ tile }: KeptTile): number => tile?.bytes.length ?? emptyTileBytes;

/** An LRU cache of tiles, limited by bytes; each for a day. */
function createTileCache(now: () => number) {
  const kept = new Map<string, KeptTile>(); // in the order of last use
  let bytes = 0;

  function forget(key: string) {
    const entry = kept.get(key);
    if (entry) bytes -= getSize(entry);
    kept.delete(key);
  }

  return {
    get(key: string): KeptTile | undefined {
      const entry = kept.get(key);
      if (!entry) return undefined;
      if (now() - entry.at >= tileCacheLimits.keptMs) return void forget(key);
      kept.delete(key);
      kept.set(key, entry);
      return entry;
    },
    put(key: string, tile: Tile | undefined) {
      forget(key);
      const entry = { tile, at: now() };
      kept.set(key, entry);
      bytes += getSize(entry);
      for (const oldest of kept.keys()) {
        if (bytes <= tileCacheLimits.keptBytes) break;
        forget(oldest);
      }
    },
  };
}

/**
 * Proxies tiles: concurrent requests of a tile share one fetch, and few run at once. Throws
 * `notFound` or `unavailable`.
 */
export function createTiles({
  config: { tiles },
  clock,
}: Deps): (at: TileAddress) => Promise<Tile> {
  const cache = createTileCache(() => clock.now().getTime());
  const fetching = new Map<string, Promise<Tile | undefined>>();

  async function fetchOnce(
    key: string,
    upstream: string,
    at: TileAddress,
  ): Promise<Tile | undefined> {
    const running = fetching.get(key);
    if (running) return running;
    if (fetching.size >= tileCacheLimits.concurrentFetches) throw problem('unavailable');
    const started = fetchTile(upstream, at).finally(() => fetching.delete(key));
    fetching.set(key, started);
    const tile = await started;
    cache.put(key, tile);
    return tile;
  }

  return async (at) => {
    const { z, x, y } = at;
    if (!tiles || z > tiles.maxZoom || x >= 2 ** z || y >= 2 ** z) throw problem('notFound');
    const key = `${z}/${x}/${y}`;
    const kept = cache.get(key);
    const tile = kept ? kept.tile : await fetchOnce(key, tiles.upstream, at);
    if (!tile) throw problem('notFound');
    return tile;
  };
}

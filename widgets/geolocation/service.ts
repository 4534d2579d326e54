import type { TileSet } from '#schemas/tiles.ts';
import { defineService } from '#src/engine/react/services.ts';

/** What a map may show beneath its pin; null when this installation has no tiles. */
export const loadTileSet = defineService<() => Promise<TileSet | null>>('loadTileSet');

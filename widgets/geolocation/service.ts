import type { TileSet } from '#schemas/forms/tiles.ts';
import { defineService } from '#src/engine/react/services/services.ts';

/** Loads the map's tiles; null when this installation has none. */
export const loadTileSet = defineService<() => Promise<TileSet | null>>('loadTileSet');

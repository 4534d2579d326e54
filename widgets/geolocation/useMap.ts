import { useState, type ComponentType } from 'react';
import type { TileSet } from '#schemas/forms/tiles.ts';
import { useService } from '#src/engine/react/services/useService.ts';
import type { PlaceMapProps } from './LocationMap.tsx';
import { loadTileSet } from './service.ts';

type MapState =
  | { state: 'closed' | 'loading' | 'failed' }
  | { state: 'open'; PlaceMap: ComponentType<PlaceMapProps>; tileSet: TileSet | null };

// In this form, a style sheet that does not load rejects too. Vite takes a `.then` after `import`
// into what runs once the style sheet is there.
const loadMap = async () => (await import('./LocationMap.tsx')).LocationMap;

/** Loads the map's code (large) when it is opened, and again after a failure. */
export function useMap(): MapState & { toggle: () => void } {
  const load = useService(loadTileSet);
  const [map, setMap] = useState<MapState>({ state: 'closed' });

  async function open() {
    setMap({ state: 'loading' });
    // Falls back to outlines if the tiles cannot be loaded.
    const [PlaceMap, tileSet] = await Promise.all([
      loadMap().catch(() => undefined),
      load().catch(() => null),
    ]);
    setMap((now) => {
      if (now.state !== 'loading') return now; // closed meanwhile
      return PlaceMap ? { state: 'open', PlaceMap, tileSet } : { state: 'failed' };
    });
  }

  return {
    ...map,
    toggle: () => (map.state === 'closed' ? void open() : setMap({ state: 'closed' })),
  };
}

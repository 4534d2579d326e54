import { useState, type ComponentType } from 'react';
import type { TileSet } from '#schemas/tiles.ts';
import { useService } from '#src/engine/react/useService.ts';
import type { PlaceMapProps } from './PlaceMap.tsx';
import { loadTileSet } from './service.ts';

type MapState =
  | { state: 'closed' | 'loading' | 'failed' }
  | { state: 'open'; PlaceMap: ComponentType<PlaceMapProps>; tileSet: TileSet | null };

/** The map is large: its code is fetched when somebody opens it, and again if that failed. */
export function useMap(): MapState & { toggle: () => void } {
  const load = useService(loadTileSet);
  const [map, setMap] = useState<MapState>({ state: 'closed' });

  async function open() {
    setMap({ state: 'loading' });
    // Without word of tiles there are outlines.
    const [PlaceMap, tileSet] = await Promise.all([
      import('./PlaceMap.tsx').then(
        (module) => module.PlaceMap,
        () => undefined,
      ),
      load().catch(() => null),
    ]);
    setMap((now) => {
      if (now.state !== 'loading') return now; // closed again meanwhile
      return PlaceMap ? { state: 'open', PlaceMap, tileSet } : { state: 'failed' };
    });
  }

  return {
    ...map,
    toggle: () => (map.state === 'closed' ? void open() : setMap({ state: 'closed' })),
  };
}

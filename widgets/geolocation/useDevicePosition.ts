import { useEffect, useRef, useState } from 'react';
import { geolocationLimits } from '#schemas/forms/limits.ts';
import { roundPosition, type Position } from './geoLocation.ts';

export type DevicePosition = Position & { accuracy: number };
export type Search = 'idle' | 'asking' | 'found' | 'denied' | 'unavailable' | 'timeout';

// GeolocationPositionError.code
const outcomes: Record<number, Search> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

/** Reads the device's position on request only. */
export function useDevicePosition(onFound: (position: DevicePosition) => void) {
  const [search, setSearch] = useState<Search>('idle');
  const latest = useRef(0);
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  }); // a late position is merged with what was typed meanwhile

  useEffect(
    () => () => {
      latest.current = -1;
    },
    [],
  );

  function ask() {
    if (!navigator.geolocation) return setSearch('unavailable');
    const number = (latest.current += 1);
    const ifLatest =
      <T>(then: (result: T) => void) =>
      (result: T) => {
        if (latest.current === number) then(result);
      };
    setSearch('asking');
    navigator.geolocation.getCurrentPosition(
      ifLatest(({ coords }: GeolocationPosition) => {
        setSearch('found');
        found.current({ ...roundPosition(coords), accuracy: Math.round(coords.accuracy) });
      }),
      ifLatest(({ code }: GeolocationPositionError) => setSearch(outcomes[code] ?? 'unavailable')),
      {
        enableHighAccuracy: true,
        timeout: geolocationLimits.timeoutMs,
        maximumAge: geolocationLimits.maxAgeMs,
      },
    );
  }

  /** The visitor has entered a position meanwhile; a late one must not replace it. */
  function drop() {
    latest.current += 1;
    setSearch('idle');
  }

  return { search, ask, drop };
}

import { useEffect, useRef, useState } from 'react';
import { limits } from '#schemas/limits.ts';
import { roundPosition, type Position } from './place.ts';

export type DevicePosition = Position & { accuracy: number };
export type Search = 'idle' | 'asking' | 'found' | 'denied' | 'unavailable' | 'timeout';

const outcomes: Record<number, Search> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' }; // GeolocationPositionError.code

/** Asks the device where it is, when told to and never before. */
export function useDevicePosition(onFound: (position: DevicePosition) => void) {
  const [search, setSearch] = useState<Search>('idle');
  const latest = useRef(0);
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  }); // an answer that comes late joins what was typed meanwhile

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
        timeout: limits.geolocation.timeoutMs,
        maximumAge: limits.geolocation.maxAgeMs,
      },
    );
  }

  /** The visitor has said it otherwise meanwhile: an answer that comes late must not replace it. */
  function drop() {
    latest.current += 1;
    setSearch('idle');
  }

  return { search, ask, drop };
}

import { useSyncExternalStore } from 'react';
import { getServerClockVersion, onServerClockChange } from './serverClock.ts';

/** Renders again after a correction of the server's clock. Returns the number of corrections. */
export const useServerClock = (): number =>
  useSyncExternalStore(onServerClockChange, getServerClockVersion, getServerClockVersion);

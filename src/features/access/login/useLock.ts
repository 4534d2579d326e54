import { findLock } from '#src/device/loginLocks.ts';
import { useStored } from '#src/device/useStored.ts';
import { useServerSeconds } from '#src/features/access/useServerSeconds.ts';

/**
 * Returns the seconds left of the typed name's lockout; 0 after it ended, undefined without one.
 */
export function useLock(username: string): number | undefined {
  const until = findLock(useStored('loginLocks') ?? {}, username);
  return useServerSeconds(until === undefined ? undefined : Date.parse(until));
}

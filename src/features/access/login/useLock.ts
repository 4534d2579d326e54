import { useEffect, useState } from 'react';
import { findLock } from '#src/device/loginLocks.ts';
import { useStored } from '#src/device/useStored.ts';

/**
 * Returns the seconds left of the typed name's lockout; 0 after it ended, undefined without one.
 */
export function useLock(username: string): number | undefined {
  const until = findLock(useStored('loginLocks') ?? {}, username);
  const end = until === undefined ? undefined : Date.parse(until);
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = end === undefined ? undefined : Math.max(0, Math.ceil((end - now) / 1000));
  const isRunning = secondsLeft !== undefined && secondsLeft > 0;

  useEffect(() => {
    if (end === undefined) return undefined;
    const tick = () => setNow(Date.now());
    tick();
    const timer = isRunning ? setInterval(tick, 1_000) : undefined;
    return () => clearInterval(timer);
  }, [end, isRunning]);

  return secondsLeft;
}

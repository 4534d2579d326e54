import { useEffect, useState } from 'react';
import { lockOf } from '#src/lib/loginLocks.ts';
import { useStored } from '#src/lib/useStored.ts';

/** How long the login is locked for the name that stands there, in whole seconds; 0 once the time is up; undefined where it is not locked. */
export function useLock(username: string): number | undefined {
  const until = lockOf(useStored('loginLocks') ?? {}, username);
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

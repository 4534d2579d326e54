import { useEffect, useState } from 'react';
import { usernameKeyOf } from '#schemas/users.rules.ts';
import { readStored, removeStored, writeStored } from '#src/lib/storage.ts';
import { useStored } from '#src/lib/useStored.ts';

/** Tells names apart that were typed on this device, and none of them to whoever looks: people also type a password there. */
const markOf = (username: string): string => Array.from(usernameKeyOf(username)).reduce((sum, char) => (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0, 7).toString(36);

/** Keeps until when a name is locked, over a reload as well; undefined: it is not any more. */
export function keepLock(username: string, until: string | undefined): void {
  const { [markOf(username)]: _, ...others } = readStored('loginLocks') ?? {};
  const locks = { ...others, ...(until === undefined ? {} : { [markOf(username)]: until }) };
  if (Object.keys(locks).length > 0) writeStored('loginLocks', locks);
  else removeStored('loginLocks');
}

/**
 * How long the login is locked for the name that stands there, in whole seconds; 0 once the time is up; undefined where it is
 * not locked. While no name does, it is the lock that lasts longest: after a reload somebody must still see why.
 */
export function useLock(username: string): number | undefined {
  const locks = useStored('loginLocks') ?? {};
  const until = username.trim() === '' ? Object.values(locks).toSorted().at(-1) : locks[markOf(username)];
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

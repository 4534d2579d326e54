import { usernameKeyOf } from '#schemas/users.rules.ts';
import { readStored, removeStored, writeStored, type Stored } from './storage.ts';

/** Tells names apart that were typed on this device, and none of them to whoever looks: people also type a password there. */
const markOf = (username: string): string => Array.from(usernameKeyOf(username)).reduce((sum, char) => (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0, 7).toString(36);

/** Keeps until when a name is locked, over a reload as well; undefined: it is not any more. */
export function keepLock(username: string, until: string | undefined): void {
  const { [markOf(username)]: _, ...others } = readStored('loginLocks') ?? {};
  const locks = { ...others, ...(until === undefined ? {} : { [markOf(username)]: until }) };
  if (Object.keys(locks).length > 0) writeStored('loginLocks', locks);
  else removeStored('loginLocks');
}

/** Until when the name that stands there is locked. While none does, it is the lock that lasts longest: after a reload somebody must still see why. */
export const lockOf = (locks: Stored<'loginLocks'>, username: string): string | undefined => (username.trim() === '' ? Object.values(locks).toSorted().at(-1) : locks[markOf(username)]);

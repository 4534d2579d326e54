import { usernameKeyOf } from '#schemas/users.rules.ts';
import { readStored, removeStored, writeStored, type Stored } from './storage.ts';

/** Tells names apart that were typed on this device, and none of them to whoever looks: people also type a password there. */
const markOf = (username: string): string =>
  Array.from(usernameKeyOf(username))
    .reduce((sum, char) => (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0, 7)
    .toString(36);

/** Keeps until when a name is locked, over a reload as well; undefined: it is not any more. */
export function keepLock(username: string, until: string | undefined): void {
  const { [markOf(username)]: _, ...others } = readStored('loginLocks') ?? {};
  const locks = { ...others, ...(until === undefined ? {} : { [markOf(username)]: until }) };
  if (Object.keys(locks).length > 0) writeStored('loginLocks', locks);
  else removeStored('loginLocks');
}

/** Forgets the lock of the name that stands there, or all while none does: the server tells at the next try whether there is still one, and counts none during a lock. */
export function forgetLock(username: string): void {
  if (username.trim() === '') removeStored('loginLocks');
  else keepLock(username, undefined);
}

/** Until when the name that stands there is locked. While none does, it is the lock that lasts longest: after a reload somebody must still see why. */
export const lockOf = (locks: Stored<'loginLocks'>, username: string): string | undefined =>
  username.trim() === '' ? Object.values(locks).toSorted().at(-1) : locks[markOf(username)];

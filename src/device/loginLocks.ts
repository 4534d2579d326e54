import { buildFoldedKey } from '#schemas/access/usernames.rules.ts';
import { readStored, removeStored, writeStored, type Stored } from './storage.ts';

/**
 * Hashes a username to 32 bits. The name itself is not stored: people also type passwords there.
 */
const hashUsername = (username: string): string =>
  Array.from(buildFoldedKey(username))
    .reduce((sum, char) => (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0, 7)
    .toString(36);

/** Stores until when a username is locked; undefined removes the lock. */
export function saveLock(username: string, until: string | undefined): void {
  const { [hashUsername(username)]: _, ...others } = readStored('loginLocks') ?? {};
  const locks = { ...others, ...(until === undefined ? {} : { [hashUsername(username)]: until }) };
  if (Object.keys(locks).length > 0) writeStored('loginLocks', locks);
  else removeStored('loginLocks');
}

/**
 * Deletes the lock of a username, or all locks without one. The server returns a lock again at the
 * next attempt.
 */
export function deleteLock(username: string): void {
  if (username.trim() === '') removeStored('loginLocks');
  else saveLock(username, undefined);
}

/**
 * Returns until when a username is locked; without a username the longest lock, so that a reload
 * still shows it.
 */
export const findLock = (locks: Stored<'loginLocks'>, username: string): string | undefined =>
  username.trim() === '' ? Object.values(locks).toSorted().at(-1) : locks[hashUsername(username)];

import { randomInt } from 'node:crypto';
import { secondFactorLimits } from '#schemas/access/limits.ts';
import type { Deps } from '#server/deps.ts';
import { computeMac, listMacs } from '#server/security/secrets.ts';

/** Crockford's alphabet, without characters that look alike. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const half = 5; // ten characters, 50 bits: cannot be guessed with a few attempts per hour

const newCode = (): string =>
  Array.from({ length: 2 }, () =>
    Array.from({ length: half }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  ).join('-');

/** Normalizes a typed code: look-alike characters, case and separators. */
const plain = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** Hashes a code with the installation's secret and its user. */
export const hashCode = (deps: Pick<Deps, 'config'>, userId: string, code: string): string =>
  computeMac(deps, 'recoveryCode', `${userId}:${plain(code)}`, 'hex');

/** Lists the hashes of a code with each accepted secret. */
export const listHashes = (deps: Pick<Deps, 'config'>, userId: string, code: string): string[] =>
  listMacs(deps, 'recoveryCode', `${userId}:${plain(code)}`, 'hex');

export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < secondFactorLimits.recoveryCodes) codes.add(newCode());
  return [...codes];
}

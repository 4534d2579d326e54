import { randomInt } from 'node:crypto';
import { limits } from '#schemas/limits.ts';
import type { Deps } from '#server/deps.ts';
import { macOf } from '#server/http/secrets.ts';

/** Crockford's: nobody takes one of them for another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const half = 5; // of ten characters, 50 bits: nobody guesses one in a few tries an hour

const newCode = (): string =>
  Array.from({ length: 2 }, () =>
    Array.from({ length: half }, () => alphabet.charAt(randomInt(alphabet.length))).join(''),
  ).join('-');

/** As on the sheet, whatever was typed for a letter that looks like another, and between them. */
const plain = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** What is stored of one: of no use without the installation's secret, nor to another user. */
export const hashCode = (deps: Pick<Deps, 'config'>, userId: string, code: string): string =>
  macOf(deps, 'recoveryCode', `${userId}:${plain(code)}`, 'hex');

export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < limits.secondFactor.recoveryCodes) codes.add(newCode());
  return [...codes];
}

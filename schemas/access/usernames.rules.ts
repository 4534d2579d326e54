import { userLimits } from '#schemas/access/limits.ts';
import { cleanTyped } from '#schemas/platform/typedText.ts';

/**
 * Returns a username as it is stored: in usual letters (NFKC), without invisible characters. NFKC
 * comes first, because it makes characters that are then cleaned, such as the slash of ½.
 */
export const cleanUsername = (text: string): string => cleanTyped(text.normalize('NFKC'), 'code');

/** Scripts that are written together count as one, such as the three of Japanese. */
const commonScripts = [
  ['Latin'],
  ['Greek'],
  ['Cyrillic'],
  ['Armenian'],
  ['Georgian'],
  ['Hebrew'],
  ['Arabic'],
  ['Devanagari'],
  ['Thai'],
  ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo'],
].map((written) => written.map((script) => `\\p{Script=${script}}`).join('|'));

/** Letters of all other scripts count as one more. Signs of no script fit each of them. */
const others = `(?!${commonScripts.join('|')}|\\p{Script=Common}|\\p{Script=Inherited})\\p{L}`;
const scripts = [...commonScripts, others].map((pattern) => new RegExp(pattern, 'u'));

/** Returns true for letters of several scripts, which can imitate another user's name. */
const mixesScripts = (username: string): boolean =>
  scripts.filter((script) => script.test(username)).length > 1;

/** Small letters of Greek and Cyrillic that look like Latin ones, in small or in capitals. */
const lookAlikes = {
  a: 'αа',
  b: 'βв',
  c: 'с',
  d: 'ԁ',
  e: 'εе',
  h: 'нһ',
  i: 'ιіı',
  j: 'ј',
  k: 'κк',
  l: 'ӏ',
  m: 'м',
  n: 'η',
  o: 'οо',
  p: 'ρр',
  q: 'ԛ',
  s: 'ѕ',
  t: 'τт',
  u: 'υ',
  v: 'νѵ',
  w: 'ωԝ',
  x: 'χх',
  y: 'γу',
  z: 'ζ',
  σ: 'ς',
} as const;
const plainLetters = new Map(
  Object.entries(lookAlikes).flatMap(([plain, alike]) =>
    [...alike].map((letter) => [letter, plain] as const),
  ),
);

const foldLookAlikes = (text: string): string =>
  [...text].map((letter) => plainLetters.get(letter) ?? letter).join('');

/** Returns the key that still differs for users whose names fold to one: small letters alone. */
export const buildUnfoldedKey = (username: string): string => cleanUsername(username).toLowerCase();

/** Returns the key that a user is stored under: small letters, look-alikes as one (UTS 39). */
export const buildUsernameKey = (username: string): string =>
  foldLookAlikes(buildUnfoldedKey(username).replaceAll('i\u0307', 'i'));

/** Folds the case fully: ß is ss as in capitals. Small letters alone keep ß and the final sigma. */
const foldCase = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase();

/** Returns the key that is the same for all spellings of a username, with and without ß. */
export const buildFoldedKey = (username: string): string =>
  foldLookAlikes(
    foldCase(cleanUsername(username)).normalize('NFD').replaceAll('i\u0307', 'i'),
  ).normalize('NFC');

/** Returns all keys that a user of this name can be stored under; the exact ones in their order. */
export const listUsernameKeys = (username: string): { exact: string[]; folded: string } => ({
  exact: [buildUnfoldedKey(username), buildUsernameKey(username)],
  folded: buildFoldedKey(username),
});

/** Returns the first rule that a new, cleaned username breaks; undefined if none. */
export function findBrokenUsernameRule(
  username: string,
): 'spaces' | 'minLength' | 'scripts' | undefined {
  if (/\s/.test(username)) return 'spaces';
  if (Array.from(username).length < userLimits.minUsernameLength) return 'minLength';
  return mixesScripts(username) ? 'scripts' : undefined;
}

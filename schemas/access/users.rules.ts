import { passwordLimits } from '#schemas/access/limits.ts';
import type { KnownPerson } from '#schemas/platform/common.ts';
import { cleanTyped } from '#schemas/platform/typedText.ts';

/** Returns the notation in which passwords are compared and stored (NIST SP 800-63B). */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

/** Returns true for passwords that differ at most in their notation. */
export const isSamePassword = (one: string, other: string): boolean =>
  normalizePassword(one) === normalizePassword(other);

const kinds = { lower: /\p{Ll}/u, upper: /\p{Lu}/u, special: /[^\p{L}\p{Nd}]/u, digit: /\p{Nd}/u };

/** Returns the key that e-mail addresses are compared by. */
export const buildEmailKey = (email: string): string => cleanTyped(email, 'mail').toLowerCase();

/** Criteria of a new password: three of four kinds of characters, and rules that always apply. */
export const passwordKinds = [
  'lower',
  'upper',
  'special',
  'digit',
] as const satisfies (keyof typeof kinds)[];
export const passwordMusts = ['length', 'person', 'sequence', 'common'] as const;
export type PasswordCriterion = (typeof passwordKinds)[number] | (typeof passwordMusts)[number];

/** Common words, in lower case, without digits around them. */
const commonWords = new Set([
  'admin',
  'administrator',
  'access',
  'andreas',
  'anwalt',
  'arschloch',
  'autumn',
  'baseball',
  'batman',
  'bayern',
  'berlin',
  'borussia',
  'changeme',
  'charlie',
  'computer',
  'daniel',
  'default',
  'deutschland',
  'dortmund',
  'dragon',
  'ferrari',
  'football',
  'freedom',
  'frühling',
  'fussball',
  'fußball',
  'geheim',
  'geheimnis',
  'germany',
  'hallo',
  'hamburg',
  'hello',
  'herbst',
  'hunter',
  'ichliebedich',
  'iloveyou',
  'internet',
  'jessica',
  'jordan',
  'kanzlei',
  'kennwort',
  'killer',
  'letmein',
  'liebe',
  'login',
  'mandant',
  'mandantenportal',
  'master',
  'mercedes',
  'michael',
  'minecraft',
  'monkey',
  'muenchen',
  'münchen',
  'naruto',
  'pass',
  'passwd',
  'password',
  'passwort',
  'pokemon',
  'porsche',
  'portal',
  'prinzessin',
  'princess',
  'robert',
  'sabine',
  'schalke',
  'schatz',
  'secret',
  'shadow',
  'sommer',
  'sonnenschein',
  'spring',
  'starwars',
  'summer',
  'sunshine',
  'superman',
  'test',
  'testtest',
  'thomas',
  'topsecret',
  'trustno',
  'welcome',
  'whatever',
  'willkommen',
  'winter',
  'januar',
  'februar',
  'märz',
  'april',
  'juni',
  'juli',
  'august',
  'september',
  'oktober',
  'november',
  'dezember',
]);

/** The most common 49,000 passwords, as far as they pass every other rule. */
const commonPasswords = new Set([
  '!qaz2wsx',
  '!qazxsw2',
  '1qaz!qaz',
  '1qaz@wsx',
  'zaq!2wsx',
  '%e2%82%ac',
  'doc_0815',
  'fre_ak8yj',
  'l58jkdjp!',
  'ncc-1701',
  'nick1234-rem936',
  'p030710p$e4o',
  'sasha_007',
  'wapbbs_1',
  'ybrbnf_25',
]);

/** Keyboard rows and sequences. */
const rows = [
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertzuiopü',
  'qwertyuiop',
  'asdfghjklöä',
  'yxcvbnm',
  'zxcvbnm',
];
const runs = rows.flatMap((row) => [row, [...row].reverse().join('')]);
const runLength = 5;

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

const digitsForLetters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Undoes substitutions: "P@ssw0rt1!" becomes "passwort". */
function undoSubstitutions(password: string): string {
  const core = plain(password).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return [...core].map((character) => digitsForLetters[character] ?? character).join('');
}

const hasRepeat = (password: string): boolean => /(.)\1\1/u.test(plain(password));

function hasRun(password: string): boolean {
  const text = plain(password);
  return runs.some((row) =>
    Array.from({ length: row.length - runLength + 1 }, (_, start) =>
      row.slice(start, start + runLength),
    ).some((run) => text.includes(run)),
  );
}

/** Shorter names occur in many words by chance. */
const minNameLength = 4;

const holds = (password: string, part: string | undefined, minLength: number): boolean =>
  part !== undefined && part.length >= minLength && plain(password).includes(plain(part));

/** Counts the characters of a password in its normalized notation, as JSON Schema counts. */
export const countCharacters = (password: string): number =>
  Array.from(normalizePassword(password)).length;

/** Returns each criterion and if the password meets it, for the list beside the field. */
export function checkCriteria(
  typed: string,
  { username, email }: KnownPerson,
): Record<PasswordCriterion, boolean> {
  const password = normalizePassword(typed);
  const sequence = !hasRepeat(password) && !hasRun(password);
  const isCommon =
    commonWords.has(undoSubstitutions(password)) || commonPasswords.has(plain(password));
  return {
    lower: kinds.lower.test(password),
    upper: kinds.upper.test(password),
    special: kinds.special.test(password),
    digit: kinds.digit.test(password),
    length: countCharacters(password) >= passwordLimits.minLength,
    person: !holds(password, username, minNameLength) && !holds(password, email, 1),
    sequence,
    common: sequence && !isCommon, // rows of keys are among the commonest passwords
  };
}

/** Counts the kinds of characters in a password. */
export const countKinds = (criteria: Record<PasswordCriterion, boolean>): number =>
  passwordKinds.filter((kind) => criteria[kind]).length;

export type PasswordRule = 'minLength' | 'maxLength' | 'kinds' | 'person' | 'notAllowed';

/**
 * Returns the first broken rule (docs/behaviour/access.md#passwords). Browser and server share it.
 */
export function findBrokenRule(password: string, person: KnownPerson): PasswordRule | undefined {
  if (countCharacters(password) > passwordLimits.maxLength) return 'maxLength';
  const criteria = checkCriteria(password, person);
  if (!criteria.length) return 'minLength';
  if (countKinds(criteria) < passwordLimits.classes) return 'kinds';
  if (!criteria.person) return 'person';
  return criteria.sequence && criteria.common ? undefined : 'notAllowed';
}

import { limits } from './limits.ts';

/** What is known of the person who chooses a password: none of it may stand in the password. */
export type KnownPerson = { username?: string; email?: string };

const kinds = { lower: /\p{Ll}/u, upper: /\p{Lu}/u, special: /[^\p{L}\p{Nd}]/u, digit: /\p{Nd}/u };

/** What usernames are compared by: two users never differ by case alone, and a space too many is nobody's. */
export const usernameKeyOf = (username: string): string =>
  username.trim().normalize('NFC').toLowerCase();

/** What e-mail addresses are compared by. */
export const emailKeyOf = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** What a new password is measured by: four kinds of characters, three of which are enough, and what must hold for each. */
export const passwordKinds = [
  'lower',
  'upper',
  'special',
  'digit',
] as const satisfies (keyof typeof kinds)[];
export const passwordMusts = ['length', 'person', 'sequence', 'common'] as const;
export type PasswordCriterion = (typeof passwordKinds)[number] | (typeof passwordMusts)[number];

/** Words that half the world chooses, in small letters and without what stands before and after them. */
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

/** Those of the 49,000 commonest passwords that no other rule refuses: keys below each other, and what was once stolen somewhere. */
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

/** Rows of keys, and the orders people count in. */
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

const plain = (text: string): string => text.normalize('NFC').toLowerCase();

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

/** "P@ssw0rt1!" is the word "passwort" with trimmings. */
function wordIn(password: string): string {
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

/** A short name is in many words by chance (product.md §5). */
const minNameLength = 4;

const holds = (password: string, part: string | undefined, minLength: number): boolean =>
  part !== undefined && part.length >= minLength && plain(password).includes(plain(part));

const lengthOf = (password: string): number => Array.from(password).length; // as JSON Schema counts

/** Which criteria a password meets, each for itself: what the list beside the field shows. */
export function passwordCriteria(
  password: string,
  { username, email }: KnownPerson,
): Record<PasswordCriterion, boolean> {
  return {
    lower: kinds.lower.test(password),
    upper: kinds.upper.test(password),
    special: kinds.special.test(password),
    digit: kinds.digit.test(password),
    length: lengthOf(password) >= limits.password.minLength,
    person: !holds(password, username, minNameLength) && !holds(password, email, 1),
    sequence: !hasRepeat(password) && !hasRun(password),
    common: !commonWords.has(wordIn(password)) && !commonPasswords.has(plain(password)),
  };
}

/** How many kinds of characters a password has. */
export const kindsIn = (criteria: Record<PasswordCriterion, boolean>): number =>
  passwordKinds.filter((kind) => criteria[kind]).length;

export type PasswordRule = 'minLength' | 'maxLength' | 'kinds' | 'person' | 'notAllowed';

/** The first rule a new password breaks (product.md §5): browser and server ask the same. */
export function passwordProblem(password: string, person: KnownPerson): PasswordRule | undefined {
  const criteria = passwordCriteria(password, person);
  if (!criteria.length) return 'minLength';
  if (lengthOf(password) > limits.password.maxLength) return 'maxLength';
  if (kindsIn(criteria) < limits.password.classes) return 'kinds';
  if (!criteria.person) return 'person';
  return criteria.sequence && criteria.common ? undefined : 'notAllowed';
}

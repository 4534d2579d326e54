import { fillers, isBlankText, toPlainText, withoutGlyph } from './plainText.ts';

/**
 * Kinds of typed text: several lines of prose, one line of prose such as a name, codes such as
 * numbers, days and number plates, and two codes that are often copied with words around them.
 */
export type TypedKind = 'prose' | 'line' | 'code' | 'mail' | 'postalCode';

/** Flags of England, Scotland and Wales consist of invisible tag characters. */
const flag = '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}';
/** Format characters, and letters that are drawn as a blank. */
const invisible = `\\p{Cf}\\u2800${fillers}`;
/** Joiners between two of these shape a word, or make one emoji of two. */
const joined = `(?![${fillers}])[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]`;

const allInvisible = new RegExp(`[${invisible}]`, 'gu');
const flagOrRun = new RegExp(`(${flag})|[\\s${invisible}]+`, 'gu');
const keptOrInvisible = new RegExp(
  `(${flag}|${joined}[\\u200C\\u200D](?=${joined}))|[${invisible}]`,
  'gu',
);

const lineBreak = /\r\n|[\u0085\u2028\u2029]/g;
const control = /[\u007F-\u009F]/g;

/** Removes invisible characters at both ends, but no blanks: the first line may be indented. */
function cleanProse(text: string): string {
  const plain = toPlainText(text).replace(lineBreak, '\n').replace(control, '');
  const isEnd = (at: number, length: number) => at === 0 || at + length === plain.length;
  return plain
    .replace(flagOrRun, (run: string, kept: string | undefined, at: number) =>
      kept === undefined && isEnd(at, run.length) ? run.replace(allInvisible, '') : run,
    )
    .normalize('NFC');
}

const cleanLine = (text: string): string =>
  cleanProse(text)
    .replace(keptOrInvisible, '$1')
    .replace(/\s+/g, (run) => (run.includes('\n') ? ' ' : ' '.repeat(run.length)))
    .trim();

/** Ligatures, small, full-width and mathematical forms. Others, such as ², mean something else. */
const otherForm = /[\uFB00-\uFB06\uFE50-\uFE6B\uFF01-\uFFEE\u{1D400}-\u{1D7FF}]+/gu;
const lookAlikes: readonly (readonly [RegExp, string])[] = [
  [/[\p{Pd}\u2212\u2043\u02D7]/gu, '-'],
  [/[\u2024\u3002]/g, '.'],
  [/[\u2044\u2215]/g, '/'],
  [/[\u2236\uA789]/g, ':'],
];
const allWithoutGlyph = new RegExp(`[${withoutGlyph}]`, 'gu');
const arabicDigit = /[\u0660-\u0669\u06F0-\u06F9]/g;

function cleanCode(text: string): string {
  const usual = toPlainText(text)
    .replace(otherForm, (forms) => forms.normalize('NFKC'))
    .replace(/\s/g, ' ')
    .replace(allWithoutGlyph, '')
    .replace(arabicDigit, (digit) => String(digit.charCodeAt(0) & 0xf));
  return lookAlikes
    .reduce((cleaned, [like, plain]) => cleaned.replace(like, plain), usual)
    .replace(/ +/g, ' ')
    .trim()
    .normalize('NFC');
}

/** Reads an address as it is copied from a link, a header or a sentence. */
const cleanMail = (text: string): string =>
  cleanCode(text)
    .replace(/[.,;]+$/, '')
    .replace(/^[^<>]*<([^<>]*)>$/, '$1')
    .replace(/^mailto:/i, '')
    .trim();

/** Reads a German code with its country, or in groups: D-20259, 20 259. */
const cleanPostalCode = (text: string): string =>
  cleanCode(text)
    .replace(/^DE?[ -]*(?=[0-9])/i, '')
    .replaceAll(' ', '');

const cleaners: Readonly<Record<TypedKind, (text: string) => string>> = {
  prose: cleanProse,
  line: cleanLine,
  code: cleanCode,
  mail: cleanMail,
  postalCode: cleanPostalCode,
};

/**
 * Cleans typed or pasted text, the same in browser and server: composed letters, no invisible
 * characters at its ends. A line has none inside either, and plain blanks only; a code also plain
 * hyphens, dots and digits. Returns '' for a text without a visible character.
 */
export function cleanTyped(text: string, kind: TypedKind): string {
  const cleaned = cleaners[kind](text);
  return isBlankText(cleaned) ? '' : cleaned;
}

/** Cleans a part of an answer; anything but a text is left to the rules of the form. */
export const cleanPart = (part: unknown, kind: TypedKind): unknown =>
  typeof part === 'string' ? cleanTyped(part, kind) : part;

/** Cleans the named parts of an answer; returns the same object when nothing changes. */
export function cleanParts(answer: unknown, kinds: Readonly<Record<string, TypedKind>>): unknown {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return answer;
  const given = answer as Readonly<Record<string, unknown>>;
  const changed = Object.entries(kinds).flatMap(([name, kind]) => {
    const part = Object.hasOwn(given, name) ? given[name] : undefined;
    const cleaned = cleanPart(part, kind);
    return cleaned === part ? [] : [[name, cleaned] as const];
  });
  return changed.length === 0 ? answer : { ...given, ...Object.fromEntries(changed) };
}

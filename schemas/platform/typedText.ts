import { isBlankText, toPlainText } from './plainText.ts';

/**
 * Kinds of typed text: several lines of prose, one line of prose such as a name, and codes such as
 * numbers, days, addresses of mail and number plates.
 */
type TypedKind = 'prose' | 'line' | 'code';

/** Flags of England, Scotland and Wales consist of invisible tag characters. */
const flag = '\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}';
const ownJoiners = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]';
/** Joiners shape letters of Arabic and Indian scripts, and combine emojis. */
const joined =
  `(?:(?!${ownJoiners})\\p{L}|\\p{M}|\\p{Extended_Pictographic}|\\p{Emoji_Modifier})` +
  '[\\u200C\\u200D]';
/** Characters without a glyph: copied hyphenation, zero-width blanks, tags, C1 controls. */
const junk =
  '[\\u007F-\\u0084\\u0086-\\u009F\\u00AD\\u180E\\u200B-\\u200D\\u202A-\\u202E\\u2060-\\u2065' +
  '\\u206A-\\u206F\\uFEFF\\uFFF9-\\uFFFB\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E007F}]';
const keptOrJunk = new RegExp(`(${flag}|${joined})|${junk}`, 'gu');

const lineBreak = /\r\n|[\u0085\u2028\u2029]/g;
/** Marks of direction, and isolates. */
const direction = /[\u061C\u200E\u200F\u2066-\u2069]/g;
const rightToLeft = /(?=\p{L})[\u0590-\u08FF\uFB1D-\uFDFB\uFE70-\uFEFC]/u;

function cleanProse(text: string): string {
  const kept = toPlainText(text).replace(lineBreak, '\n').replace(keptOrJunk, '$1');
  return (rightToLeft.test(kept) ? kept : kept.replace(direction, '')).normalize('NFC');
}

/** Blanks of any width, and letters that are drawn as one. */
const blank = /[\s\u2800\u115F\u1160\u3164\uFFA0]/g;

const cleanLine = (text: string): string =>
  cleanProse(text)
    .replace(/\s*\n\s*/g, ' ')
    .replace(blank, ' ')
    .trim();

/** Ligatures, small, full-width and mathematical forms. Others, such as ², mean something else. */
const otherForm = /[\uFB00-\uFB06\uFE50-\uFE6B\uFF01-\uFFEE\u{1D400}-\u{1D7FF}]+/gu;
const lookAlikes: readonly (readonly [RegExp, string])[] = [
  [/[\p{Pd}\u2212\u2043\u02D7]/gu, '-'],
  [/[\u2024\u3002]/g, '.'],
  [/[\u2044\u2215]/g, '/'],
  [/[\u2236\uA789]/g, ':'],
];
/** Characters without a glyph, and those that change only the glyph before them. */
const invisible = /[\p{Cc}\p{Cf}\u034F\u17B4\u17B5\u180B-\u180F\uFE00-\uFE0F]/gu;
const arabicDigit = /[\u0660-\u0669\u06F0-\u06F9]/g;

function cleanCode(text: string): string {
  const usual = toPlainText(text)
    .replace(otherForm, (forms) => forms.normalize('NFKC'))
    .replace(blank, ' ')
    .replace(invisible, '')
    .replace(arabicDigit, (digit) => String(digit.charCodeAt(0) & 0xf));
  return lookAlikes
    .reduce((cleaned, [like, plain]) => cleaned.replace(like, plain), usual)
    .replace(/ +/g, ' ')
    .trim()
    .normalize('NFC');
}

const cleaners = { prose: cleanProse, line: cleanLine, code: cleanCode } as const;

/**
 * Cleans typed or pasted text, the same in browser and server: composed letters, no characters
 * without a glyph. A line has plain blanks only; a code also plain hyphens, dots and digits. Returns
 * '' for a text without a visible character.
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

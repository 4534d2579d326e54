/**
 * A C0 control other than tab and line break, half of a surrogate pair, or U+FFFE and U+FFFF, which
 * XML does not allow.
 */
const unwanted = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|\r(?!\n)/u;
const allUnwanted = new RegExp(unwanted.source, 'gu');

/** Returns true for a text that every database stores and every reader shows as it was sent. */
export const isPlainText = (text: string): boolean => !unwanted.test(text);

/** Removes what `isPlainText` refuses; a single carriage return becomes a line break. */
export const toPlainText = (text: string): string =>
  text.replace(allUnwanted, (character) => (character === '\r' ? '\n' : ''));

/** Returns the value with every text in it cleaned; the same object when nothing changes. */
export function cleanTexts<T>(value: T): T {
  if (typeof value === 'string') return (isPlainText(value) ? value : toPlainText(value)) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cleanTexts) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, cleanTexts(part as unknown)]),
  ) as T;
}

/** Letters of Hangul that are drawn as a blank. For a character class. */
export const fillers = '\\u115F\\u1160\\u3164\\uFFA0';

/**
 * Characters without a glyph, and those that change only the glyph before them; U+2800 is a blank
 * of Braille. For a character class.
 */
export const withoutGlyph =
  '\\p{Cc}\\p{Cf}\\u034F\\u17B4\\u17B5\\u180B-\\u180F\\u2800\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}' +
  fillers;

/** The pattern of a text with at least one visible character. */
export const visiblePattern = `[^\\s${withoutGlyph}]`;
const visible = new RegExp(visiblePattern, 'u');

/** Returns true for a text of spaces, control characters and invisible marks only. */
export const isBlankText = (text: string): boolean => !visible.test(text);

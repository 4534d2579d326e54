import { cleanTyped } from '#schemas/platform/typedText.ts';
import {
  languages,
  locales,
  localize,
  type Language,
  type LocalizedText,
} from '#schemas/platform/common.ts';

/** Decimals of a number without a setting; Intl.NumberFormat allows no more in older browsers. */
const maxDecimals = 20;

/** Cached, because creating a formatter is 100 times slower than using it. */
const formatters = new Map<string, Intl.NumberFormat>();

function getFormatter(language: Language, decimals: number | undefined): Intl.NumberFormat {
  const key = `${language} ${decimals ?? ''}`;
  const formatter =
    formatters.get(key) ??
    new Intl.NumberFormat(locales[language], {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals ?? maxDecimals,
    });
  formatters.set(key, formatter);
  return formatter;
}

/** Formats a number in the language's notation. Without `decimals`, all digits are kept. */
export function formatNumber(value: number, language: Language, decimals?: number): string {
  const isZero = Number(value.toFixed(decimals ?? maxDecimals)) === 0; // never "-0" or "-0,00"
  return getFormatter(language, decimals).format(isZero ? 0 : value);
}

/** Appends the unit to a number. */
export function formatQuantity(
  value: number | string,
  { unit, decimals }: { unit?: LocalizedText | undefined; decimals?: number | undefined },
  language: Language,
): string {
  const words = typeof value === 'number' ? formatNumber(value, language, decimals) : value;
  return unit ? `${words} ${localize(unit, language)}` : words;
}

const patterns: Record<Language, RegExp> = {
  // Thousands in groups of three or not at all, so that 1.5 is not read as fifteen.
  // A leading zero begins no group: 0.125 is an eighth.
  de: /^-?([1-9]\d{0,2}(\.\d{3})+|\d+)(,\d+)?$/,
  en: /^-?([1-9]\d{0,2}(,\d{3})+|\d+)(\.\d+)?$/,
};

const currency = /^(?:Euro|EUR|CHF|Fr\.|GBP|USD)|(?:Euro|EUR|CHF|GBP|USD)$/gi;
const swissThousands = /^(-?[1-9]\d{0,2}(?:['’]\d{3})+)(?![\d'’])/;

/**
 * Reads a number in the language's notation as JSON notation; `undefined` if it is none. The other
 * language's decimal separator is accepted where it cannot separate thousands. A leading plus and a
 * currency are ignored. A dash instead of decimals, as in 3.000,-, shows the decimal separator.
 */
function readNotation(text: string, language: Language): string | undefined {
  const compact = cleanTyped(text, 'code')
    .replace(/[ \p{Sc}]/gu, '')
    .replace(currency, '')
    .replace(/^\+/, '')
    .replace(swissThousands, (thousands) => thousands.replace(/['’]/g, ''));
  const [, whole, separator] = /^(.*\d)([.,])-{1,2}$/.exec(compact) ?? [];
  if (whole !== undefined) return readCompact(whole, separator === ',' ? 'de' : 'en');
  return readCompact(compact, language);
}

function readCompact(compact: string, language: Language): string | undefined {
  if (patterns[language].test(compact)) {
    return language === 'de'
      ? compact.replaceAll('.', '').replace(',', '.')
      : compact.replaceAll(',', '');
  }
  return /^-?(0+[.,]\d+|\d+[.,]\d{1,2})$/.test(compact) ? compact.replace(',', '.') : undefined;
}

/**
 * Parses a number in the language's notation; `undefined` if it is none, or has more digits than a
 * number of JavaScript keeps.
 */
export function parseNumber(text: string, language: Language): number | undefined {
  const notation = readNotation(text, language);
  return notation === undefined ? undefined : parseExact(notation);
}

/** Returns true for a number, in the notation of any language, with too many digits to be kept. */
export const hasTooManyDigits = (text: string): boolean =>
  languages.some((language) => {
    const notation = readNotation(text, language);
    return notation !== undefined && parseExact(notation) === undefined;
  });

const maxFixed = 100; // the most decimals of toFixed

/** Parses JSON notation. Returns undefined if the number would have other digits than the text. */
export function parseExact(text: string): number | undefined {
  const value = Number(text) + 0; // JSON has no -0, so the server would store and show 0
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return undefined;
  const decimals = text.split('.')[1]?.length ?? 0;
  if (decimals > maxFixed) return undefined;
  const digits = text.replace(/^-?0*(?=\d)/, '');
  return Math.abs(value).toFixed(decimals) === digits ? value : undefined;
}

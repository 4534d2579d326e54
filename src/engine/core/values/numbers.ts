import { locales, localized, type Language, type LocalizedText } from '#schemas/platform/common.ts';

/** Cached, because creating a formatter is 100 times slower than using it. */
const formatters = new Map<string, Intl.NumberFormat>();

function getFormatter(language: Language, decimals: number | undefined): Intl.NumberFormat {
  const key = `${language} ${decimals ?? ''}`;
  const formatter =
    formatters.get(key) ??
    new Intl.NumberFormat(locales[language], {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals ?? 20,
    });
  formatters.set(key, formatter);
  return formatter;
}

/** Formats a number in the language's notation. Without `decimals`, all digits are kept. */
export const formatNumber = (value: number, language: Language, decimals?: number): string =>
  getFormatter(language, decimals).format(value);

/** Appends the unit to a number. */
export function formatQuantity(
  value: number | string,
  { unit, decimals }: { unit?: LocalizedText | undefined; decimals?: number | undefined },
  language: Language,
): string {
  const words = typeof value === 'number' ? formatNumber(value, language, decimals) : value;
  return unit ? `${words} ${localized(unit, language)}` : words;
}

const patterns: Record<Language, RegExp> = {
  // Thousands in groups of three or not at all, so that 1.5 is not read as fifteen.
  de: /^[-−]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/,
  en: /^[-−]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/,
};

/**
 * Parses a number in the language's notation; `undefined` if it is none. In German a single point
 * is accepted as decimal separator too.
 */
export function parseNumber(text: string, language: Language): number | undefined {
  const compact = text.replace(/[\s\u00A0\u202F]/g, '');
  if (patterns[language].test(compact)) {
    const plain =
      language === 'de'
        ? compact.replaceAll('.', '').replace(',', '.')
        : compact.replaceAll(',', '');
    return parseFinite(plain.replace('−', '-'));
  }
  return /^[-−]?\d+[.,]\d{1,2}$/.test(compact)
    ? parseFinite(compact.replace(',', '.').replace('−', '-'))
    : undefined;
}

function parseFinite(text: string): number | undefined {
  const value = Number(text) + 0; // JSON has no -0, so the server would store and show 0
  return Number.isFinite(value) ? value : undefined;
}

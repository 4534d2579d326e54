import { locales, localized, type Language, type LocalizedText } from '#schemas/common.ts';

/** Making a formatter takes longer than a hundred uses of it. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf(language: Language, decimals: number | undefined): Intl.NumberFormat {
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

/** A number as the language writes it: with no digit lost, or with so many after the comma. */
export const formatNumber = (value: number, language: Language, decimals?: number): string =>
  formatterOf(language, decimals).format(value);

/** A number with its unit behind it. */
export function formatQuantity(
  value: number | string,
  { unit, decimals }: { unit?: LocalizedText | undefined; decimals?: number | undefined },
  language: Language,
): string {
  const words = typeof value === 'number' ? formatNumber(value, language, decimals) : value;
  return unit ? `${words} ${localized(unit, language)}` : words;
}

const patterns: Record<Language, RegExp> = {
  // Thousands in groups of three or not at all, so that 1.5 is not taken for fifteen.
  de: /^[-−]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/,
  en: /^[-−]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/,
};

/** The number somebody typed in their language's notation; undefined when it is none. A lone point is a decimal one in German too. */
export function parseNumber(text: string, language: Language): number | undefined {
  const compact = text.replace(/[\s\u00A0\u202F]/g, '');
  if (patterns[language].test(compact)) {
    const plain =
      language === 'de'
        ? compact.replaceAll('.', '').replace(',', '.')
        : compact.replaceAll(',', '');
    return finite(plain.replace('−', '-'));
  }
  return /^[-−]?\d+[.,]\d{1,2}$/.test(compact)
    ? finite(compact.replace(',', '.').replace('−', '-'))
    : undefined;
}

function finite(text: string): number | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

import type { Language } from '#schemas/common.ts';

const locales: Record<Language, string> = { de: 'de-DE', en: 'en-GB' };

/** A number as the language writes it, with no digit lost. */
export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(locales[language], { maximumFractionDigits: 20 }).format(value);
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
    const plain = language === 'de' ? compact.replaceAll('.', '').replace(',', '.') : compact.replaceAll(',', '');
    return finite(plain.replace('−', '-'));
  }
  return /^[-−]?\d+[.,]\d{1,2}$/.test(compact) ? finite(compact.replace(',', '.').replace('−', '-')) : undefined;
}

function finite(text: string): number | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

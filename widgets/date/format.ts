import type { Language } from '#schemas/common.ts';
import { formats } from '#src/engine/core/formats.ts';

/** A day as the language writes it: 24.12.2026 or 24/12/2026. */
export function formatDay(iso: string, language: Language): string {
  const [year, month, day] = iso.split('-');
  return [day, month, year].join(language === 'de' ? '.' : '/');
}

/** The nearest year that ends in these two digits and is not more than 20 years ahead: birthdays and accidents lie behind us. */
function fullYear(digits: string, currentYear: number): number {
  if (digits.length === 4) return Number(digits);
  const year = Math.floor(currentYear / 100) * 100 + Number(digits);
  return year > currentYear + 20 ? year - 100 : year;
}

/** The day somebody typed, forgiving about separators, zeros and short years; undefined when it is none. */
export function parseDay(text: string, currentYear: number): string | undefined {
  const match = /^(\d{1,2})[./\-\s]+(\d{1,2})[./\-\s]+(\d{4}|\d{2})$/.exec(text.trim()) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text.trim());
  if (!match) return formats['date']?.(text.trim()) ? text.trim() : undefined;
  const [, day = '', month = '', year = ''] = match;
  const iso = `${String(fullYear(year, currentYear)).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return formats['date']?.(iso) ? iso : undefined;
}

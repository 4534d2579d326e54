import { createIntl, createIntlCache, type MessageDescriptor } from '@formatjs/intl';
import type { FastifyRequest } from 'fastify';
import type { Language } from '#schemas/common.ts';
import { fileSize } from '#schemas/fileSize.rules.ts';
import type { FormatText } from '#src/engine/core/errorText.ts';
import de from '#locales/de.json' with { type: 'json' };
import en from '#locales/en.json' with { type: 'json' };

const cache = createIntlCache();
/** What is a link on a page is its words here. */
const tags = { link: (words: unknown[]) => words.join('') };
const intls = {
  de: createIntl({ locale: 'de', messages: de }, cache),
  en: createIntl({ locale: 'en-GB', messages: en }, cache),
};

/** Texts of `locales/` in one language. */
export const textsIn =
  (language: Language): FormatText =>
  (id, values) =>
    String(intls[language].formatMessage({ id } as MessageDescriptor, { ...tags, ...values }));

/** The day of an instant in German time, as people write it: 24.11.2026, or 24 November 2026. */
export const dateIn = (language: Language, instant: string): string =>
  new Intl.DateTimeFormat(intls[language].locale, {
    dateStyle: language === 'de' ? 'medium' : 'long',
    timeZone: 'Europe/Berlin',
  }).format(new Date(instant));

/** An instant to the minute, likewise. */
export const momentIn = (language: Language, instant: string): string =>
  new Intl.DateTimeFormat(intls[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  }).format(new Date(instant));

/** A day that is not an instant, e.g. 2026-11-24. */
export const dayIn = (language: Language, day: string): string =>
  dateIn(language, `${day}T12:00:00Z`);

/** How large a file is, as its readers see it on their screens: 4,2 MB. */
export const sizeIn = (language: Language, bytes: number): string =>
  fileSize(bytes, intls[language].formatNumber);

/** German unless the caller asks for English first (decisions.md, Default language). */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  return headers['accept-language']?.trim().toLowerCase().startsWith('en') ? 'en' : 'de';
}

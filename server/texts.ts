import { createIntl, createIntlCache, type MessageDescriptor } from '@formatjs/intl';
import type { FastifyRequest } from 'fastify';
import { languages, type Language } from '#schemas/platform/common.ts';
import { dayFormats, minuteFormat } from '#schemas/platform/dates.ts';
import { formatFileSize } from '#schemas/files/fileSize.ts';
import type { FormatMessage } from '#src/engine/core/validation/formatError.ts';
import portalDe from '#locales/portal.de.json' with { type: 'json' };
import portalEn from '#locales/portal.en.json' with { type: 'json' };
import serverDe from '#locales/server.de.json' with { type: 'json' };
import serverEn from '#locales/server.en.json' with { type: 'json' };
import startDe from '#locales/start.de.json' with { type: 'json' };
import startEn from '#locales/start.en.json' with { type: 'json' };
import visitorsDe from '#locales/visitors.de.json' with { type: 'json' };
import visitorsEn from '#locales/visitors.en.json' with { type: 'json' };

const cache = createIntlCache();
/** A link on a page is plain text here. */
const tags = { link: (words: unknown[]) => words.join('') };
/** All texts by language. The server also formats texts that the browser shows. */
export const messages = {
  de: { ...visitorsDe, ...portalDe, ...serverDe, ...startDe },
  en: { ...visitorsEn, ...portalEn, ...serverEn, ...startEn },
};
const intls = {
  de: createIntl({ locale: 'de', messages: messages.de }, cache),
  en: createIntl({ locale: 'en-GB', messages: messages.en }, cache),
};

/** Returns the texts of one language. */
export const getTexts =
  (language: Language): FormatMessage =>
  (id, values) =>
    String(intls[language].formatMessage({ id } as MessageDescriptor, { ...tags, ...values }));

/** Formats the day of an instant in German time: 24.11.2026, or 24 Nov 2026. */
export const formatDate = (language: Language, instant: string): string =>
  new Intl.DateTimeFormat(intls[language].locale, {
    ...dayFormats[language],
    timeZone: 'Europe/Berlin',
  }).format(new Date(instant));

/** Formats an instant to the minute in German time. */
export const formatMoment = (language: Language, instant: string): string =>
  new Intl.DateTimeFormat(intls[language].locale, {
    ...dayFormats[language],
    ...minuteFormat,
    timeZone: 'Europe/Berlin',
  }).format(new Date(instant));

/** Formats a deadline with its zone, because the reader's may be another. */
export const formatDeadline = (language: Language, instant: string): string =>
  new Intl.DateTimeFormat(intls[language].locale, {
    ...dayFormats[language],
    ...minuteFormat,
    timeZone: 'Europe/Berlin',
    timeZoneName: 'short',
  }).format(new Date(instant));

/** Formats a calendar day, e.g. 2026-11-24. */
export const formatDay = (language: Language, day: string): string =>
  formatDate(language, `${day}T12:00:00Z`);

/** Formats a file size: 4,2 MB. */
export const formatSize = (language: Language, bytes: number): string =>
  formatFileSize(bytes, intls[language].formatNumber);

/** Returns the language that the address of a page names, else the one of the browser. */
export function getPageLanguage({
  query,
  headers,
}: Pick<FastifyRequest, 'headers' | 'query'>): Language {
  const { language: asked } = query as { language?: unknown };
  return languages.find((each) => each === asked) ?? getLanguage({ headers });
}

/** Returns German unless the caller prefers English. */
export function getLanguage({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  return headers['accept-language']?.trim().toLowerCase().startsWith('en') ? 'en' : 'de';
}

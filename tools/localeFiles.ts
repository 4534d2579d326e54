import { readFileSync } from 'node:fs';
import type { Language } from '#schemas/platform/common.ts';

/**
 * Readers: those of the page that is shown when no other text loads, visitors of a form, users of
 * the portal, and those of mails, PDFs and tools.
 */
export const readers = ['start', 'visitors', 'portal', 'server'] as const;
export type Reader = (typeof readers)[number];

export type Texts = Readonly<Record<string, string>>;

/** Reads one file of texts, unparsed; in tests an import would give parsed messages. */
export const readTexts = (reader: Reader, language: Language): Texts =>
  JSON.parse(readFileSync(`locales/${reader}.${language}.json`, 'utf8')) as Texts;

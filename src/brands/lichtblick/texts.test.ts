import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Language } from '#schemas/platform/common.ts';
import { readers, readTexts, type Texts } from '#tools/localeFiles.ts';

const readByStaff =
  /^(?:board|business(?:Forms)?|(?:nav\.)?(?:clients|firmCases)|firmHistory|firmTasks|handOut|inbox|mail)\b/;
const readByAuthors = /^(?:(?:case|task|pages|submission)\.error|dev|export|setUp)\b/;

/** Others are read by staff, authors of forms and operators. */
const isForClients = (id: string): boolean =>
  !readByStaff.test(id) && !readByAuthors.test(id) && id !== 'error.secondFactorRequired';

const readOwnTexts = (language: Language): Texts =>
  JSON.parse(readFileSync(`src/brands/lichtblick/locales/${language}.json`, 'utf8')) as Texts;

it.each([
  ['de', /Kanzlei|Mandant|Mandats|\bAkten?\b|Aktenzeichen/],
  ['en', /law firm|lawyer/i],
] as const)(
  'Clients of a coach see no word of a law firm in the texts of language %s',
  (language, office) => {
    const texts = Object.assign(
      {},
      ...readers.map((reader) => readTexts(reader, language)),
      readOwnTexts(language),
    ) as Texts;
    expect(
      Object.entries(texts)
        .filter(([id, text]) => isForClients(id) && office.test(text))
        .map(([id]) => id),
    ).toEqual([]);
  },
);

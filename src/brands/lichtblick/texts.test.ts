import { expect, it } from 'vitest';
import german from '#locales/de.json' with { type: 'json' };
import english from '#locales/en.json' with { type: 'json' };
import ownGerman from './locales/de.json' with { type: 'json' };
import ownEnglish from './locales/en.json' with { type: 'json' };

const isForClients = (id: string): boolean =>
  !/^(?:board|business|businessForms|mail|case\.error|task\.error)\b/.test(id);

it.each([
  ['German', { ...german, ...ownGerman }, /Kanzlei|Mandant|Mandats|\bAkten?\b|Aktenzeichen/],
  ['English', { ...english, ...ownEnglish }, /law firm|lawyer/i],
])('clients of a coach read no word of an office, in %s', (_, texts, office) => {
  expect(
    Object.entries(texts)
      .filter(([id, text]) => isForClients(id) && office.test(text))
      .map(([id]) => id),
  ).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { measureProcessorMs } from '#tools/testing/processorTime.ts';
import {
  buildTermTexts,
  getBeginning,
  getExcerpt,
  getIntactParts,
  isOneErrorAway,
  markCase,
} from './hits.ts';
import { listSearched, listWords } from '#server/words.ts';

const listHits = (text: string, search: string): string[] =>
  markCase(text, listSearched(search))
    .filter(({ isHit }) => isHit)
    .map((piece) => piece.text);
const show = (pieces: ReturnType<typeof markCase>): string =>
  pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('');

describe('a word', () => {
  it.each([
    ['in the plural', 'Vertrag', 'Die Verträge liegen bei.', ['Verträge']],
    ['in the singular', 'Verträge', 'Der Vertrag liegt bei.', ['Vertrag']],
    ['as another part of speech', 'kündigen', 'Ihre Kündigung', ['Kündigung']],
    ['in capitals', 'gutachten', 'GUTACHTEN_0417.pdf', ['GUTACHTEN']],
    ['with umlauts written out', 'Kuendigung', 'Kündigung', ['Kündigung']],
    ['with umlauts where they were written out', 'Müller', 'Herr Mueller', ['Mueller']],
    ['without its dots', 'Verkehrsunfalle', 'Verkehrsunfälle', ['Verkehrsunfälle']],
    ['with ss for ß', 'Strasse', 'Straße', ['Straße']],
    ['with ß for ss', 'Großschreibung', 'Grossschreibung', ['Grossschreibung']],
    ['in letters of two parts', 'Kündigung', 'Ku\u0308ndigung', ['Ku\u0308ndigung']],
    ['with an accent or without', 'Cafe', 'das Café', ['Café']],
    ['that begins like it', 'Versicherung', 'Ihr Versicherungsschein', ['Versicherungsschein']],
    ['in another script', 'иванов', 'Herr Иванов', ['Иванов']],
    ['that is a number with signs', '6.482,17', 'Es sind 6.482,17 Euro.', ['6.482', '17']],
    ['that is a number without its point', '12500', 'Noch 12.500 Euro', ['12.500']],
    ['that is a number with a point', '12.500', 'Noch 12500 Euro', ['12500']],
    ['that is a group of a number', '500', 'Noch 12.500 Euro', ['500']],
    ['that is a date', '24.12.2026', 'Am 24.12.2026', ['24', '12', '2026']],
    ['that has no hyphen', 'Email', 'Ihre E-Mail', ['E-Mail']],
    ['that has a hyphen', 'E-Mail', 'Ihre Email', ['Email']],
    ['that begins before a hyphen', 'emai', 'E-Mail-Adresse', ['E-Mail']],
    ['that is behind a hyphen', 'Mail', 'Ihre E-Mail', ['Mail']],
    ['that is a double name', 'Meier-Schulz', 'Schulz, geb. Meier', ['Schulz', 'Meier']],
    ['that is short only whole', 'rat', 'Rat vom Rathaus', ['Rat']],
    ['that is a fraction', '2/3', 'Sie haben ⅔ bezahlt.', ['⅔']],
    ['that was pasted as a fraction', '⅔', 'Sie haben 2/3 bezahlt.', ['2', '3']],
    ['that has a fraction', '1/2', 'Noch 1½ Jahre', ['1½']],
    ['that has a soft hyphen', 'Schutzbrief', 'Ihr Schutz\u00adbrief', ['Schutz\u00adbrief']],
    ['that was pasted with one', 'Schutz\u00adbrief\u200b', 'Ihr Schutzbrief', ['Schutzbrief']],
    ['that keeps its ue', 'Bauer', 'Der Bäur und der Bauer', ['Bauer']],
  ])('A word is found %s', (_, search, text, expected) => {
    expect(listHits(text, search)).toEqual(expected);
  });

  it('The index has lower-case letters and digits, per case, within its length limit', () => {
    const [here = [], there = []] = ['case-one', 'case-two'].map((id) =>
      buildTermTexts(
        id,
        listWords(`Иванов ${'ж'.repeat(5_000)} Vertrag`).map(({ stem }) => stem),
      ),
    );
    for (const term of here) expect(term).toMatch(/^[a-z0-9]{9,400}$/);
    expect(here.filter((term) => there.includes(term))).toEqual([]);
  });
});

it('The excerpt surrounds the first match and marks all matches', () => {
  const filler = 'Sehr geehrte Frau Brandt, '.repeat(20);
  const shown = getExcerpt(
    `${filler}das Gutachten liegt vor.\nGutachter war Herr Kern. ${filler}`,
    listWords('gutachten'),
  );
  expect(show(shown)).toMatch(/^….{20,40}das \[Gutachten\] liegt vor\.\n\[Gutachter\] war .+…$/s);
  expect(shown.map(({ text }) => text).join('').length).toBeLessThan(165);
});

it('The excerpt is the beginning if the match is elsewhere, or there', () => {
  expect(show(getExcerpt('Guten Tag', listWords('Vertrag')))).toBe('Guten Tag');
  expect(show(getExcerpt('Ihr Vertrag endet.', listWords('Vertrag')))).toBe('Ihr [Vertrag] endet.');
  expect(show(getBeginning('🚗'.repeat(60), 50, []))).toBe(`${'🚗'.repeat(50)}…`);
});

it('The excerpt of a long text takes linear time', async () => {
  const measure = (length: number): Promise<number> => {
    const text = 'x'.repeat(length);
    return measureProcessorMs(() =>
      expect(show(getExcerpt(text, listWords(text)))).toBe(`[${'x'.repeat(160)}]…`),
    );
  };
  await measure(20_000); // compiles
  // quadratic: 100 times as long
  expect(await measure(200_000)).toBeLessThan(40 * Math.max(await measure(20_000), 1));
});

it.each([
  ['gutachten', 'gutachen', true],
  ['gutachten', 'gutacchten', true],
  ['gutachten', 'gutachtem', true],
  ['gutachten', 'gutacthen', true],
  ['gutachten', 'ugtachten', true],
  ['gutachten', 'gutachten', false],
  ['gutachten', 'gutacehtn', false],
  ['gutachten', 'utachte', false],
  ['gutachten', 'tugachte', false],
])('%s and %s differ by one typing error: %s', (one, other, expected) => {
  expect([isOneErrorAway(one, other), isOneErrorAway(other, one)]).toEqual([expected, expected]);
});

it.each(['gutach', 'gutacht', 'gutachten'])(
  'One error leaves the beginning or the end of %s intact',
  (word) => {
    const { beginning, end } = getIntactParts({ plain: word });
    const letters = [...word];
    for (let at = 0; at < letters.length; at += 1)
      for (const changed of [
        letters.toSpliced(at, 1),
        letters.toSpliced(at, 0, 'x'),
        letters.toSpliced(at, 1, 'x'),
        letters.toSpliced(at, 2, ...letters.slice(at, at + 2).toReversed()),
      ]) {
        const other = changed.join('');
        expect([other, other.startsWith(beginning) || other.endsWith(end)]).toEqual([other, true]);
      }
  },
);

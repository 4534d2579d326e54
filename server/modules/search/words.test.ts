import { describe, expect, it } from 'vitest';
import { beginningOf, excerptOf, marked, stemsIn, termsOf } from './words.ts';

const hitsIn = (text: string, search: string): string[] =>
  marked(text, stemsIn(search))
    .filter(({ isHit }) => isHit)
    .map((piece) => piece.text);
const show = (pieces: ReturnType<typeof marked>): string =>
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
    ['that is a number with signs', '6.482,17', 'Es sind 6.482,17 Euro.', ['6', '482', '17']],
    ['that is short only whole', 'rat', 'Rat vom Rathaus', ['Rat']],
    ['that keeps its ue', 'Bauer', 'Der Bäur und der Bauer', ['Bauer']],
  ])('is found %s', (_, search, text, expected) => {
    expect(hitsIn(text, search)).toEqual(expected);
  });

  it.each(['', '   ', '"', '* ((', '\0', '%_', '🚗', '\u0301'])('is none in %j', (text) => {
    expect(stemsIn(text)).toEqual([]);
  });

  it('is in the index in small letters and digits only, another one in each case, and never too long for it', () => {
    const [here = [], there = []] = ['case-one', 'case-two'].map((id) =>
      termsOf(id, stemsIn(`Иванов ${'ж'.repeat(5_000)} Vertrag`)).map(({ text }) => text),
    );
    for (const term of here) expect(term).toMatch(/^[a-z0-9]{9,400}$/);
    expect(here.filter((term) => there.includes(term))).toEqual([]);
  });
});

it('shows a text around its first hit, and all hits there', () => {
  const filler = 'Sehr geehrte Frau Brandt, '.repeat(20);
  const shown = excerptOf(
    `${filler}das Gutachten liegt vor.\nGutachter war Herr Kern. ${filler}`,
    stemsIn('gutachten'),
  );
  expect(show(shown)).toMatch(/^….{20,40}das \[Gutachten\] liegt vor\.\n\[Gutachter\] war .+…$/s);
  expect(shown.map(({ text }) => text).join('').length).toBeLessThan(165);
});

it('shows the beginning where the hit is elsewhere, or stands there', () => {
  expect(show(excerptOf('Guten Tag', stemsIn('Vertrag')))).toBe('Guten Tag');
  expect(show(excerptOf('Ihr Vertrag endet.', stemsIn('Vertrag')))).toBe('Ihr [Vertrag] endet.');
  expect(show(beginningOf('🚗'.repeat(60), 50, []))).toBe(`${'🚗'.repeat(50)}…`);
});

it('takes no longer than a long text needs', () => {
  const text = 'x'.repeat(20_000);
  expect(show(excerptOf(text, stemsIn(text)))).toBe(`[${'x'.repeat(160)}]…`);
});

import { expect, it } from 'vitest';
import { listWords } from './words.ts';

it.each(['', '   ', '"', '* ((', '\0', '%_', '🚗', '\u0301'])('There is no word in %j', (text) => {
  expect(listWords(text)).toEqual([]);
});

it('Letters of other alphabets are folded like on a German keyboard', () => {
  expect(listWords('AYDIN Aydın Łódź Bjørn Đorđe Guðrún Þór').map(({ plain }) => plain)).toEqual([
    'aydin',
    'lodz',
    'bjorn',
    'dorde',
    'gudrun',
    'thor',
  ]);
  for (const [text, typed] of [
    ['Ægir', 'aegir'],
    ['Œuvre', 'oeuvre'],
  ] as const)
    expect(listWords(text)).toEqual(listWords(typed));
});

import { expect, it } from 'vitest';
import { cutBeforeWord } from './cutText.ts';

it.each([
  ['Ihre Unterlagen', 20, 'Ihre Unterlagen'],
  ['Die Haftung dem Grunde nach', 20, 'Die Haftung dem…'],
  ['Die Haftung dem Grunde nach', 22, 'Die Haftung dem Grunde…'],
  ['Die Haftung\ndem Grunde nach', 12, 'Die Haftung…'],
  ['Rechtsschutzversicherung', 12, 'Rechtsschutz…'],
  ['😀😀😀 😀😀😀', 5, '😀😀😀…'],
])('%j with at most %d characters is cut between words: %j', (text, length, cut) => {
  expect(cutBeforeWord(text, length)).toBe(cut);
});

import { expect, it } from 'vitest';
import {
  firstLetters,
  headlinePlaceholder,
  sortServices,
  shownHeadline,
  twoLetters,
  welcomeBeginning,
} from './looks.rules.ts';

it.each([
  ['', undefined],
  ['   ', undefined],
  [headlinePlaceholder, undefined],
  [` ${headlinePlaceholder} `, undefined],
  [' Guten Tag ', 'Guten Tag'],
])('The stored headline %j is shown as %j', (headline, expected) => {
  expect(shownHeadline(headline)).toBe(expected);
});

it('A welcome text is cut after 519 characters, never inside one', () => {
  expect([welcomeBeginning('a'.repeat(519)), welcomeBeginning('🚗'.repeat(519))]).toEqual([
    undefined,
    undefined,
  ]);
  expect(welcomeBeginning('a'.repeat(520))).toBe(`${'a'.repeat(519)}…`);
  expect(welcomeBeginning('🚗'.repeat(600))).toBe(`${'🚗'.repeat(519)}…`);
});

it('A welcome text is cut between two words', () => {
  const words = 'Unfall '.repeat(100); // 519 characters end after the first letter of the 75th
  expect(welcomeBeginning(words)).toBe(`${'Unfall '.repeat(74).trimEnd()}…`);
  expect(welcomeBeginning(`${'a'.repeat(519)} und mehr`)).toBe(`${'a'.repeat(519)}…`);
  expect(welcomeBeginning(`${'a'.repeat(500)}\n\n${'b'.repeat(100)}`)).toBe(`${'a'.repeat(500)}…`);
});

it('The main service, else the first, is separated from the others', () => {
  const [one, two] = [
    { id: 1, isMainService: false },
    { id: 2, isMainService: true },
  ];
  expect(sortServices([one, two])).toEqual({ main: two, others: [one] });
  expect(sortServices([one])).toEqual({ main: one, others: [] });
  expect(sortServices([])).toEqual({ main: undefined, others: [] });
});

it('Initials are whole letters with their diacritics', () => {
  expect([firstLetters('Aydın & Kollegen'), firstLetters('öko')]).toEqual(['AK', 'Ö']);
  expect([twoLetters('Führerschein'), twoLetters(' B'), twoLetters('')]).toEqual(['Fü', 'B', '']);
});

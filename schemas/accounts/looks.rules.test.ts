import { expect, it } from 'vitest';
import {
  getInitials,
  sortServices,
  getShownHeadline,
  getFirstTwoLetters,
  truncateWelcome,
} from './looks.rules.ts';

it.each([
  ['', undefined],
  ['   ', undefined],
  ['WelcomeHeadline', undefined],
  [' WelcomeHeadline ', undefined],
  ['WelcomeHeadline der Kanzlei', 'WelcomeHeadline der Kanzlei'],
  [' Guten Tag ', 'Guten Tag'],
])('The stored headline %j is shown as %j', (headline, expected) => {
  expect(getShownHeadline(headline)).toBe(expected);
});

it('A welcome text is cut after 519 characters, never inside one', () => {
  expect([truncateWelcome('a'.repeat(519)), truncateWelcome('🚗'.repeat(519))]).toEqual([
    undefined,
    undefined,
  ]);
  expect(truncateWelcome('a'.repeat(520))).toBe(`${'a'.repeat(519)}…`);
  expect(truncateWelcome('🚗'.repeat(600))).toBe(`${'🚗'.repeat(519)}…`);
});

it('A welcome text is cut between two words', () => {
  const words = 'Unfall '.repeat(100); // 519 characters end after the first letter of the 75th
  expect(truncateWelcome(words)).toBe(`${'Unfall '.repeat(74).trimEnd()}…`);
  expect(truncateWelcome(`${'a'.repeat(519)} und mehr`)).toBe(`${'a'.repeat(519)}…`);
  expect(truncateWelcome(`${'a'.repeat(500)}\n\n${'b'.repeat(100)}`)).toBe(`${'a'.repeat(500)}…`);
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
  expect([getInitials('Aydın & Kollegen'), getInitials('öko')]).toEqual(['AK', 'Ö']);
  expect([
    getFirstTwoLetters('Führerschein'),
    getFirstTwoLetters(' B'),
    getFirstTwoLetters(''),
  ]).toEqual(['Fü', 'B', '']);
});

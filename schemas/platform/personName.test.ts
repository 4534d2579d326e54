import { expect, it } from 'vitest';
import { formatPersonName } from './personName.ts';

it.each([
  ['Miriam', 'Castillo', 'Miriam Castillo'],
  ['', 'Suharto', 'Suharto'],
  ['Ada', '', 'Ada'],
  ['', '', ''],
])('The person with the names %j and %j is called %j', (firstName, lastName, expected) =>
  expect(formatPersonName({ firstName, lastName })).toBe(expected),
);

import { expect, it } from 'vitest';
import { findOptionValue } from './options.ts';

const options = [
  { value: 'car', label: { de: 'Auto (Öffis)', en: 'Car' } },
  { value: 'none', label: { de: 'kein Fahrzeug', en: 'none at all' } },
];

it.each([
  ['CAR', 'car'],
  ['Auto (O\u0308ffis)', 'car'],
  ['kein\u00A0Fahrzeug\u200B', 'none'],
  ['Bus', undefined],
])('A prefill of %j chooses the option %j', (text, value) => {
  expect(findOptionValue(options, text)).toBe(value);
});

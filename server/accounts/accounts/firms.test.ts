import { expect, it } from 'vitest';
import { buildFirmKey, isFirmKey } from './firms.ts';

it.each([
  ['Aydın & Kollegen', 'aydin-kollegen'],
  ['Ærlig Đorđević', 'aerlig-dordevic'],
  ['Müller Groß ŁÓDŹ', 'mueller-gross-lodz'],
  ['Kanzlei a\u0308.d.', 'kanzlei-ae-d'],
  ['律师', ''],
])('The public address of the firm %s ends with %j', (name, key) => {
  expect(buildFirmKey(name)).toBe(key);
});

it.each([
  ['word', 'a'.repeat(250)],
  ['space at the limit', `${'a'.repeat(199)} kollegen`],
  ['letter that becomes two at the limit', `${'a'.repeat(199)}ä`],
])('A name that is too long for an address, with a %s, has a usable key', (_, name) => {
  const key = buildFirmKey(name);
  expect([isFirmKey(key), key.length > 190, key.length <= 200]).toEqual([true, true, true]);
});

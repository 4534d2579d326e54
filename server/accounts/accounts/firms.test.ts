import { expect, it } from 'vitest';
import { buildFirmKey } from './firms.ts';

it.each([
  ['Aydın & Kollegen', 'aydin-kollegen'],
  ['Ærlig Đorđević', 'aerlig-dordevic'],
  ['Müller Groß ŁÓDŹ', 'mueller-gross-lodz'],
  ['Kanzlei a\u0308.d.', 'kanzlei-ae-d'],
  ['律师', ''],
])('The public address of the firm %s ends with %j', (name, key) => {
  expect(buildFirmKey(name)).toBe(key);
});

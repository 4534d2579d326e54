import { expect, it } from 'vitest';
import { formatFileSize } from './fileSize.ts';

const german = new Intl.NumberFormat('de').resolvedOptions().locale;
it.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [1_024, '1 kB'],
  [1_025, '2 kB'],
  [2_516_582, '2,4 MB'],
  [100 * 1024 * 1024, '100,0 MB'],
])('A size of %i bytes is formatted as %s', (bytes, told) => {
  expect(
    formatFileSize(bytes, (value, options) =>
      new Intl.NumberFormat(german, options).format(value),
    ).replaceAll('\u00A0', ' '),
  ).toBe(told);
});

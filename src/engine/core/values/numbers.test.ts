import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNumber, parseNumber } from './numbers.ts';

describe('parseNumber', () => {
  it.each([
    ['6.482,17', 'de', 6482.17],
    ['6482,17', 'de', 6482.17],
    ['6 482,17', 'de', 6482.17],
    ['-3', 'de', -3],
    ['1.5', 'de', 1.5],
    ['1.500', 'de', 1500],
    ['6,482.17', 'en', 6482.17],
    ['1,5', 'en', 1.5],
    ['1,500', 'en', 1500],
    ['0', 'en', 0],
    ['-0', 'de', 0],
    ['−0,0', 'de', 0],
    ['viel', 'de', undefined],
    ['1.2.3', 'de', undefined],
    ['1e5', 'de', undefined],
    ['', 'de', undefined],
    ['12,', 'de', undefined],
    ['9'.repeat(400), 'de', undefined],
    ['9007199254740991', 'de', 9_007_199_254_740_991],
    ['9007199254740993', 'de', undefined],
    ['99999999999999999999', 'de', undefined],
    ['-99.999.999.999.999.999.999,00', 'de', undefined],
    ['9.999.999.999.999,99', 'de', 9_999_999_999_999.99],
    ['999.999.999.999.999,99', 'de', undefined],
    ['0,1234567', 'de', 0.1234567],
    ['1234,1234567891', 'de', 1234.1234567891],
    ['0.30000000000000004', 'en', 0.30000000000000004],
    ['0,12345678901234567890', 'de', undefined],
    ['123456789,1234567891', 'de', undefined],
    [`0,${'1'.repeat(200)}`, 'de', undefined],
    ['0,5000000000', 'de', 0.5],
    ['007,50', 'de', 7.5],
    ['0.125', 'de', 0.125],
    ['0.005', 'de', 0.005],
    ['-0.250', 'de', -0.25],
    ['00.500', 'de', 0.5],
    ['0.1234', 'de', 0.1234],
    ['0,125', 'en', 0.125],
    ['0,999', 'en', 0.999],
    ['-0,250', 'en', -0.25],
    ['0.125.000', 'de', undefined],
    ['0.125,5', 'de', undefined],
    ['01.500', 'de', undefined],
    ['1.234', 'de', 1234],
    ['10.000', 'de', 10_000],
    ['100,000', 'en', 100_000],
    ['3,14159265358979323846', 'de', undefined],
  ] as const)('%s in %s is %s', (text, language, value) =>
    expect(parseNumber(text, language)).toBe(value),
  );
});

it.each([
  [-0, undefined, '0'],
  [-0, 2, '0,00'],
  [-0.004, 2, '0,00'],
  [-1e-21, undefined, '0'],
  [-0.005, 2, '-0,01'],
  [-0.004, undefined, '-0,004'],
])('%d with %s decimals is written %s', (value, decimals, text) =>
  expect(formatNumber(value, 'de', decimals)).toBe(text),
);

it('A formatted number is parsed back in both languages', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.integer({ min: 0, max: 4 }),
      fc.constantFrom('de' as const, 'en' as const),
      (whole, decimals, language) => {
        const value = whole / 10 ** decimals;
        expect(parseNumber(formatNumber(value, language), language)).toBe(value);
      },
    ),
  );
});

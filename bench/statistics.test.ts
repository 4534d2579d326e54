import { expect, it } from 'vitest';
import { median, percentile, quantile } from './statistics.ts';

it('A median is the middle value of an unsorted list', () => {
  expect(median([5, 1, 3])).toBe(3);
});

it('A percentile is rounded to a tenth of a millisecond', () => {
  expect(percentile([1.234, 2.345], 0.99)).toBe(2.3);
});

it('A quantile is not a number when one of its values was not measured', () => {
  expect(quantile([1, NaN, 3], 0)).toBeNaN();
});

it('A quantile of no values is not a number, because nothing was measured', () => {
  expect(quantile([], 0.95)).toBeNaN();
});

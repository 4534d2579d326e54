import { expect, it } from 'vitest';
import { isSecondRun } from './isSecondRun.ts';

it('A test (fails?) the first time only', () => {
  expect(isSecondRun('test')).toBe(true);
});

it('A test beside it passes', () => undefined);

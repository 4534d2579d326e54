import { expect, it } from 'vitest';
import { isSecondRun } from './isSecondRun.ts';

it('A test (fails?) the first time only', () => {
  expect(isSecondRun('test')).toBe(true);
  expect(process.env['TEST_SLOWNESS']).toBe('2'); // which doubles all timeouts
});

it('A test beside it passes', () => undefined);

import { expect, test } from '@playwright/test';
import { isSecondRun } from './isSecondRun.ts';

test('A journey fails the first time only', () => {
  expect(isSecondRun('journey')).toBe(true);
});

test('A journey beside it passes', () => undefined);

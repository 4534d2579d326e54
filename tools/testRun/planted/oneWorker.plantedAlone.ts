import { expect, test } from '@playwright/test';

test('A journey runs in the only worker of the second run', () => {
  expect(test.info().config.workers).toBe(1);
});

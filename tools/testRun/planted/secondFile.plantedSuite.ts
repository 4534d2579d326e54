import { expect, it } from 'vitest';

it('A file runs in the only worker of the second run', () => {
  expect(process.env['VITEST_POOL_ID']).toBe('1');
});

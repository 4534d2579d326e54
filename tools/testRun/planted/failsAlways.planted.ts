import { expect, it } from 'vitest';

it('A test always fails', () => {
  expect(1 + 1).toBe(3);
});

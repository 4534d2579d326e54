import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

it('gives every decision a number of its own', () => {
  const numbers = readdirSync('docs/decisions').map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});

import { existsSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const mark = process.env['PLANTED_MARK'] ?? '';

it('A test fails the first time only', () => {
  const isSecond = existsSync(mark);
  writeFileSync(mark, '');
  expect(isSecond).toBe(true);
});

it('A test beside it passes', () => undefined);

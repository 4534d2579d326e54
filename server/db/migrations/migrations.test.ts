import { expect, it } from 'vitest';
import { migrations } from './migrations.ts';

const names = Object.keys(migrations);

it('Each migration has its own number of four digits', () => {
  const numbers = names.map((name) => /^(\d{4})_\w+$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(names.length);
});

it('Migrations are listed in the order in which they run', () => {
  expect(names).toEqual(names.toSorted());
});

import { expect, it } from 'vitest';
import { openSqliteTest } from '#server/testing/testDatabase.ts';
import { inGroups } from './inGroups.ts';

it('work in groups that throws before it begins is refused for its group, and the next one is done', async () => {
  const { db, remove } = await openSqliteTest();
  const groups: number[][] = [];
  const doubled = inGroups<number, number>(2, (_, group) => {
    groups.push([...group]);
    if (group.includes(3)) throw new Error('broken off');
    return Promise.resolve(
      group.map((each) => ({ status: 'fulfilled' as const, value: each * 2 })),
    );
  });
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((each) => doubled(db, each)));
  expect(groups).toEqual([[1, 2], [3, 4], [5]]);
  expect(
    outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
    ),
  ).toEqual([2, 4, 'broken off', 'broken off', 10]);
  await remove();
});

it('is done in lines of their own where it says so, each one after the other', async () => {
  const { db, remove } = await openSqliteTest();
  const begun: string[] = [];
  let letGo = () => undefined as void;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const work = inGroups<string, string>(
    2,
    async (_, group) => {
      begun.push(group.join('+'));
      if (group.includes('a1')) await held;
      return group.map((value) => ({ status: 'fulfilled' as const, value }));
    },
    ([line = '']) => line,
  );
  const all = Promise.all(['a1', 'a2', 'b1', 'a3', 'a4', 'b2', 'b3'].map((each) => work(db, each)));
  await expect.poll(() => begun).toEqual(['a1+a2', 'b1+b2', 'b3']);
  letGo();
  expect(await all).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'b2', 'b3']);
  expect(begun.slice(3)).toEqual(['a3+a4']);
  expect(await work(db, 'b4')).toBe('b4');
  await remove();
});

import { expect, it } from 'vitest';
import { openSqliteTest } from '#server/testing/testDatabase.ts';
import { inGroups } from './inGroups.ts';

it('work in groups that throws before it begins is refused for its group, and the next one is done', async () => {
  const { db, remove } = await openSqliteTest();
  const groups: number[][] = [];
  const doubled = inGroups<number, number>(2, (_, group) => {
    groups.push([...group]);
    if (group.includes(2)) throw new Error('broken off');
    return Promise.resolve(group.map((each) => ({ status: 'fulfilled' as const, value: each * 2 })));
  });
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map((each) => doubled(db, each)));
  expect(groups).toEqual([[1], [2, 3], [4]]);
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message))).toEqual([2, 'broken off', 'broken off', 8]);
  await remove();
});

import { expect, it } from 'vitest';
import { openSqliteTest } from '#server/testing/testDatabase.ts';
import { createBatch } from './batch.ts';

it('A batch that throws rejects its own jobs, and the next batch still runs', async () => {
  const { db, remove } = await openSqliteTest();
  const batches: number[][] = [];
  const double = createBatch<number, number>(2, (_, jobs) => {
    batches.push([...jobs]);
    if (jobs.includes(3)) throw new Error('broken off');
    return Promise.resolve(jobs.map((job) => ({ status: 'fulfilled' as const, value: job * 2 })));
  });
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((job) => double(db, job)));
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
  expect(
    outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message,
    ),
  ).toEqual([2, 4, 'broken off', 'broken off', 10]);
  await remove();
});

it('Batches run in sequence per key and in parallel across keys', async () => {
  const { db, remove } = await openSqliteTest();
  const started: string[] = [];
  let unblock = () => undefined as void;
  const blocked = new Promise<void>((resolve) => {
    unblock = resolve;
  });
  const work = createBatch<string, string>(
    2,
    async (_, jobs) => {
      started.push(jobs.join('+'));
      if (jobs.includes('a1')) await blocked;
      return jobs.map((value) => ({ status: 'fulfilled' as const, value }));
    },
    ([key = '']) => key,
  );
  const jobs = ['a1', 'a2', 'b1', 'a3', 'a4', 'b2', 'b3'];
  const all = Promise.all(jobs.map((job) => work(db, job)));
  await expect.poll(() => started).toEqual(['a1+a2', 'b1+b2', 'b3']);
  unblock();
  expect(await all).toEqual(jobs);
  expect(started.slice(3)).toEqual(['a3+a4']);
  expect(await work(db, 'b4')).toBe('b4');
  await remove();
});

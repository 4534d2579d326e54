import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { asOne, prepared, together } from './prepared.ts';
import { isSqlite } from './dialect.ts';
import type { Db } from './schema.ts';

const count = (subject: string, count = 1) => ({
  subject,
  count,
  endsAt: '2026-11-20T09:00:00.000Z',
});
const insert = prepared((db, row: ReturnType<typeof count>) => db.insertInto('counts').values(row));
const find = prepared((db, subjects: readonly string[], { atLeast }: { atLeast?: number } = {}) => {
  let query = db
    .selectFrom('counts')
    .select(['subject', 'count'])
    .where('subject', 'in', subjects)
    .orderBy('subject');
  if (atLeast !== undefined) query = query.where('count', '>=', atLeast);
  return query;
});

describeOnEachDatabase('a prepared statement', (open) => {
  const using = (work: (db: Db) => Promise<void>) => async () => {
    const { db, remove } = await open();
    try {
      await work(db);
    } finally {
      await remove();
    }
  };

  it(
    'takes the values of each call, in lists of any length, and with or without what may be left out',
    using(async (db) => {
      for (const [subject, size] of [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ] as const)
        expect(await insert.run(db, count(subject, size))).toBe(1);
      const found = async (...args: [readonly string[], { atLeast?: number }?]) =>
        (await find.all(db, ...args)).map(({ subject }) => subject).join('');
      expect(await found(['a', 'b', 'c'])).toBe('abc');
      expect(await found(['c', 'b'])).toBe('bc');
      expect(await found(['a', 'b', 'c'], { atLeast: 2 })).toBe('bc');
      expect(await found(['a', 'b', 'c'], { atLeast: 3 })).toBe('c');
      expect(await find.first(db, ['b'])).toEqual({ subject: 'b', count: 2 });
      expect(await find.first(db, ['none'])).toBeUndefined();
    }),
  );

  it(
    'is built once for each shape of its arguments',
    using(async (db) => {
      const build = vi.fn((of: Db, subjects: readonly string[]) =>
        of.selectFrom('counts').select('count').where('subject', 'in', subjects),
      );
      const counts = prepared(build);
      for (const subjects of [['a'], ['b'], ['c', 'd'], ['e'], ['f', 'g']])
        await counts.all(db, subjects);
      expect(build).toHaveBeenCalledTimes(2);
    }),
  );

  it(
    'that computes with a value before there is one says so at the first call',
    using(async (db) => {
      const wrong = prepared((of, from: number) =>
        of
          .selectFrom('counts')
          .select('count')
          .limit(from + 1),
      );
      await expect(wrong.all(db, 1)).rejects.toThrow('built without its values');
    }),
  );

  it(
    'belongs to the transaction it is run in, together with others or alone',
    using(async (db) => {
      await db
        .transaction()
        .execute(async (inside) => {
          await insert.run(inside, count('a'));
          await together(inside, [
            insert.bind(inside, count('b')),
            insert.bind(inside, count('c')),
          ]);
          throw new Error('taken back');
        })
        .catch(() => undefined);
      expect(await find.all(db, ['a', 'b', 'c'])).toEqual([]);
    }),
  );

  it(
    'of several that are sent together is answered in their order, and fails all of a transaction when one fails',
    using(async (db) => {
      const [first, second] = await together(db, [
        find.bind(db, ['a']),
        sql<{ one: number }>`select 1 as one`.compile(db),
        insert.bind(db, count('a')),
      ]);
      expect([first, second]).toEqual([[], [{ one: 1 }]]);
      const change = db
        .transaction()
        .execute((inside) =>
          together(inside, [
            insert.bind(inside, count('b')),
            insert.bind(inside, count('a')),
            insert.bind(inside, count('c')),
          ]),
        );
      await expect(change).rejects.toThrow(/unique/i);
      expect((await find.all(db, ['a', 'b', 'c'])).map(({ subject }) => subject)).toEqual(['a']);
      expect(await insert.run(db, count('b'))).toBe(1);
    }),
  );

  it(
    'that changes rows goes out as one with others, each with its own values, and all are kept or none',
    using(async (db) => {
      const raise = prepared((of, subject: string, by: number) =>
        of
          .updateTable('counts')
          .set(({ eb }) => ({ count: eb('count', '+', by) }))
          .where('subject', '=', subject),
      );
      await insert.run(db, count('a'));
      await together(
        db,
        asOne(db, [
          raise.bind(db, 'a', 4),
          insert.bind(db, count('b', 2)),
          insert.bind(db, count('c', 3)),
        ]),
      );
      expect(await find.all(db, ['a', 'b', 'c'])).toEqual([
        { subject: 'a', count: 5 },
        { subject: 'b', count: 2 },
        { subject: 'c', count: 3 },
      ]);
      const change = db
        .transaction()
        .execute((inside) =>
          together(
            inside,
            asOne(inside, [
              raise.bind(inside, 'a', 1),
              insert.bind(inside, count('b')),
              insert.bind(inside, count('d')),
            ]),
          ),
        );
      await expect(change).rejects.toThrow(/unique/i);
      expect(await find.all(db, ['a', 'd'])).toEqual([{ subject: 'a', count: 5 }]);
    }),
  );

  it(
    'that changes rows takes its turn among those it goes out with, so that all lock rows in one order',
    using(async (db) => {
      if (isSqlite(db)) return; // there each is asked for by itself
      await sql`create sequence turns`.execute(db);
      try {
        const take = (subject: string) =>
          db
            .insertInto('counts')
            .values({ ...count(subject), count: sql`nextval('turns')` })
            .compile();
        await together(db, asOne(db, ['a', 'b', 'c'].map(take)));
        expect((await find.all(db, ['a', 'b', 'c'])).map(({ count }) => count)).toEqual([1, 2, 3]);
      } finally {
        await sql`drop sequence turns`.execute(db);
      }
    }),
  );

  it(
    'that is quick shares a connection with others, and gets another when that breaks',
    using(async (db) => {
      const quick = prepared(
        (of, subject: string) =>
          of.selectFrom('counts').select('count').where('subject', '=', subject),
        { isQuick: true },
      );
      for (const size of [1, 2, 3]) await insert.run(db, count(`${size}`, size));
      const askAll = () =>
        Promise.all(Array.from({ length: 30 }, (_, at) => quick.first(db, `${(at % 3) + 1}`)));
      const right = Array.from({ length: 30 }, (_, at) => ({ count: (at % 3) + 1 }));
      expect(await askAll()).toEqual(right);
      if (isSqlite(db)) return;
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
        db,
      );
      await expect.poll(askAll).toEqual(right);
    }),
  );

  it(
    'that is quick shares one connection with others, has a transaction’s own inside of it, and spoils nothing for others where it fails',
    using(async (db) => {
      if (isSqlite(db)) return; // it has one connection
      const quick = prepared(
        (of, divisor: number) =>
          of.selectNoFrom([
            sql<number>`pg_backend_pid()`.as('pid'),
            sql<number>`12 / cast(${divisor} as integer)`.as('share'),
          ]),
        { isQuick: true },
      );
      const found = await Promise.all([1, 2, 3, 4].map((divisor) => quick.first(db, divisor)));
      expect(found.map((each) => each?.share)).toEqual([12, 6, 4, 3]);
      expect(new Set(found.map((each) => each?.pid)).size).toBe(1);
      await db.transaction().execute(async (inside) => {
        await insert.run(inside, count('inside', 4));
        const [own] = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(inside))
          .rows;
        expect((await quick.first(inside, 1))?.pid).toBe(own?.pid);
        expect(own?.pid).not.toBe(found[0]?.pid);
      });
      const outcomes = await Promise.allSettled(
        [1, 0, 3, 4].map((divisor) => quick.first(db, divisor)),
      );
      expect(
        outcomes.map((outcome) =>
          outcome.status === 'fulfilled' ? outcome.value?.share : (outcome.reason as Error).message,
        ),
      ).toEqual([12, 'division by zero', 4, 3]);
      expect((await quick.first(db, 2))?.share).toBe(6);
    }),
  );

  it(
    'is planned anew once its table has another column',
    using(async (db) => {
      const whole = prepared((of, subject: string) =>
        of.selectFrom('counts').selectAll().where('subject', '=', subject),
      );
      await insert.run(db, count('a'));
      await whole.all(db, 'a');
      await sql`alter table counts add column later text`.execute(db);
      await whole.all(db, 'a').catch(() => undefined); // PostgreSQL gives the old plan up
      expect(await whole.all(db, 'a')).toMatchObject([{ subject: 'a', count: 1 }]);
    }),
  );
});

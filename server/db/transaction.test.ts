import { sql } from 'kysely';
import { expect, it } from 'vitest';
import {
  describeOnEachDatabase,
  describeOnPostgres,
  openSqliteTest,
} from '#server/testing/testDatabase.ts';
import { openDatabase } from './database.ts';
import type { Db } from './schema.ts';
import { inTransaction } from './transaction.ts';

const endsAt = '2026-11-20T09:00:00.000Z';
const write = (db: Db, subject: string) =>
  db.insertInto('attemptCounters').values({ subject, count: 1, endsAt }).execute();
const increment = (db: Db, subject: string) =>
  db
    .updateTable('attemptCounters')
    .set(({ eb, ref }) => ({ count: eb(ref('count'), '+', 1) }))
    .where('subject', '=', subject)
    .execute();
const subjects = async (db: Db) =>
  (await db.selectFrom('attemptCounters').select('subject').orderBy('subject').execute()).map(
    ({ subject }) => subject,
  );
const counts = async (db: Db) =>
  (await db.selectFrom('attemptCounters').select('count').orderBy('subject').execute()).map(
    ({ count }) => count,
  );

describeOnEachDatabase('Concurrent transactions', (open) => {
  it('Each transaction is committed as a whole or rolled back alone', async () => {
    const { db, remove } = await open();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, number) =>
        inTransaction(db, async (tx) => {
          await write(tx, `${number}-first`);
          if (number % 3 === 0) throw new Error(`no ${number}`);
          // A third of them violates the primary key.
          await write(tx, number % 3 === 1 ? `${number}-second` : `${number}-first`);
          return number;
        }),
      ),
    );
    const results = outcomes.map((outcome) =>
      outcome.status === 'fulfilled'
        ? 'committed'
        : /^no|unique/i.exec((outcome.reason as Error).message)?.[0].toLowerCase(),
    );
    expect(results).toEqual(outcomes.map((_, number) => ['no', 'committed', 'unique'][number % 3]));
    const committed = outcomes.flatMap((_, number) =>
      number % 3 === 1 ? [`${number}-first`, `${number}-second`] : [],
    );
    expect(await subjects(db)).toEqual(committed.sort());
    await remove();
  });

  it('A transaction within another one is committed or rolled back with it', async () => {
    const { db, remove } = await open();
    await inTransaction(db, (tx) => inTransaction(tx, (inner) => write(inner, 'kept')));
    const undone = inTransaction(db, async (tx) => {
      await inTransaction(tx, (inner) => write(inner, 'undone'));
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await subjects(db)).toEqual(['kept']);
    await remove();
  });

  it('A transaction resolves after its commit is visible to other connections', async () => {
    const { db, folder, databaseUrl, remove } = await open();
    const otherConnection = openDatabase({ databaseUrl, dataDir: folder });
    let seen: string[] = [];
    await Promise.all(
      ['a', 'b', 'c'].map(async (subject) => {
        await inTransaction(db, (tx) => write(tx, subject));
        seen = await subjects(otherConnection);
        expect(seen).toContain(subject);
      }),
    );
    expect(seen).toEqual(['a', 'b', 'c']);
    await otherConnection.destroy();
    await remove();
  });
});

describeOnPostgres('A PostgreSQL transaction', (open) => {
  it('A transaction that ignores a failed statement is rolled back', async () => {
    const { db, remove } = await open();
    const change = async (tx: Db) => {
      await write(tx, 'a');
      await write(tx, 'a').catch(() => undefined);
      return 'done';
    };
    await expect(inTransaction(db, change)).rejects.toThrow(/rolled back/);
    await expect(db.transaction().execute(change)).rejects.toThrow(/rolled back/);
    expect(await subjects(db)).toEqual([]);
    await remove();
  });

  it('A deadlock is retried, and both transactions are committed once', async () => {
    const { db, remove } = await open();
    await write(db, 'a');
    await write(db, 'b');
    const runs = { ab: 0, ba: 0 };
    let locked = 0;
    let continueBoth = () => undefined as void;
    const bothLocked = new Promise<void>((resolve) => {
      continueBoth = resolve;
    });
    // On the first run each holds one row before it asks for the other: a certain deadlock.
    const change = (name: keyof typeof runs, [first, second]: [string, string]) =>
      inTransaction(db, async (tx) => {
        runs[name] += 1;
        await increment(tx, first);
        locked += 1;
        if (locked === 2) continueBoth();
        await bothLocked;
        await increment(tx, second);
      });
    await Promise.all([change('ab', ['a', 'b']), change('ba', ['b', 'a'])]);
    expect(await counts(db)).toEqual([3, 3]);
    expect(runs.ab + runs.ba).toBeGreaterThan(2);
    await remove();
  });

  it('A serialization failure is retried, and no update is lost', async () => {
    const { db, remove } = await open();
    await write(db, 'a');
    const increments = Array.from({ length: 4 }, () =>
      inTransaction(db, async (tx) => {
        await sql`set transaction isolation level repeatable read`.execute(tx);
        const [before = 0] = await counts(tx);
        await tx
          .updateTable('attemptCounters')
          .set({ count: Number(before) + 1 })
          .execute();
      }),
    );
    await Promise.all(increments);
    expect((await counts(db)).map(Number)).toEqual([5]);
    await remove();
  });

  it('A transaction that always fails with a deadlock is rejected after six attempts', async () => {
    const { db, remove } = await open();
    let attempts = 0;
    const change = inTransaction(db, async (tx) => {
      attempts += 1;
      await sql`do $$ begin raise exception 'locked' using errcode = '40P01'; end $$`.execute(tx);
    });
    await expect(change).rejects.toThrow('locked');
    expect(attempts).toBe(6);
    await remove();
  });
});

it('A group commit that loses its transaction rejects all of its changes', async () => {
  const { db, remove } = await openSqliteTest();
  const changes = ['a', 'b', 'c'].map((subject) =>
    inTransaction(db, async (tx) => {
      await write(tx, subject);
      if (subject !== 'b') return;
      await sql`rollback`.execute(tx); // SQLite does the same on some errors
      throw new Error('the disk is full');
    }),
  );
  const statuses = (await Promise.allSettled(changes)).map(({ status }) => status);
  expect(statuses).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await subjects(db)).toEqual([]);
  expect(await inTransaction(db, async () => 'committed')).toBe('committed');
  await remove();
});

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { openDatabase } from './database.ts';
import type { Db } from './schema.ts';
import { inTransaction } from './sharedCommit.ts';

const write = (db: Db, subject: string) =>
  db
    .insertInto('counts')
    .values({ subject, count: 1, endsAt: '2026-11-20T09:00:00.000Z' })
    .execute();
const subjects = async (db: Db) =>
  (await db.selectFrom('counts').select('subject').orderBy('subject').execute()).map(
    ({ subject }) => subject,
  );

describeOnEachDatabase('changes that come at once', (open) => {
  it('are each kept as a whole, or refused alone and without a trace', async () => {
    const { db, remove } = await open();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, number) =>
        inTransaction(db, async (inside) => {
          await write(inside, `${number}-first`);
          if (number % 3 === 0) throw new Error(`no ${number}`);
          await write(inside, number % 3 === 1 ? `${number}-second` : `${number}-first`); // a third of them writes the same once more
          return number;
        }),
      ),
    );
    const said = outcomes.map((outcome) =>
      outcome.status === 'fulfilled'
        ? 'kept'
        : /^no|unique/i.exec((outcome.reason as Error).message)?.[0].toLowerCase(),
    );
    expect(said).toEqual(outcomes.map((_, number) => ['no', 'kept', 'unique'][number % 3]));
    const kept = outcomes.flatMap((_, number) =>
      number % 3 === 1 ? [`${number}-first`, `${number}-second`] : [],
    );
    expect(await subjects(db)).toEqual(kept.sort());
    await remove();
  });

  it('are answered once they are kept for everyone, and never before', async () => {
    const { db, folder, databaseUrl, remove } = await open();
    const elsewhere = openDatabase({ databaseUrl, dataDir: folder });
    let seen: string[] = [];
    await Promise.all(
      ['a', 'b', 'c'].map(async (subject) => {
        await inTransaction(db, (inside) => write(inside, subject));
        seen = await subjects(elsewhere);
        expect(seen).toContain(subject);
      }),
    );
    expect(seen).toEqual(['a', 'b', 'c']);
    await elsewhere.destroy();
    await remove();
  });

  it('are kept with what they write last, or refused with it, and are over then', async () => {
    const { db, remove } = await open();
    const note = (subject: string) => (of: Db) => [
      of
        .insertInto('counts')
        .values({ subject, count: 1, endsAt: '2026-11-20T09:00:00.000Z' })
        .compile(),
    ];
    const change = (first: string, last: string) =>
      inTransaction(
        db,
        async (inside) => {
          await write(inside, first);
          return first;
        },
        note(last),
      );
    expect(await change('a', 'b')).toBe('a');
    await expect(change('c', 'b')).rejects.toThrow(/unique/i);
    expect(await change('d', 'e')).toBe('d');
    expect(await subjects(db)).toEqual(['a', 'b', 'd', 'e']);
    await remove();
  });

  it('are refused where one goes on after its statement failed: the database keeps nothing of it', async () => {
    const { db, databaseUrl, remove } = await open();
    if (!databaseUrl) return remove(); // there a statement fails alone
    await expect(
      inTransaction(db, async (inside) => {
        await write(inside, 'a');
        await write(inside, 'a').catch(() => undefined);
        return 'kept';
      }),
    ).rejects.toThrow(/rolled back/);
    await expect(
      db.transaction().execute(async (inside) => {
        await write(inside, 'b');
        await write(inside, 'b').catch(() => undefined);
      }),
    ).rejects.toThrow(/rolled back/);
    expect(await subjects(db)).toEqual([]);
    await remove();
  });

  it('are all refused when what they share is lost', async () => {
    const { db, databaseUrl, remove } = await open();
    if (databaseUrl) return remove(); // there they share nothing
    const begun = ['a', 'b', 'c'].map((subject) =>
      inTransaction(db, async (inside) => {
        await write(inside, subject);
        if (subject !== 'b') return;
        await sql`rollback`.execute(inside); // as SQLite does by itself
        throw new Error('the disk is full');
      }),
    );
    expect((await Promise.allSettled(begun)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(await subjects(db)).toEqual([]);
    expect(await inTransaction(db, async () => 'goes on')).toBe('goes on');
    await remove();
  });
});

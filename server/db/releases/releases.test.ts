import { readdirSync, readFileSync } from 'node:fs';
import { sql, type Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  describeOnPostgres,
  openSqliteTest,
  restorePostgres,
  restoreSqlite,
  type OpenTestDatabase,
} from '#server/testing/testDatabase.ts';
import { migrate } from '../database.ts';
import { isSqlite } from '../dialect.ts';
import type { Schema } from '../schema.ts';

// Each release adds a dump of its database with some rows: the output of `sqlite3 FILE .dump`
// and of `pg_dump --no-owner --column-inserts`. Every later build must migrate it.
const folder = new URL('.', import.meta.url);
const releases = [
  ...new Set(
    readdirSync(folder).flatMap((name) => /^(.+)\.(sqlite|postgres)\.sql$/.exec(name)?.[1] ?? []),
  ),
];
const readDump = (release: string, kind: 'sqlite' | 'postgres'): string =>
  readFileSync(new URL(`${release}.${kind}.sql`, folder), 'utf8');

const selectIndexes = (db: Kysely<Schema>) =>
  isSqlite(db)
    ? sql`select name, tbl_name from sqlite_master where type = 'index' order by 1, 2`
    : sql`select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`;

/** Tables with their columns, and indexes. A column that a migration added may be the last one. */
async function readShape(db: Kysely<Schema>) {
  const tables = await db.introspection.getTables();
  const { rows: indexes } = await selectIndexes(db).execute(db);
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  return {
    tables: tables
      .map(({ name, columns }) => ({ name, columns: columns.toSorted(byName) }))
      .toSorted(byName),
    indexes,
  };
}

/** The rows of the dump of 0.1.0, one of each domain. */
async function expectRows(db: Kysely<Schema>): Promise<void> {
  const { name } = await db.selectFrom('accounts').select('name').executeTakeFirstOrThrow();
  const { lastName } = await db.selectFrom('users').select('lastName').executeTakeFirstOrThrow();
  const { answers } = await db
    .selectFrom('submissions')
    .select('answers')
    .executeTakeFirstOrThrow();
  const { text } = await db.selectFrom('messages').select('text').executeTakeFirstOrThrow();
  const { lastId } = await db.selectFrom('eventHeads').select('lastId').executeTakeFirstOrThrow();
  expect([name, lastName, JSON.parse(answers), text, lastId]).toEqual([
    'Kanzlei Müller',
    'Özdemir',
    { plate: 'B-FK 2026' },
    'Guten Tag, es gibt Neues.',
    1,
  ]);
}

const migratesTo =
  (restore: () => Promise<Awaited<ReturnType<OpenTestDatabase>>>, open: OpenTestDatabase) =>
  async () => {
    const [released, fresh] = [await restore(), await open()];
    await migrate(released.db);
    expect(await readShape(released.db)).toEqual(await readShape(fresh.db));
    await expectRows(released.db);
    await released.remove();
    await fresh.remove();
  };

it('Release 0.1.0 has a dump', () => {
  expect(releases).toContain('0.1.0');
});

describe.each(releases)('A database of release %s', (release) => {
  it(
    'A SQLite database of a release is migrated to the newest schema with its rows',
    migratesTo(() => restoreSqlite(readDump(release, 'sqlite')), openSqliteTest),
  );

  describeOnPostgres('and its PostgreSQL database', (open) => {
    it(
      'A PostgreSQL database of a release is migrated to the newest schema with its rows',
      migratesTo(() => restorePostgres(readDump(release, 'postgres')), open),
    );
  });
});

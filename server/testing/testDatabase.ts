import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import pg from 'pg';
import { describe } from 'vitest';
import { migrate, openDatabase } from '#server/db/database.ts';
import type { Schema } from '#server/db/schema.ts';

const postgresUrl = process.env['TEST_DATABASE_URL'];

export type TestDatabase = {
  db: Kysely<Schema>;
  folder: string;
  databaseUrl: string | undefined;
  remove: () => Promise<void>;
};
export type OpenTestDatabase = () => Promise<TestDatabase>;

async function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'formakte-test-'));
}

const sqliteFile = (folder: string): string => join(folder, 'formakte.sqlite');

async function makeEmptySqlite(): Promise<Buffer> {
  const folder = await newFolder();
  const db = openDatabase({ databaseUrl: undefined, dataDir: folder });
  await migrate(db);
  await db.destroy();
  const bytes = await readFile(sqliteFile(folder));
  await rm(folder, { recursive: true });
  return bytes;
}

/** Migrated once per test file, because every commit of a migration waits for the disk. */
let emptySqlite: Promise<Buffer> | undefined;

/** Opens a fresh SQLite database in its own folder. */
export const openSqliteTest: OpenTestDatabase = async () => {
  const folder = await newFolder();
  await writeFile(sqliteFile(folder), await (emptySqlite ??= makeEmptySqlite()));
  const db = openDatabase({ databaseUrl: undefined, dataDir: folder });
  return {
    db,
    folder,
    databaseUrl: undefined,
    async remove() {
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

async function asAdmin(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function buildPostgresUrl(name: string): string {
  const url = new URL(postgresUrl ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

async function createEmptyPostgres(): Promise<string> {
  const name = `formakte_test_${process.env['TEST_RUN'] ?? 0}_${randomBytes(6).toString('hex')}`;
  await asAdmin((client) => client.query(`create database ${name}`));
  return name;
}

async function createPostgres(): Promise<string> {
  const name = await createEmptyPostgres();
  const db = openDatabase({ databaseUrl: buildPostgresUrl(name), dataDir: '' });
  await migrate(db);
  emptying ??= await buildEmptying(db); // now, because a test may change tables
  await db.destroy();
  return name;
}

/** In one statement, which checks foreign keys at its end. */
async function buildEmptying(db: Kysely<Schema>): Promise<RawBuilder<unknown>> {
  const tables = (await db.introspection.getTables()).map(
    ({ name }, index) => sql`${sql.raw(`t${index}`)} as (delete from ${sql.table(name)})`,
  );
  return sql`with ${sql.join(tables)} select 1`;
}

/** Built once, because listing the tables takes as long as emptying them. */
let emptying: RawBuilder<unknown> | undefined;

/** Databases to reuse: creating one takes a hundred times as long as most tests. */
const emptied: string[] = [];

/** Opens an empty PostgreSQL database for one test. */
export const openPostgresTest: OpenTestDatabase = async () => {
  const name = emptied.pop() ?? (await createPostgres());
  const folder = await newFolder();
  const databaseUrl = buildPostgresUrl(name);
  const db = openDatabase({ databaseUrl, dataDir: folder });
  return {
    db,
    folder,
    databaseUrl,
    async remove() {
      await emptying?.execute(db);
      await db.destroy();
      emptied.push(name);
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Creates a SQLite database from a dump. */
export const restoreSqlite = async (dump: string): Promise<TestDatabase> => {
  const folder = await newFolder();
  const file = new Sqlite(sqliteFile(folder));
  file.exec(dump);
  file.close();
  const db = openDatabase({ databaseUrl: undefined, dataDir: folder });
  return {
    db,
    folder,
    databaseUrl: undefined,
    async remove() {
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Creates a PostgreSQL database from a dump. */
export const restorePostgres = async (dump: string): Promise<TestDatabase> => {
  const name = await createEmptyPostgres();
  const databaseUrl = buildPostgresUrl(name);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(dump);
  await client.end();
  const folder = await newFolder();
  const db = openDatabase({ databaseUrl, dataDir: folder });
  return {
    db,
    folder,
    databaseUrl,
    async remove() {
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
      await asAdmin((admin) => admin.query(`drop database ${name}`));
    },
  };
};

/** Runs the same tests on both databases; on PostgreSQL if TEST_DATABASE_URL is set. */
export function describeOnEachDatabase(
  name: string,
  tests: (open: OpenTestDatabase) => void,
): void {
  describe(`${name} (SQLite)`, () => tests(openSqliteTest));
  describeOnPostgres(name, tests);
}

/** Runs tests of PostgreSQL features if TEST_DATABASE_URL is set. */
export function describeOnPostgres(name: string, tests: (open: OpenTestDatabase) => void): void {
  describe.skipIf(!postgresUrl)(`${name} (PostgreSQL)`, () => tests(openPostgresTest));
}

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { describe } from 'vitest';
import { migrate, openDatabase } from '#server/db/database.ts';
import type { Schema } from '#server/db/schema.ts';

const postgresUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export type TestDatabase = { db: Kysely<Schema>; folder: string; databaseUrl: string | undefined; remove: () => Promise<void> };
export type OpenTestDatabase = () => Promise<TestDatabase>;

async function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'formakte-test-'));
}

/** A fresh SQLite database in a folder of its own. */
export const openSqliteTest: OpenTestDatabase = async () => {
  const folder = await newFolder();
  const db = openDatabase({ databaseUrl: undefined, dataDir: folder });
  await migrate(db);
  return {
    db, folder, databaseUrl: undefined,
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

/** A fresh PostgreSQL database of its own. */
export const openPostgresTest: OpenTestDatabase = async () => {
  const name = `formakte_test_${randomBytes(6).toString('hex')}`;
  await asAdmin((client) => client.query(`create database ${name}`));
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  const folder = await newFolder();
  const db = openDatabase({ databaseUrl: url.href, dataDir: folder });
  await migrate(db);
  return {
    db, folder, databaseUrl: url.href,
    async remove() {
      await db.destroy();
      await asAdmin((client) => client.query(`drop database ${name} with (force)`));
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const postgresAnswers = await asAdmin(async (client) => client.query('select 1')).then(() => true, () => false);

/** Runs the same tests on both databases. Without a PostgreSQL its half is skipped, unless REQUIRE_POSTGRES is set. */
export function describeOnEachDatabase(name: string, tests: (open: OpenTestDatabase) => void): void {
  describe(`${name} (SQLite)`, () => tests(openSqliteTest));
  if (!postgresAnswers && process.env['REQUIRE_POSTGRES']) throw new Error(`PostgreSQL is required and does not answer at TEST_DATABASE_URL`);
  describe.skipIf(!postgresAnswers)(`${name} (PostgreSQL)`, () => tests(openPostgresTest));
}

import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { OperatorError } from '#server/operatorError.ts';
import type { Schema } from '../schema.ts';
import { openSqlite } from '../sqlite.ts';

/** A table that the versions before release 0.1.0 do not have. Their tables cannot be migrated. */
const tableOfFirstRelease = 'mailOutbox';

export class OlderData extends OperatorError {}

async function hasTable(db: Kysely<Schema>, table: string): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.some(({ name }) => name === table);
}

/** Reads tables after migrations: between the two another process can commit the first migration. */
async function isBeforeFirstRelease(db: Kysely<Schema>): Promise<boolean> {
  if (!(await hasTable(db, 'kysely_migration'))) return false;
  const { rows } = await sql`select "name" from "kysely_migration"`.execute(db);
  return rows.length > 0 && !(await hasTable(db, tableOfFirstRelease));
}

function describeDatabase(databaseUrl: string): string {
  const { hostname, pathname } = new URL(databaseUrl);
  return `The database "${decodeURIComponent(pathname.slice(1))}" on ${hostname}`;
}

/** Throws `OlderData` if a version before release 0.1.0 created the database. */
export async function rejectOlderData(
  db: Kysely<Schema>,
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
): Promise<void> {
  if (!(await isBeforeFirstRelease(db))) return;
  const [place, variable, empty] = databaseUrl
    ? [describeDatabase(databaseUrl), 'DATABASE_URL', 'an empty database']
    : [`The data folder ${dataDir}`, 'DATA_DIR', 'an empty folder'];
  throw new OlderData(
    `${place} was written by a version before 0.1.0, which this version cannot read. ` +
      `Start that version again, or set ${variable} to ${empty}.`,
  );
}

/** Returns a folder name that is not used yet: on one day there may be several. */
function newFolder(dataDir: string, day: string): string {
  const base = join(dataDir, `before-0.1.0-${day}`);
  let folder = base;
  for (let number = 2; existsSync(folder); number += 1) folder = `${base}-${number}`;
  return folder;
}

/** The entries that a version before 0.1.0 made; the database last, so that a retry finds it. */
const isOlderEntry = (name: string): boolean =>
  name === 'files' || name === 'demo-secrets.json' || name.startsWith('formakte.sqlite');
const byDatabaseLast = (a: string, b: string): number =>
  Number(a === 'formakte.sqlite') - Number(b === 'formakte.sqlite');

/** A mounted folder cannot be moved. */
const isMounted = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EBUSY', 'EXDEV'].includes(String(error.code));

export type SetAside = {
  /** with the older data */
  folder: string;
  /** entries that could not be moved, because they are mounted */
  kept: string[];
};

/**
 * Moves the data from before release 0.1.0 into a dated folder inside the data folder, because that
 * may be a mount point itself. Other entries stay. The data folder must be locked.
 */
export async function setOlderDataAside(
  dataDir: string,
  now: Date,
  move: (from: string, to: string) => void = renameSync,
): Promise<SetAside | undefined> {
  if (!existsSync(join(dataDir, 'formakte.sqlite'))) return undefined;
  const db = openSqlite(dataDir);
  try {
    if (!(await isBeforeFirstRelease(db))) return undefined;
  } finally {
    await db.destroy();
  }
  const folder = newFolder(dataDir, now.toISOString().slice(0, 10));
  mkdirSync(folder);
  const kept: string[] = [];
  for (const name of readdirSync(dataDir).filter(isOlderEntry).sort(byDatabaseLast)) {
    try {
      move(join(dataDir, name), join(folder, name));
    } catch (error) {
      if (name !== 'files' || !isMounted(error)) throw error;
      kept.push(name);
    }
  }
  return { folder, kept };
}

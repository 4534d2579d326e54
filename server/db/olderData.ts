import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

/** A table that the versions before release 0.1.0 do not have. Their tables cannot be migrated. */
const tableOfFirstRelease = 'mailOutbox';

/** The message is a sentence for the operator. */
export class OlderData extends Error {}

async function isBeforeFirstRelease(db: Kysely<Schema>): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const hasTable = (table: string): boolean => tables.some(({ name }) => name === table);
  if (!hasTable('kysely_migration') || hasTable(tableOfFirstRelease)) return false;
  const { rows } = await sql`select "name" from "kysely_migration"`.execute(db);
  return rows.length > 0;
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

const isLock = (name: string): boolean => name.startsWith('lock.sqlite');
const isSetAside = (name: string): boolean => name.startsWith('before-0.1.0-');

/**
 * Moves the content of a data folder from before release 0.1.0 into a dated folder inside it, which
 * is returned. Inside, because the data folder may be a mount point. The folder must be locked.
 */
export async function setOlderDataAside(dataDir: string, now: Date): Promise<string | undefined> {
  if (!existsSync(join(dataDir, 'formakte.sqlite'))) return undefined;
  const db = openSqlite(dataDir);
  const isOlder = await isBeforeFirstRelease(db).finally(() => db.destroy());
  if (!isOlder) return undefined;
  const folder = newFolder(dataDir, now.toISOString().slice(0, 10));
  mkdirSync(folder);
  for (const name of readdirSync(dataDir))
    if (!isLock(name) && !isSetAside(name)) renameSync(join(dataDir, name), join(folder, name));
  return folder;
}

import { DEFAULT_MIGRATION_TABLE, Migrator, sql, type Kysely, type Migration } from 'kysely';
import { OperatorError } from '#server/operatorError.ts';
import { isCompatible, migrations } from './migrations/migrations.ts';
import { openPostgres } from './postgres.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

/** Opens PostgreSQL if there is a `databaseUrl`, otherwise SQLite in the data folder. */
export function openDatabase(
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  onConnectionError: (error: unknown) => void = () => undefined,
): Kysely<Schema> {
  return databaseUrl ? openPostgres(databaseUrl, onConnectionError) : openSqlite(dataDir);
}

export class NewerSchema extends OperatorError {}

const table = DEFAULT_MIGRATION_TABLE;
const maxAttempts = 3;

type Migrations = Readonly<Record<string, Migration>>;

/** Lists the migrations of the database that this build does not know. */
async function listUnknown(db: Kysely<Schema>, known: Migrations): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === table)) return [];
  const rows = await sql<{ name: string }>`select "name" from ${sql.table(table)}`.execute(db);
  return rows.rows.map(({ name }) => name).filter((name) => !(name in known));
}

/** Throws `NewerSchema` for a migration of a newer version that is not marked as compatible. */
function assertCompatible(unknown: readonly string[]): void {
  const incompatible = unknown.filter((name) => !isCompatible(name));
  if (incompatible.length === 0) return;
  throw new NewerSchema(
    `The database was migrated by a newer version (${incompatible.join(', ')}), and this version ` +
      'cannot use it: start the newer version, or restore the backup from before the update.',
  );
}

export class OutdatedSchema extends OperatorError {}

/**
 * Migrates an empty database. Throws `OutdatedSchema` for one that lacks migrations, because a
 * server of an older version may be using it.
 */
export async function requireCurrentSchema(db: Kysely<Schema>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === table)) return migrate(db);
  assertCompatible(await listUnknown(db, migrations));
  const rows = await sql<{ name: string }>`select "name" from ${sql.table(table)}`.execute(db);
  const known = new Set(rows.rows.map(({ name }) => name));
  // another process is at the first migration, for which this one waits
  if (known.size === 0) return migrate(db);
  if (Object.keys(migrations).some((name) => !known.has(name)))
    throw new OutdatedSchema('The database has not been migrated: start the server once.');
}

const alreadyRun: Migration = { up: async () => undefined };

/**
 * Migrates the database to the newest schema. Several processes may start at once, also while a
 * newer version migrates the same database.
 */
export async function migrate(db: Kysely<Schema>, known: Migrations = migrations): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const unknown = await listUnknown(db, known);
    assertCompatible(unknown);
    const migrator = new Migrator({
      db,
      provider: {
        getMigrations: async () => ({
          ...known,
          ...Object.fromEntries(unknown.map((name) => [name, alreadyRun])),
        }),
      },
      // Two branches may add migrations in parallel, so a lower number can be merged later.
      allowUnorderedMigrations: true,
    });
    const { error } = await migrator.migrateToLatest();
    if (!error) return;
    const isOvertaken = (await listUnknown(db, known)).length > unknown.length;
    if (!isOvertaken || attempt === maxAttempts) throw error;
  }
}

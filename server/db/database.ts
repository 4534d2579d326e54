import { Migrator, type Kysely } from 'kysely';
import { migrations } from './migrations/migrations.ts';
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

/** Migrates the database to the newest schema. Several processes may start at once. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    // Two branches may add migrations in parallel, so a lower number can be merged later.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

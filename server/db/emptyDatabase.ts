import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Deletes the content of a database and closes it. The data folder must be locked. */
export async function emptyDatabase(
  db: Kysely<Schema>,
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
): Promise<void> {
  if (databaseUrl) {
    const tables = (await db.introspection.getTables()).map(({ name }) => sql.table(name));
    await sql`truncate table ${sql.join(tables)} restart identity cascade`.execute(db);
  }
  await db.destroy();
  if (databaseUrl) return;
  for (const name of readdirSync(dataDir))
    if (name.startsWith('formakte.sqlite')) rmSync(join(dataDir, name));
}

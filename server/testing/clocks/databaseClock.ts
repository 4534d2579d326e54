import { sql } from 'kysely';
import type { Db } from '#server/db/schema.ts';

/** Returns the time of PostgreSQL. `npm run check:clock` does not change it. */
export async function readDatabaseClock(db: Db): Promise<number> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  return Number(rows[0]?.at);
}

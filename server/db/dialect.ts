import { SqliteAdapter } from 'kysely';
import type { Db } from './schema.ts';

/** Whether this is SQLite; else it is PostgreSQL. Few statements need to know. */
export const isSqlite = (db: Pick<Db, 'getExecutor'>): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

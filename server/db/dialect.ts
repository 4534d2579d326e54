import { SqliteAdapter, type SelectQueryBuilder } from 'kysely';
import type { Db, Schema } from './schema.ts';

/** Whether this is SQLite; else it is PostgreSQL. Few statements need to know. */
export const isSqlite = (db: Pick<Db, 'getExecutor'>): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

/** The rows that are found stay as they are until this transaction ends. SQLite runs one transaction at a time anyway. */
export const locked = <Table extends keyof Schema, Row>(db: Db, query: SelectQueryBuilder<Schema, Table, Row>): SelectQueryBuilder<Schema, Table, Row> =>
  isSqlite(db) ? query : query.forNoKeyUpdate();

import {
  sql,
  SqliteAdapter,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely';
import type { Db, Schema } from './schema.ts';

/** Returns true for SQLite and false for PostgreSQL. */
export const isSqlite = (db: Pick<Db, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof SqliteAdapter;

/** Locks the rows until the transaction ends. SQLite runs one transaction at a time anyway. */
export const locked = <Table extends keyof Schema, Row>(
  db: Db,
  query: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> => (isSqlite(db) ? query : query.forNoKeyUpdate());

/** Returns all rows as one JSON array of objects with these columns, in this order. */
export function jsonRows(
  db: Db,
  columns: Readonly<Record<string, Expression<unknown>>>,
  order: readonly Expression<unknown>[],
): RawBuilder<string> {
  const [array, object] = isSqlite(db)
    ? [sql.raw('json_group_array'), sql.raw('json_object')]
    : [sql.raw('json_agg'), sql.raw('json_build_object')];
  const pairs = Object.entries(columns).flatMap(([name, column]) => [sql.lit(name), column]);
  const row = sql`${object}(${sql.join(pairs)})`;
  const rows = sql`${array}(${row} order by ${sql.join([...order])})`;
  return sql<string>`coalesce(cast(${rows} as text), '[]')`;
}

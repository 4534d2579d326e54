import {
  sql,
  SqliteAdapter,
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely';
import type { Db, Schema } from './schema.ts';

/** Whether this is SQLite; else it is PostgreSQL. Few statements need to know. */
export const isSqlite = (db: Pick<Db, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof SqliteAdapter;

/** The rows that are found stay as they are until this transaction ends. SQLite runs one transaction at a time anyway. */
export const locked = <Table extends keyof Schema, Row>(
  db: Db,
  query: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> => (isSqlite(db) ? query : query.forNoKeyUpdate());

/** All rows that are found as one text: a JSON array of objects with these columns, in this order. */
export function jsonRows(
  db: Db,
  columns: Readonly<Record<string, Expression<unknown>>>,
  order: readonly Expression<unknown>[],
): RawBuilder<string> {
  const [array, object] = isSqlite(db)
    ? [sql.raw('json_group_array'), sql.raw('json_object')]
    : [sql.raw('json_agg'), sql.raw('json_build_object')];
  const pairs = Object.entries(columns).flatMap(([name, column]) => [sql.lit(name), column]);
  return sql<string>`coalesce(cast(${array}(${object}(${sql.join(pairs)}) order by ${sql.join([...order])}) as text), '[]')`;
}

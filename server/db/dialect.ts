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

/** Returns ids for `in`: PostgreSQL refuses an empty list, and no id is empty. */
export const toNonEmptyIds = (ids: readonly string[]): readonly string[] =>
  ids.length > 0 ? ids : [''];

/** Locks the rows until the transaction ends. SQLite runs one transaction at a time anyway. */
export const lockRows = <Table extends keyof Schema, Row>(
  db: Db,
  query: SelectQueryBuilder<Schema, Table, Row>,
): SelectQueryBuilder<Schema, Table, Row> => (isSqlite(db) ? query : query.forNoKeyUpdate());

/** Selects one key of stored JSON as JSON, because the rest may be large. */
export const readJsonKey = (
  db: Pick<Db, 'getExecutor'>,
  json: RawBuilder<unknown>,
  key: string,
): RawBuilder<string> =>
  isSqlite(db)
    ? sql<string>`${json} -> ${sql.lit(`$.${key}`)}`
    : sql<string>`(${json}::json -> ${sql.lit(key)})::text`;

/** Returns all rows as one JSON array of objects with these columns, in this order. */
export function selectJsonRows(
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

type Cell = string | number | null;
type CellType = 'text' | 'integer';

/**
 * Passes rows as one parameter, to select from. The statement has the same text for any number of
 * rows, so that its plan is prepared once.
 */
export function buildTable<Row extends Readonly<Record<string, Cell>>>(
  db: Db,
  rows: readonly Row[],
  columns: Readonly<Record<keyof Row & string, CellType>>,
): RawBuilder<Row> {
  const names: [string, CellType][] = Object.entries(columns);
  const json = JSON.stringify(rows);
  if (isSqlite(db)) {
    const cells = names.map(
      ([name]) => sql`json_extract("value", ${sql.lit(`$."${name}"`)}) as ${sql.ref(name)}`,
    );
    return sql`(select ${sql.join(cells)} from json_each(${json})) as "rows"`;
  }
  const cells = names.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`);
  return sql`json_to_recordset(cast(${json} as json)) as "rows"(${sql.join(cells)})`;
}

/** Inserts rows of text; those that exist already stay as they are with `isRepeatable`. */
export async function insertTexts<Table extends keyof Schema>(
  db: Db,
  table: Table,
  columns: readonly Extract<keyof Schema[Table], string>[],
  rows: readonly Readonly<Record<string, string | null>>[],
  { isRepeatable = false } = {},
): Promise<void> {
  if (rows.length === 0) return;
  const types = Object.fromEntries(columns.map((name) => [name, 'text' as const]));
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (${names})
    select ${names} from ${buildTable(db, rows, types)} where true
    ${isRepeatable ? sql`on conflict do nothing` : sql``}
  `.execute(db);
}

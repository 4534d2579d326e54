import {
  sql,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  type StringReference,
} from 'kysely';
import { providerLimits } from '#schemas/platform/limits.ts';
import type { Db } from './schema.ts';

/**
 * The instant and id of the last row of a page. Lists are newest first, and keyset pagination keeps
 * the cost constant at any depth.
 */
export type Position = { at: string; id: string };

/**
 * Selects the page behind a cursor in the order of an instant, a column or an expression, and an
 * id; and one extra row if there is a next page.
 */
export function paginate<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  [at, id]: readonly [
    StringReference<Tables, Table> | RawBuilder<string>,
    StringReference<Tables, Table>,
  ],
  {
    limit,
    after,
    order = 'desc',
  }: { limit: number; after?: Position | undefined; order?: 'asc' | 'desc' },
): SelectQueryBuilder<Tables, Table, Row> {
  const instant = typeof at === 'string' ? sql.ref(at) : at;
  const key = sql.ref(id);
  const isBehind = sql.raw(order === 'desc' ? '<' : '>');
  const rest = after
    ? query.where(sql<SqlBool>`(${instant}, ${key}) ${isBehind} (${after.at}, ${after.id})`)
    : query;
  return rest
    .orderBy(instant, order)
    .orderBy(key, order)
    .limit(limit + 1);
}

/** Counts the rows of a query; null above a limit, so that the cost stays small. */
export async function countRows<Tables, Table extends keyof Tables, Row>(
  db: Db,
  query: SelectQueryBuilder<Tables, Table, Row>,
  max = providerLimits.maxTotal,
): Promise<number | null> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as "count" from (${query.limit(max + 1)}) as "found"
  `.execute(db);
  const count = Number(rows[0]?.count ?? 0);
  return count > max ? null : count;
}

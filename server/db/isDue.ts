import { sql, type Expression, type SqlBool } from 'kysely';
import { minuteMs } from '#schemas/platform/time.ts';

/** Clocks of processes may differ by so much; `/readyz` accepts less by default. */
const maxSkewMs = 10 * minuteMs;

const getLatest = (now: string, longestMs: number): string =>
  new Date(Date.parse(now) + longestMs + maxSkewMs).toISOString();

/**
 * Compares a planned instant with now. One further ahead than the longest delay of its queue is due,
 * too, because it was planned before the clock was set back.
 */
export const isDue = (instant: string, now: string, longestMs: number): boolean =>
  instant <= now || instant > getLatest(now, longestMs);

/** `isDue` of a column. */
export const isColumnDue = (column: string, now: string, longestMs: number): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} <= ${now}
    or ${sql.ref(column)} > ${getLatest(now, longestMs)})`;

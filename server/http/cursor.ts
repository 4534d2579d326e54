import type { Position } from '#server/db/paginate.ts';
import { createProblem } from '#server/problem.ts';

const isInstant = /^[\dTZ:.-]{20,30}$/;
const isId = /^[\w-]{1,64}$/;

export const encodeCursor = ({ at, id }: Position): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url');

/** Throws `invalidInput` for a malformed cursor. */
export function decodeCursor(cursor: string): Position {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof at === 'string' && typeof id === 'string' && isInstant.test(at) && isId.test(id))
      return { at, id };
  } catch {
    // handled below
  }
  throw createProblem('invalidInput');
}

/** Removes the extra row, which only shows that there is a next page. */
export function toPage<T>(
  rows: T[],
  limit: number,
  position: (row: T) => Position,
): { rows: T[]; cursor?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return rows.length > limit && last
    ? { rows: page, cursor: encodeCursor(position(last)) }
    : { rows: page };
}

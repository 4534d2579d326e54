import { sql, type Expression, type SqlBool } from 'kysely';
import type { SearchedWord } from '#server/words.ts';

/** Sorts behind every other character. */
const lastCharacter = '\u{10ffff}';

/** Compares a column that sorts by code points with the beginning of its text, by its index. */
export const isWithinBeginning = (column: string, beginning: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} >= ${beginning}
    and ${sql.ref(column)} < ${beginning + lastCharacter})`;

/**
 * Compares columns with the stem and the whole word, or one that has both, with a searched word. A
 * stem begins its word, so the beginning finds the stem, too, if they are equal.
 */
export function hasWord(
  columns: { stem: string; word: string },
  { stem, beginning }: SearchedWord,
): Expression<SqlBool> {
  const hasStem = sql<SqlBool>`${sql.ref(columns.stem)} = ${stem}`;
  if (beginning === undefined) return hasStem;
  const begins = isWithinBeginning(columns.word, beginning);
  return beginning === stem ? begins : sql<SqlBool>`(${hasStem} or ${begins})`;
}

import { sql, type Expression, type SqlBool } from 'kysely';
import { stemLimits } from '#schemas/platform/limits.ts';
import { listStems } from '#server/words.ts';

/** A searched stem. A longer word that begins with it is found, too, unless it is short. */
export type SearchedStem = { stem: string; isBeginning: boolean };

/** Sorts behind every other character. */
const lastCharacter = '\u{10ffff}';

/** Parses a search: all of its stems have to be found. */
export const parseSearch = (text: string): SearchedStem[] =>
  listStems(text).map((stem) => ({
    stem,
    isBeginning: stem.length >= stemLimits.beginsFrom,
  }));

/** Compares a column that sorts by code points with the beginning of its text, by its index. */
export const isWithinBeginning = (column: string, beginning: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.ref(column)} >= ${beginning}
    and ${sql.ref(column)} < ${beginning + lastCharacter})`;

/** Compares a column that sorts by code points with a searched stem, by its index. */
export const matchesStem = (
  column: string,
  { stem, isBeginning }: SearchedStem,
): Expression<SqlBool> =>
  isBeginning ? isWithinBeginning(column, stem) : sql<SqlBool>`${sql.ref(column)} = ${stem}`;

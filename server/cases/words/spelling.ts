import type { Db } from '#server/db/schema.ts';
import { listLongerWords, listSimilarWords, type SearchScope } from './repository.ts';
import {
  beginsFrom,
  canBeMistyped,
  getIntactParts,
  isOneErrorAway,
  type PlainWord,
} from './words.ts';

/** Stems of words that a mistyped one can mean, by case and by the typed stem. */
export type Spellings = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

const maxMeant = 10; // per case and word

/**
 * Finds words in the client's cases that begin like the typed ones. Their stems may be shorter than
 * what was typed: that of Versicherung is versicher, so it does not begin with versicheru.
 */
export async function findCompletions(
  db: Db,
  scope: SearchScope,
  { words, caseId }: { words: readonly PlainWord[]; caseId?: string | undefined },
): Promise<Spellings> {
  const byCase = new Map<string, Map<string, string[]>>();
  for (const typed of words.filter(({ plain }) => plain.length >= beginsFrom))
    for (const found of await listLongerWords(db, scope, typed, caseId)) {
      const ofCase = byCase.get(found.caseId) ?? new Map<string, string[]>();
      ofCase.set(typed.stem, [...(ofCase.get(typed.stem) ?? []), found.stem].slice(0, maxMeant));
      byCase.set(found.caseId, ofCase);
    }
  return byCase;
}

/** Finds words in the client's cases that differ from the typed ones by one error. */
export async function findSpellings(
  db: Db,
  scope: SearchScope,
  table: 'caseNameWords' | 'caseTextWords',
  { words, caseId }: { words: readonly PlainWord[]; caseId?: string | undefined },
): Promise<Spellings> {
  const byCase = new Map<string, Map<string, string[]>>();
  for (const typed of words.filter(canBeMistyped)) {
    const parts = { ...getIntactParts(typed), caseId };
    for (const found of await listSimilarWords(db, scope, table, parts)) {
      if (!isOneErrorAway(typed.plain, found.word)) continue;
      const ofCase = byCase.get(found.caseId) ?? new Map<string, string[]>();
      const stems = ofCase.get(typed.stem) ?? [];
      if (stems.length < maxMeant && !stems.includes(found.stem)) stems.push(found.stem);
      byCase.set(found.caseId, ofCase.set(typed.stem, stems));
    }
  }
  return byCase;
}

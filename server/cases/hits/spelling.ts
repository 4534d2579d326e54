import type { Db } from '#server/db/schema.ts';
import { listLongerWords, listSimilarWords, type SearchScope } from './repository.ts';
import { canBeMistyped, getIntactParts, isOneErrorAway } from './hits.ts';
import { toSearched, type PlainWord, type SearchedWord } from '#server/words.ts';

/** Words that a typed one can mean, by case and by the plain typed word. */
export type Spellings = ReadonlyMap<string, ReadonlyMap<string, readonly SearchedWord[]>>;

const maxMeant = 10; // per case and word

/**
 * Finds words in the client's cases that begin like the typed ones, though their stems do not,
 * because they are shorter: that of Versicherung is versicher, which does not begin with versicheru.
 */
export async function findCompletions(
  db: Db,
  scope: SearchScope,
  { words, caseId }: { words: readonly PlainWord[]; caseId?: string | undefined },
): Promise<Spellings> {
  const byCase = new Map<string, Map<string, SearchedWord[]>>();
  for (const { plain, beginning } of words) {
    if (beginning === undefined) continue;
    const longer = await listLongerWords(db, scope, { plain, beginning }, caseId);
    for (const { caseId: id, stem } of longer) {
      const ofCase = byCase.get(id) ?? new Map<string, SearchedWord[]>();
      ofCase.set(plain, [...(ofCase.get(plain) ?? []), { stem, beginning: undefined }]);
      byCase.set(id, ofCase);
    }
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
  const byCase = new Map<string, Map<string, SearchedWord[]>>();
  for (const typed of words.filter(canBeMistyped)) {
    const parts = { ...getIntactParts(typed), caseId };
    for (const found of await listSimilarWords(db, scope, table, parts)) {
      if (!isOneErrorAway(typed.plain, found.word)) continue;
      const ofCase = byCase.get(found.caseId) ?? new Map<string, SearchedWord[]>();
      const meant = ofCase.get(typed.plain) ?? [];
      if (meant.length < maxMeant && !meant.some(({ stem }) => stem === found.stem))
        meant.push(toSearched(found.stem));
      byCase.set(found.caseId, ofCase.set(typed.plain, meant));
    }
  }
  return byCase;
}

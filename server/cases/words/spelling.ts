import type { Db } from '#server/db/schema.ts';
import { listSimilarWords, type SearchScope } from './repository.ts';
import { canBeMistyped, getIntactParts, isOneErrorAway, type PlainWord } from './words.ts';

/** Stems of words that a mistyped one can mean, by case and by the typed stem. */
export type Spellings = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

const maxMeant = 10; // per case and word

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

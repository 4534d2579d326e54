import type { Db } from '#server/db/schema.ts';
import {
  canBeMistyped,
  findSpellings,
  isOneErrorAway,
  reverse,
} from '#server/cases/hits/service.ts';
import { isFound, listSearched, listWords, type PlainWord } from '#server/words.ts';
import * as repository from './repository.ts';
import type { CaseScope, SearchedName } from './repository.ts';

/** Stores the words by which a case is found, after a change of its names. Returns their number. */
export async function indexNames(db: Db, caseId: string): Promise<number> {
  const names = await repository.findNames(db, caseId);
  if (!names) return 0;
  const words = new Map(
    listWords(Object.values(names).join('\n')).map(({ plain, stem }) => [
      plain,
      { word: plain, reversed: reverse(plain), stem },
    ]),
  );
  await repository.replaceNameWords(db, caseId, [...words.values()]);
  return words.size;
}

/** Parses the search of cases: the same rule as in messages, over names instead of texts. */
export async function createCaseSearch(db: Db, scope: CaseScope, text: string) {
  const words = listSearched(text);
  const accounts = (await repository.listAccountNames(db, scope.accountIds)).map(
    ({ id, name }) => ({ id, words: listWords(name) }),
  );
  const listAccounts = (fits: (word: PlainWord) => boolean): string[] =>
    accounts.filter((account) => account.words.some(fits)).map(({ id }) => id);

  return {
    isEmpty: words.length === 0,
    exact: words.map((typed): SearchedName => ({
      beginning: typed.beginning,
      stems: [typed.stem],
      accountIds: listAccounts((word) => isFound(word, typed)),
    })),
    /** Forgives one typing error in each long word; undefined without one. */
    async guess(): Promise<SearchedName[] | undefined> {
      if (!words.some(canBeMistyped)) return undefined;
      const spellings = await findSpellings(db, scope, 'caseNameWords', { words });
      return words.map((typed) => ({
        beginning: typed.beginning,
        stems: [
          typed.stem,
          ...new Set(
            [...spellings.values()].flatMap((ofCase) =>
              (ofCase.get(typed.plain) ?? []).map(({ stem }) => stem),
            ),
          ),
        ],
        accountIds: listAccounts(
          (word) =>
            isFound(word, typed) ||
            (canBeMistyped(typed) && isOneErrorAway(typed.plain, word.plain)),
        ),
      }));
    },
  };
}

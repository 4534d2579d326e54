import { toNonEmptyIds } from '#server/db/dialect.ts';
import type { Db } from '#server/db/schema.ts';
import { isWithinBeginning } from '#server/db/wordConditions.ts';
import { reverse } from './hits.ts';

/** The users of a login, and the accounts whose cases are searched. */
export type SearchScope = { userIds: readonly string[]; accountIds: readonly string[] };

/** Lists words in a client's cases that begin like a searched one, with a stem that does not. */
export function listLongerWords(
  db: Db,
  { userIds, accountIds }: SearchScope,
  { plain, beginning }: { plain: string; beginning: string },
  caseId: string | undefined,
): Promise<{ caseId: string; stem: string }[]> {
  const query = db
    .selectFrom('caseClients')
    .innerJoin('caseTextWords as words', 'words.caseId', 'caseClients.caseId')
    .select(['words.caseId', 'words.stem'])
    .distinct()
    .where('caseClients.userId', 'in', toNonEmptyIds(userIds))
    .where('caseClients.accountId', 'in', accountIds)
    .where(isWithinBeginning('words.word', plain))
    .where((words) => words.not(words.parens(isWithinBeginning('words.stem', beginning))));
  return (caseId === undefined ? query : query.where('caseClients.caseId', '=', caseId)).execute();
}

/** Lists words in a client's cases that begin or end in one way. */
export async function listSimilarWords(
  db: Db,
  { userIds, accountIds }: SearchScope,
  table: 'caseNameWords' | 'caseTextWords',
  { beginning, end, caseId }: { beginning: string; end: string; caseId?: string | undefined },
): Promise<{ caseId: string; word: string; stem: string }[]> {
  const select = (column: 'words.word' | 'words.reversed', part: string) => {
    const query = db
      .selectFrom('caseClients')
      .innerJoin(`${table} as words`, 'words.caseId', 'caseClients.caseId')
      .select(['words.caseId', 'words.word', 'words.stem'])
      .where('caseClients.userId', 'in', toNonEmptyIds(userIds))
      .where('caseClients.accountId', 'in', toNonEmptyIds(accountIds))
      .where(isWithinBeginning(column, part));
    return caseId === undefined ? query : query.where('caseClients.caseId', '=', caseId);
  };
  return select('words.word', beginning)
    .union(select('words.reversed', reverse(end)))
    .execute();
}

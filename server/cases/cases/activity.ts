import type { CaseRow, Db } from '#server/db/schema.ts';
import { getNextInstant } from '#server/cases/sortKeys.ts';
import { findNewestActivity } from './clientsRepository.ts';

/**
 * Returns the sort key of a case in the list of a new client. A case without messages is sorted by
 * now, but above the others also when the clock was set back.
 */
export async function findActivityInstant(
  db: Db,
  { lastMessageDate }: Pick<CaseRow, 'lastMessageDate'>,
  userId: string,
  now: string,
): Promise<string> {
  if (lastMessageDate !== null) return lastMessageDate;
  const newest = await findNewestActivity(db, userId);
  return newest !== undefined && newest > now ? getNextInstant(newest) : now;
}

import { sql } from 'kysely';
import type { CaseClientRow, CaseRow, Db, UserRow } from '#server/db/schema.ts';

// Queries about the clients of a case, and their relations to its account.

export async function listClientIds(db: Db, caseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('caseClients')
    .select('userId')
    .where('caseId', '=', caseId)
    .orderBy('userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

type ClientOfCase = Pick<CaseClientRow, 'caseId' | 'userId'> &
  Pick<UserRow, 'firstName' | 'lastName'> & { endedDate: string | null };

export async function listClientsOf(db: Db, caseIds: readonly string[]): Promise<ClientOfCase[]> {
  if (caseIds.length === 0) return [];
  return db
    .selectFrom('caseClients')
    .innerJoin('users', 'users.id', 'caseClients.userId')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.userId', '=', 'caseClients.userId')
        .onRef('memberships.accountId', '=', 'caseClients.accountId'),
    )
    .select(['caseClients.caseId', 'caseClients.userId', 'users.firstName', 'users.lastName'])
    .select('memberships.endedAt as endedDate')
    .where('caseClients.caseId', 'in', caseIds)
    .orderBy('caseClients.userId')
    .execute();
}

/** Filters users who are the account's clients; with `isEnded` those whose relation has ended. */
export async function filterClients(
  db: Db,
  accountId: string,
  userIds: readonly string[],
  { isEnded = false } = {},
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('memberships')
    .select('userId')
    .where('accountId', '=', accountId)
    .where('userId', 'in', userIds)
    .$if(isEnded, (query) => query.where('endedAt', 'is not', null))
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Returns the newest sort key in a client's list of cases. */
export async function findNewestActivity(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('caseClients')
    .select('activeAt')
    .where('userId', '=', userId)
    .orderBy('activeAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.activeAt;
}

/**
 * Shares a case with a client. Its messages are unread, except those the client has written or read
 * before.
 */
export async function addClient(
  db: Db,
  { id: caseId, accountId }: Pick<CaseRow, 'id' | 'accountId'>,
  userId: string,
  activeAt: string,
): Promise<void> {
  await db.insertInto('caseClients').values({ caseId, userId, accountId, activeAt }).execute();
  const messages = db
    .selectFrom('messages')
    .innerJoin('timelines', 'timelines.id', 'messages.timelineId')
    .leftJoin('folders', 'folders.id', 'timelines.id')
    .select([
      'messages.id',
      sql.val(userId).as('userId'),
      'messages.caseId',
      'messages.timelineId',
      'messages.createdAt',
      sql<string | null>`null`.as('readAt'),
    ])
    .where('messages.caseId', '=', caseId)
    .where('messages.withdrawnAt', 'is', null)
    .where('folders.withdrawnAt', 'is', null)
    .where('messages.authorId', '!=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('receipts')
            .select('receipts.messageId')
            .whereRef('receipts.messageId', '=', 'messages.id')
            .where('receipts.userId', '=', userId),
        ),
      ),
    );
  await db
    .insertInto('receipts')
    .columns(['messageId', 'userId', 'caseId', 'timelineId', 'messageCreatedAt', 'readAt'])
    .expression(messages)
    .execute();
}

/** Removes clients from a case with their favourites; what they have read is kept. */
export async function removeClients(
  db: Db,
  caseId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .deleteFrom('caseClients')
    .where('caseId', '=', caseId)
    .where('userId', 'in', userIds)
    .execute();
  await db
    .deleteFrom('favorites')
    .where('caseId', '=', caseId)
    .where('userId', 'in', userIds)
    .execute();
  await db
    .deleteFrom('receipts')
    .where('caseId', '=', caseId)
    .where('userId', 'in', userIds)
    .where('readAt', 'is', null)
    .execute();
}

import { sql } from 'kysely';
import { locked } from '#server/db/dialect.ts';
import type { CaseRow, Db, FolderRow, StoredCase } from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';
import { parseCase } from './repository.ts';

// Queries of providers.

export async function findCase(
  db: Db,
  accountId: string,
  caseId: string,
): Promise<StoredCase | undefined> {
  const row = await db
    .selectFrom('cases')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', caseId)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  return row && parseCase(row);
}

/** Locks a case until the transaction ends, so changes of one case run in sequence. */
export const findAndLockCase = (db: Db, accountIds: readonly string[], caseId: string) =>
  locked(
    db,
    db
      .selectFrom('cases')
      .select(['accountId', 'serviceAkte', 'permissionToReply'])
      .where('accountId', 'in', accountIds)
      .where('id', '=', caseId)
      .where('withdrawnAt', 'is', null),
  ).executeTakeFirst();

export async function findCaseByKey(
  db: Db,
  accountId: string,
  idempotencyKey: string,
): Promise<StoredCase | undefined> {
  const row = await db
    .selectFrom('cases')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
  return row && parseCase(row);
}

/** Newest first, with one extra row if there is a next page. */
export async function listCases(
  db: Db,
  accountId: string,
  limit: number,
  after?: Position,
): Promise<StoredCase[]> {
  let query = db
    .selectFrom('cases')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('withdrawnAt', 'is', null);
  if (after)
    query = query.where((is) =>
      is.or([
        is('createdAt', '<', after.at),
        is.and([is('createdAt', '=', after.at), is('id', '<', after.id)]),
      ]),
    );
  const rows = await query
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(parseCase);
}

const toJson = ({ categories, assignees }: Pick<StoredCase, 'categories' | 'assignees'>) => ({
  categories: JSON.stringify(categories),
  assignees: JSON.stringify(assignees),
});

/** Returns true for the first insert of an Idempotency-Key only. */
export async function insertCase(db: Db, row: StoredCase): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('cases')
    .values({ ...row, ...toJson(row) })
    .onConflict((conflict) => conflict.columns(['accountId', 'idempotencyKey']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export type CaseContent = Pick<
  StoredCase,
  | 'header'
  | 'aktenzeichen'
  | 'aktenkurzbezeichnung'
  | 'categories'
  | 'permissionToReply'
  | 'serviceAkte'
  | 'isEsyAkte'
  | 'creatorFirstName'
  | 'creatorLastName'
  | 'assignees'
  | 'searchKey'
>;

export async function replaceContent(db: Db, caseId: string, content: CaseContent): Promise<void> {
  await db
    .updateTable('cases')
    .set({ ...content, ...toJson(content) })
    .where('id', '=', caseId)
    .execute();
}

export async function updateCase(
  db: Db,
  caseId: string,
  change: Partial<Pick<CaseRow, 'withdrawnAt' | 'lastMessage' | 'lastMessageDate'>>,
): Promise<void> {
  await db.updateTable('cases').set(change).where('id', '=', caseId).execute();
}

export async function insertTimeline(db: Db, id: string, caseId: string): Promise<void> {
  await db
    .insertInto('timelines')
    .values({ id, caseId, messageCount: 0, fileCount: 0, lastMessageDate: null })
    .execute();
}

export async function listClientIds(db: Db, caseId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('caseClients')
    .select('userId')
    .where('caseId', '=', caseId)
    .orderBy('userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

export async function listClientsOf(
  db: Db,
  caseIds: readonly string[],
): Promise<{ caseId: string; userId: string; firstName: string; lastName: string }[]> {
  if (caseIds.length === 0) return [];
  return db
    .selectFrom('caseClients')
    .innerJoin('users', 'users.id', 'caseClients.userId')
    .select(['caseClients.caseId', 'caseClients.userId', 'users.firstName', 'users.lastName'])
    .where('caseClients.caseId', 'in', caseIds)
    .orderBy('caseClients.userId')
    .execute();
}

/** Filters users who are the account's clients. */
export async function filterClients(
  db: Db,
  accountId: string,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('memberships')
    .select('userId')
    .where('accountId', '=', accountId)
    .where('userId', 'in', userIds)
    .execute();
  return rows.map(({ userId }) => userId);
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

export const findFolder = (
  db: Db,
  caseId: string,
  folderId: string,
): Promise<FolderRow | undefined> =>
  db
    .selectFrom('folders')
    .selectAll()
    .where('caseId', '=', caseId)
    .where('id', '=', folderId)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();

export const findFolderByKey = (
  db: Db,
  caseId: string,
  idempotencyKey: string,
): Promise<FolderRow | undefined> =>
  db
    .selectFrom('folders')
    .selectAll()
    .where('caseId', '=', caseId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();

export async function insertFolder(db: Db, folder: FolderRow): Promise<void> {
  await db.insertInto('folders').values(folder).execute();
}

export async function renameFolder(db: Db, folderId: string, name: string): Promise<void> {
  await db.updateTable('folders').set({ name }).where('id', '=', folderId).execute();
}

/** Withdraws folders, with clients' unread marks and favourites in them. */
export async function withdrawFolders(
  db: Db,
  folderIds: readonly string[],
  withdrawnAt: string,
): Promise<void> {
  await db.updateTable('folders').set({ withdrawnAt }).where('id', 'in', folderIds).execute();
  await db
    .deleteFrom('receipts')
    .where('timelineId', 'in', folderIds)
    .where('readAt', 'is', null)
    .execute();
  await db
    .deleteFrom('favorites')
    .where(
      'messageId',
      'in',
      db.selectFrom('messages').select('id').where('timelineId', 'in', folderIds),
    )
    .execute();
}

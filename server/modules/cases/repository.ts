import { sql, type CompiledQuery } from 'kysely';
import { containing } from '#server/db/containing.ts';
import { jsonRows, locked } from '#server/db/dialect.ts';
import { prepared } from '#server/db/prepared.ts';
import type {
  AccountRow,
  CaseRow,
  Db,
  FolderRow,
  MessageRow,
  TimelineRow,
} from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';

/** Whose cases: a user's, of the accounts that the session opens. */
export type CaseScope = { userId: string; accountIds: readonly string[] };

/** A case with what its client is shown of the account. */
export type SharedCase = CaseRow & {
  activeAt: string;
  accountName: string;
  /** the case's own timeline, beside its folders' */ rootMessageDate: string | null;
  messageCount: number;
  fileCount: number;
} & Pick<AccountRow, 'primaryColor' | 'secondaryColor'>;

const sharedCases = (db: Db, { userId, accountIds }: CaseScope) =>
  db
    .selectFrom('caseClients')
    .innerJoin('cases', 'cases.id', 'caseClients.caseId')
    .innerJoin('accounts', 'accounts.id', 'caseClients.accountId')
    .innerJoin('timelines', 'timelines.id', 'cases.id')
    .selectAll('cases')
    .select([
      'timelines.lastMessageDate as rootMessageDate',
      'timelines.messageCount',
      'timelines.fileCount',
      'caseClients.activeAt',
      'accounts.name as accountName',
      'accounts.primaryColor',
      'accounts.secondaryColor',
    ])
    .where('caseClients.userId', '=', userId)
    .where('caseClients.accountId', 'in', accountIds);

/** How much a user has not read in the timeline that two columns name. */
const unreadIn = (
  db: Db,
  userId: string,
  {
    caseId,
    timelineId,
  }: { caseId: 'cases.id' | 'folders.caseId'; timelineId: 'cases.id' | 'folders.id' },
) =>
  db
    .selectFrom('receipts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('receipts.userId', '=', userId)
    .where('receipts.caseId', '=', sql.ref<string>(caseId))
    .where('receipts.timelineId', '=', sql.ref<string>(timelineId))
    .where('receipts.readAt', 'is', null)
    .$asScalar()
    .$notNull();

export type SharedFolder = Pick<FolderRow, 'id' | 'caseId' | 'parentId' | 'name'> &
  Pick<TimelineRow, 'lastMessageDate'>;
/** With what a client has not read in it. */
export type CountedFolder = Omit<SharedFolder, 'caseId'> & { unread: number };

/** The folders of a case that are shared, by name, as JSON: they come with the case, in the same question. */
const foldersOf = (db: Db, userId: string) =>
  db
    .selectFrom('folders')
    .innerJoin('timelines as own', 'own.id', 'folders.id')
    .select(({ ref }) =>
      jsonRows(
        db,
        {
          id: ref('folders.id'),
          parentId: ref('folders.parentId'),
          name: ref('folders.name'),
          lastMessageDate: ref('own.lastMessageDate'),
          unread: unreadIn(db, userId, { caseId: 'folders.caseId', timelineId: 'folders.id' }),
        },
        [ref('folders.name'), ref('folders.id')],
      ).as('rows'),
    )
    .where('folders.caseId', '=', sql.ref<string>('cases.id'))
    .where('folders.withdrawnAt', 'is', null)
    .$asScalar()
    .$notNull();

export const readFolders = (rows: string): CountedFolder[] => JSON.parse(rows) as CountedFolder[];

const countedCases = (db: Db, scope: CaseScope) =>
  sharedCases(db, scope).select([
    unreadIn(db, scope.userId, { caseId: 'cases.id', timelineId: 'cases.id' }).as('unread'),
    foldersOf(db, scope.userId).as('folders'),
  ]);

/** With what its client has not read in it, and its folders for `readFolders`. */
export type CountedCase = SharedCase & { unread: number; folders: string };

export const countedCaseById = prepared(
  (db, scope: CaseScope, caseId: string) => countedCases(db, scope).where('cases.id', '=', caseId),
  { isQuick: true },
);

export const foldersOfCase = prepared(
  (db, userId: string, caseId: string) =>
    db
      .selectFrom('cases')
      .select(foldersOf(db, userId).as('folders'))
      .where('cases.id', '=', caseId),
  { isQuick: true },
);

export const sharedCaseById = prepared(
  (db, scope: CaseScope, caseId: string) => sharedCases(db, scope).where('cases.id', '=', caseId),
  { isQuick: true },
);

/** Cases that have the text, in small letters, in their header or creator; and all of some accounts. */
export type CaseSearch = { text: string; accountIds: readonly string[] };

const sharedCasesInOrder = prepared(
  (
    db,
    scope: CaseScope,
    {
      atMost,
      after,
      search,
      isUnread,
    }: {
      atMost: number;
      after?: Position | undefined;
      search?: { pattern: string; accountIds: readonly string[] } | undefined;
      isUnread?: true | undefined;
    },
  ) => {
    let query = countedCases(db, scope);
    if (search) {
      const isInKey = sql<boolean>`${sql.ref('cases.searchKey')} like ${search.pattern} escape '!'`;
      query = query.where((is) =>
        is.or([
          isInKey,
          ...(search.accountIds.length > 0 ? [is('cases.accountId', 'in', search.accountIds)] : []),
        ]),
      );
    }
    if (isUnread) {
      query = query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('receipts')
            .select('receipts.messageId')
            .where('receipts.userId', '=', scope.userId)
            .whereRef('receipts.caseId', '=', 'caseClients.caseId')
            .where('receipts.readAt', 'is', null),
        ),
      );
    }
    if (after) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('caseClients.activeAt', 'caseClients.caseId'), '<', tuple(after.at, after.id)),
      );
    }
    return query
      .orderBy('caseClients.activeAt', 'desc')
      .orderBy('caseClients.caseId', 'desc')
      .limit(atMost);
  },
);

/** Last active first; one row more than asked for, if there is one. */
export const listSharedCases = (
  db: Db,
  scope: CaseScope,
  {
    limit,
    after,
    isUnread,
    search,
  }: {
    limit: number;
    after?: Position | undefined;
    isUnread?: true | undefined;
    search?: CaseSearch | undefined;
  },
): Promise<CountedCase[]> =>
  sharedCasesInOrder.all(db, scope, {
    atMost: limit + 1,
    after,
    isUnread,
    search: search && { pattern: containing(search.text), accountIds: search.accountIds },
  });

/** Folders that are shared, by name. */
export const listFolders = prepared((db, caseIds: readonly string[]) =>
  db
    .selectFrom('folders')
    .innerJoin('timelines', 'timelines.id', 'folders.id')
    .select([
      'folders.id',
      'folders.caseId',
      'folders.parentId',
      'folders.name',
      'timelines.lastMessageDate',
    ])
    .where('folders.caseId', 'in', caseIds)
    .where('folders.withdrawnAt', 'is', null)
    .orderBy('folders.name')
    .orderBy('folders.id'),
).all;

/** How much is unread in all of a user's cases, by account. */
export async function countUnreadByAccount(db: Db, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('receipts')
    .innerJoin('cases', 'cases.id', 'receipts.caseId')
    .select(['cases.accountId', ({ fn }) => fn.countAll<number>().as('count')])
    .where('receipts.userId', '=', userId)
    .where('receipts.readAt', 'is', null)
    .groupBy('cases.accountId')
    .execute();
  return new Map(rows.map(({ accountId, count }) => [accountId, Number(count)]));
}

/** How many cases a user sees, by account. */
export async function countSharedCases(db: Db, userId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('caseClients')
    .select(['accountId', ({ fn }) => fn.countAll<number>().as('count')])
    .where('userId', '=', userId)
    .groupBy('accountId')
    .execute();
  return new Map(rows.map(({ accountId, count }) => [accountId, Number(count)]));
}

export const listAccountNames = (
  db: Db,
  accountIds: readonly string[],
): Promise<Pick<AccountRow, 'id' | 'name'>[]> =>
  db.selectFrom('accounts').select(['id', 'name']).where('id', 'in', accountIds).execute();

// What providers do.

export const findCase = (db: Db, accountId: string, caseId: string): Promise<CaseRow | undefined> =>
  db
    .selectFrom('cases')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', caseId)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();

/** Makes changes of one case take turns until the transaction ends. */
export const lockedCase = prepared((db, accountIds: readonly string[], caseId: string) =>
  locked(
    db,
    db
      .selectFrom('cases')
      .select(['accountId', 'serviceAkte', 'permissionToReply'])
      .where('accountId', 'in', accountIds)
      .where('id', '=', caseId)
      .where('withdrawnAt', 'is', null),
  ),
);

export const findCaseByKey = (
  db: Db,
  accountId: string,
  idempotencyKey: string,
): Promise<CaseRow | undefined> =>
  db
    .selectFrom('cases')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();

/** Newest first; one row more than asked for, if there is one. */
export function listCases(
  db: Db,
  accountId: string,
  limit: number,
  after?: Position,
): Promise<CaseRow[]> {
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
  return query
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Whether this call inserted it: of two with the same idempotency key, one does. */
export async function insertCase(db: Db, row: CaseRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('cases')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'idempotencyKey']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateCase(db: Db, caseId: string, change: Partial<CaseRow>): Promise<void> {
  await db.updateTable('cases').set(change).where('id', '=', caseId).execute();
}

export async function insertTimeline(db: Db, id: string, caseId: string): Promise<void> {
  await db
    .insertInto('timelines')
    .values({ id, caseId, messageCount: 0, fileCount: 0, lastMessageDate: null })
    .execute();
}

const clientIds = prepared((db, caseId: string) =>
  db.selectFrom('caseClients').select('userId').where('caseId', '=', caseId).orderBy('userId'),
);

export const listClientIds = async (db: Db, caseId: string): Promise<string[]> =>
  (await clientIds.all(db, caseId)).map(({ userId }) => userId);

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

/** Which of these are clients of the account. */
export async function knownClients(
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

/** Shares a case with a client: all that stands in it is new to them, but for what they have written or read before. */
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

/** Takes a case from clients, with what they had marked in it; what they have read stays noted. */
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

/** No longer shares folders, nor what clients had not read in them or had marked. */
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

const newestInCase = prepared(
  (db, caseId: string, { lastMessage, at }: { lastMessage: string; at: string }) =>
    db
      .updateTable('cases')
      .set({ lastMessage, lastMessageDate: at })
      .where('id', '=', caseId)
      .where(({ or, eb }) =>
        or([eb('lastMessageDate', 'is', null), eb('lastMessageDate', '<=', at)]),
      ),
);

const activeForClients = prepared((db, caseId: string, at: string) =>
  db
    .updateTable('caseClients')
    .set({ activeAt: at })
    .where('caseId', '=', caseId)
    .where('activeAt', '<', at),
);

/** Notes a message as the newest of its case, unless a newer one is there, and moves the case up in its clients' lists. */
export const noteMessage = (
  db: Db,
  caseId: string,
  message: { lastMessage: string; at: string },
): CompiledQuery<unknown>[] => [
  newestInCase.bind(db, caseId, message),
  activeForClients.bind(db, caseId, message.at),
];

/** The newest message that is shared in a case and its folders. */
export const findNewestMessage = (
  db: Db,
  caseId: string,
): Promise<Pick<MessageRow, 'header' | 'text' | 'createdAt'> | undefined> =>
  db
    .selectFrom('messages')
    .leftJoin('folders', 'folders.id', 'messages.timelineId')
    .select(['messages.header', 'messages.text', 'messages.createdAt'])
    .where('messages.caseId', '=', caseId)
    .where('messages.withdrawnAt', 'is', null)
    .where('folders.withdrawnAt', 'is', null)
    .orderBy('messages.createdAt', 'desc')
    .orderBy('messages.id', 'desc')
    .executeTakeFirst();

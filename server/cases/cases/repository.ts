import { sql } from 'kysely';
import { containing } from '#server/db/containing.ts';
import { jsonRows } from '#server/db/dialect.ts';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { Parsed } from '#server/db/schema/columns.ts';
import type {
  AccountRow,
  CaseRow,
  Db,
  FolderRow,
  MessageRow,
  StoredCase,
  TimelineRow,
} from '#server/db/schema.ts';
import type { Position } from '#server/http/cursor.ts';

/** The user whose cases are read, within the session's accounts. */
export type CaseScope = { userId: string; accountIds: readonly string[] };

/** A case with the data of its account for the client. */
export type SharedCase = StoredCase & {
  activeAt: string;
  accountName: string;
  /** the case's own timeline, without its folders */ rootMessageDate: string | null;
  messageCount: number;
  fileCount: number;
} & Pick<AccountRow, 'primaryColor' | 'secondaryColor'>;

type ParsedColumns = Pick<StoredCase, 'categories' | 'assignees'>;
export const parseCase = <Row extends Pick<CaseRow, keyof ParsedColumns>>({
  categories,
  assignees,
  ...row
}: Row): Parsed<Row, ParsedColumns> => ({
  ...row,
  categories: JSON.parse(categories) as string[],
  assignees: JSON.parse(assignees) as ProviderCase['assignees'],
});

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

/** Counts a user's unread messages in the timeline that two columns name. */
const countUnreadIn = (
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
/** With the client's unread count. */
export type CountedFolder = Omit<SharedFolder, 'caseId'> & { unread: number };

/** Aggregates the shared folders of a case by name as JSON, to read them in the same query. */
const selectFolders = (db: Db, userId: string) =>
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
          unread: countUnreadIn(db, userId, { caseId: 'folders.caseId', timelineId: 'folders.id' }),
        },
        [ref('folders.name'), ref('folders.id')],
      ).as('rows'),
    )
    .where('folders.caseId', '=', sql.ref<string>('cases.id'))
    .where('folders.withdrawnAt', 'is', null)
    .$asScalar()
    .$notNull();

const parseFolders = (rows: string): CountedFolder[] => JSON.parse(rows) as CountedFolder[];

const countedCases = (db: Db, scope: CaseScope) =>
  sharedCases(db, scope).select([
    countUnreadIn(db, scope.userId, { caseId: 'cases.id', timelineId: 'cases.id' }).as('unread'),
    selectFolders(db, scope.userId).as('folders'),
  ]);

/** With the client's unread count. */
export type CountedCase = SharedCase & { unread: number; folders: CountedFolder[] };

type CountedRow = Awaited<ReturnType<ReturnType<typeof countedCases>['executeTakeFirstOrThrow']>>;
const parseCountedCase = (row: CountedRow): CountedCase => ({
  ...parseCase(row),
  folders: parseFolders(row.folders),
});

export async function findCountedCase(
  db: Db,
  scope: CaseScope,
  caseId: string,
): Promise<CountedCase | undefined> {
  const row = await countedCases(db, scope).where('cases.id', '=', caseId).executeTakeFirst();
  return row && parseCountedCase(row);
}

export async function listCountedFolders(
  db: Db,
  userId: string,
  caseId: string,
): Promise<CountedFolder[]> {
  const row = await db
    .selectFrom('cases')
    .select(selectFolders(db, userId).as('folders'))
    .where('cases.id', '=', caseId)
    .executeTakeFirst();
  return row ? parseFolders(row.folders) : [];
}

export async function findSharedCase(
  db: Db,
  scope: CaseScope,
  caseId: string,
): Promise<SharedCase | undefined> {
  const row = await sharedCases(db, scope).where('cases.id', '=', caseId).executeTakeFirst();
  return row && parseCase(row);
}

/** Filters cases by a lower-case text in header or creator; all cases of some accounts match. */
export type CaseSearch = { text: string; accountIds: readonly string[] };

/** Last active first, with one extra row if there is a next page. */
export async function listSharedCases(
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
): Promise<CountedCase[]> {
  let query = countedCases(db, scope);
  if (search) {
    const { text, accountIds } = search;
    const isInKey = sql<boolean>`${sql.ref('cases.searchKey')} like ${containing(text)} escape '!'`;
    query = query.where((is) =>
      is.or([isInKey, ...(accountIds.length > 0 ? [is('cases.accountId', 'in', accountIds)] : [])]),
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
  const rows = await query
    .orderBy('caseClients.activeAt', 'desc')
    .orderBy('caseClients.caseId', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(parseCountedCase);
}

/** Lists shared folders by name. */
export const listFolders = (db: Db, caseIds: readonly string[]) =>
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
    .orderBy('folders.id')
    .execute();

/** Counts a user's unread messages by account. */
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

/** Counts a user's cases by account. */
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

/** Stores the newest message of a case and moves the case up in its clients' lists. */
export async function storeNewestMessage(
  db: Db,
  caseId: string,
  { lastMessage, at }: { lastMessage: string; at: string },
): Promise<void> {
  await db
    .updateTable('cases')
    .set({ lastMessage, lastMessageDate: at })
    .where('id', '=', caseId)
    .where(({ or, eb }) => or([eb('lastMessageDate', 'is', null), eb('lastMessageDate', '<=', at)]))
    .execute();
  await db
    .updateTable('caseClients')
    .set({ activeAt: at })
    .where('caseId', '=', caseId)
    .where('activeAt', '<', at)
    .execute();
}

/** Finds the newest shared message of a case and its folders. */
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

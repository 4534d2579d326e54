import { sql, type SqlBool } from 'kysely';
import { lockRows, toNonEmptyIds } from '#server/db/dialect.ts';
import type { CaseRow, Db, FolderRow, StoredCase } from '#server/db/schema.ts';
import { countRows, paginate, type Position } from '#server/db/paginate.ts';
import { hasWord } from '#server/db/wordConditions.ts';
import type { SearchedWord } from '#server/words.ts';
import { isOpenToStaff } from '#server/accounts/staff/service.ts';
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
  lockRows(
    db,
    db
      .selectFrom('cases')
      .select(['accountId', 'serviceAkte', 'permissionToReply', 'closedAt'])
      .where('accountId', 'in', accountIds)
      .where('id', '=', caseId)
      .where('withdrawnAt', 'is', null),
  ).executeTakeFirst();

/** Locks cases of an account in the order of their ids, so that two imports do not deadlock. */
export const lockCases = (db: Db, accountId: string, caseIds: readonly string[]) =>
  lockRows(
    db,
    db
      .selectFrom('cases')
      .select(['id', 'accountId', 'serviceAkte', 'permissionToReply', 'closedAt'])
      .where('accountId', '=', accountId)
      .where('id', 'in', toNonEmptyIds(caseIds))
      .where('withdrawnAt', 'is', null)
      .orderBy('id'),
  ).execute();

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

/** Finds a case by the id that the account's own software has for it, also a withdrawn one. */
export const findByExternalId = (db: Db, accountId: string, externalId: string) =>
  db
    .selectFrom('cases')
    .select(['id', 'withdrawnAt'])
    .where('accountId', '=', accountId)
    .where('externalId', '=', externalId)
    .executeTakeFirst();

export type CaseFilter = {
  externalId?: string | undefined;
  aktenzeichen?: string | undefined;
  userId?: string | undefined;
  since?: string | undefined;
  isClosed?: boolean | undefined;
  isUnanswered?: boolean | undefined;
  /** member of the staff who sees them; undefined: all cases */ staffId?: string | undefined;
  /** all of them have to be found */ words?: readonly SearchedWord[] | undefined;
};

/** Condition of an open case whose newest message is a client's. */
const waitsForReply = sql<SqlBool>`("closedAt" is null and "lastMessageById" <> ''
  and "lastMessageById" <> "accountId")`;

/** Selects the shared cases of an account that all filters find. */
function filterCases(
  db: Db,
  accountId: string,
  {
    externalId,
    aktenzeichen,
    userId,
    since,
    isClosed,
    isUnanswered,
    staffId,
    words = [],
  }: CaseFilter,
) {
  let query = db
    .selectFrom('cases')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('withdrawnAt', 'is', null);
  if (externalId !== undefined) query = query.where('externalId', '=', externalId);
  if (aktenzeichen !== undefined) query = query.where('aktenzeichen', '=', aktenzeichen);
  if (since !== undefined) query = query.where('createdAt', '>=', since);
  if (isClosed !== undefined) query = query.where('closedAt', isClosed ? 'is not' : 'is', null);
  if (userId !== undefined)
    query = query.where('id', 'in', ({ selectFrom }) =>
      selectFrom('caseClients').select('caseId').where('userId', '=', userId),
    );
  if (isUnanswered) query = query.where(waitsForReply);
  if (staffId !== undefined) query = query.where(isOpenToStaff(staffId, 'cases.id'));
  for (const word of words)
    query = query.where(({ or, eb, selectFrom }) =>
      or([
        eb(
          'id',
          'in',
          selectFrom('caseNameWords')
            .innerJoin('cases as named', 'named.id', 'caseNameWords.caseId')
            .select('caseNameWords.caseId')
            .where('named.accountId', '=', accountId)
            .where(hasWord({ stem: 'caseNameWords.stem', word: 'caseNameWords.word' }, word)),
        ),
        eb(
          'id',
          'in',
          selectFrom('clientWords')
            .innerJoin('caseClients', 'caseClients.userId', 'clientWords.userId')
            .select('caseClients.caseId')
            .where('clientWords.accountId', '=', accountId)
            .where('caseClients.accountId', '=', accountId)
            .where(hasWord({ stem: 'clientWords.stem', word: 'clientWords.stem' }, word)),
        ),
      ]),
    );
  return query;
}

const orders = {
  created: 'createdAt',
  activity: sql<string>`coalesce("lastMessageDate", "createdAt")`,
} as const;
export type CaseOrder = keyof typeof orders;

/** Newest first, with one extra row if there is a next page. */
export async function listCases(
  db: Db,
  accountId: string,
  filter: CaseFilter,
  { order, ...page }: { limit: number; after: Position | undefined; order: CaseOrder },
): Promise<StoredCase[]> {
  const query = filterCases(db, accountId, filter);
  const rows = await paginate(query, [orders[order], 'id'], page).execute();
  return rows.map(parseCase);
}

export const countCases = (db: Db, accountId: string, filter: CaseFilter): Promise<number | null> =>
  countRows(db, filterCases(db, accountId, filter).clearSelect().select('id'));

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

export async function replaceContent(
  db: Db,
  caseId: string,
  content: CaseContent & { externalId?: string | null },
): Promise<void> {
  await db
    .updateTable('cases')
    .set({ ...content, ...toJson(content) })
    .where('id', '=', caseId)
    .execute();
}

export async function updateCase(
  db: Db,
  caseId: string,
  change: Partial<
    Pick<
      CaseRow,
      | 'withdrawnAt'
      | 'closedAt'
      | 'lastMessage'
      | 'lastMessageDate'
      | 'lastMessageBy'
      | 'lastMessageById'
    >
  >,
): Promise<void> {
  await db.updateTable('cases').set(change).where('id', '=', caseId).execute();
}

/** Sorts a case by this instant in its clients' lists; by its creation if it has no message. */
export async function resetActivity(
  db: Db,
  caseId: string,
  activeAt: string | undefined,
): Promise<void> {
  await db
    .updateTable('caseClients')
    .set(({ selectFrom, val }) => ({
      activeAt:
        activeAt === undefined
          ? selectFrom('cases').select('createdAt').where('id', '=', caseId).$asScalar().$notNull()
          : val(activeAt),
    }))
    .where('caseId', '=', caseId)
    .execute();
}

export async function insertTimeline(db: Db, id: string, caseId: string): Promise<void> {
  await db
    .insertInto('timelines')
    .values({ id, caseId, messageCount: 0, fileCount: 0, lastMessageDate: null })
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

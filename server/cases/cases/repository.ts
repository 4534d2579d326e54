import { sql, type Expression, type ExpressionBuilder } from 'kysely';
import { buildTable, toNonEmptyIds, selectJsonRows } from '#server/db/dialect.ts';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { Parsed } from '#server/db/schema/columns.ts';
import type {
  AccountRow,
  CaseRow,
  CaseWordRow,
  Db,
  FolderRow,
  MessageRow,
  Schema,
  StoredCase,
  TimelineRow,
} from '#server/db/schema.ts';
import { paginate, type Position } from '#server/db/paginate.ts';
import { isBeforeEnd } from './isBeforeEnd.ts';
import { isWithinBeginning } from '#server/db/wordConditions.ts';

/** The clients whose cases are read: one login in each of the session's accounts. */
export type CaseScope = { userIds: readonly string[]; accountIds: readonly string[] };

/** A case with the data of its account for the client. */
export type SharedCase = StoredCase & {
  activeAt: string;
  /** end of the client's relation to the account */ endedAt: string | null;
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

const selectSharedCases = (db: Db, { userIds, accountIds }: CaseScope) =>
  db
    .selectFrom('caseClients')
    .innerJoin('cases', 'cases.id', 'caseClients.caseId')
    .innerJoin('accounts', 'accounts.id', 'caseClients.accountId')
    .innerJoin('timelines', 'timelines.id', 'cases.id')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.userId', '=', 'caseClients.userId')
        .onRef('memberships.accountId', '=', 'caseClients.accountId'),
    )
    .selectAll('cases')
    .select([
      'memberships.endedAt',
      'timelines.lastMessageDate as rootMessageDate',
      'timelines.messageCount',
      'timelines.fileCount',
      'caseClients.activeAt',
      'accounts.name as accountName',
      'accounts.primaryColor',
      'accounts.secondaryColor',
    ])
    .where('caseClients.userId', 'in', toNonEmptyIds(userIds))
    .where('caseClients.accountId', 'in', toNonEmptyIds(accountIds));

/** A user, or the column that has one. */
type UserOperand = string | Expression<string>;
const caseClient = sql.ref<string>('caseClients.userId');

/** Counts a user's unread messages in the timeline that two columns name. */
const countUnreadIn = (
  db: Db,
  userId: UserOperand,
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
const selectFolders = (db: Db, userId: UserOperand) =>
  db
    .selectFrom('folders')
    .innerJoin('timelines as own', 'own.id', 'folders.id')
    .select(({ ref }) =>
      selectJsonRows(
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
    .where(isBeforeEnd(userId, 'folders.caseId', 'folders.createdAt'))
    .$asScalar()
    .$notNull();

const parseFolders = (rows: string): CountedFolder[] => JSON.parse(rows) as CountedFolder[];

const selectCountedCases = (db: Db, scope: CaseScope) =>
  selectSharedCases(db, scope).select([
    countUnreadIn(db, caseClient, { caseId: 'cases.id', timelineId: 'cases.id' }).as('unread'),
    selectFolders(db, caseClient).as('folders'),
  ]);

/** With the client's unread count. */
export type CountedCase = SharedCase & { unread: number; folders: CountedFolder[] };

type CountedRow = Awaited<
  ReturnType<ReturnType<typeof selectCountedCases>['executeTakeFirstOrThrow']>
>;
const parseCountedCase = (row: CountedRow): CountedCase => ({
  ...parseCase(row),
  folders: parseFolders(row.folders),
});

export async function findCountedCase(
  db: Db,
  scope: CaseScope,
  caseId: string,
): Promise<CountedCase | undefined> {
  const row = await selectCountedCases(db, scope).where('cases.id', '=', caseId).executeTakeFirst();
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
  const row = await selectSharedCases(db, scope).where('cases.id', '=', caseId).executeTakeFirst();
  return row && parseCase(row);
}

/** One searched word: a case matches by the stem or the beginning of a name, or by its account. */
export type SearchedName = {
  stems: readonly string[];
  beginning: string | undefined;
  accountIds: readonly string[];
};

const hasSearchedName =
  ({ stems, beginning, accountIds }: SearchedName) =>
  ({ eb, or, exists, selectFrom }: ExpressionBuilder<Schema, 'cases'>) =>
    or([
      exists(
        selectFrom('caseNameWords')
          .select('caseNameWords.caseId')
          .whereRef('caseNameWords.caseId', '=', 'cases.id')
          .where((word) =>
            word.or([
              word('caseNameWords.stem', 'in', stems),
              ...(beginning === undefined
                ? []
                : [isWithinBeginning('caseNameWords.word', beginning)]),
            ]),
          ),
      ),
      ...(accountIds.length > 0 ? [eb('cases.accountId', 'in', accountIds)] : []),
    ]);

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
    search?: readonly SearchedName[] | undefined;
  },
): Promise<CountedCase[]> {
  let query = selectCountedCases(db, scope);
  for (const word of search ?? []) query = query.where(hasSearchedName(word));
  if (isUnread) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('receipts')
          .select('receipts.messageId')
          .where('receipts.userId', '=', caseClient)
          .whereRef('receipts.caseId', '=', 'caseClients.caseId')
          .where('receipts.readAt', 'is', null),
      ),
    );
  }
  const rows = await paginate(query, ['caseClients.activeAt', 'caseClients.caseId'], {
    limit,
    after,
  }).execute();
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

/** Counts unread messages of the users of one login by account. */
export async function countUnreadByAccount(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('receipts')
    .innerJoin('cases', 'cases.id', 'receipts.caseId')
    .select(['cases.accountId', ({ fn }) => fn.countAll<number>().as('count')])
    .where('receipts.userId', 'in', toNonEmptyIds(userIds))
    .where('receipts.readAt', 'is', null)
    .groupBy('cases.accountId')
    .execute();
  return new Map(rows.map(({ accountId, count }) => [accountId, Number(count)]));
}

/** Counts cases of the users of one login by account. */
export async function countSharedCases(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('caseClients')
    .select(['accountId', ({ fn }) => fn.countAll<number>().as('count')])
    .where('userId', 'in', toNonEmptyIds(userIds))
    .groupBy('accountId')
    .execute();
  return new Map(rows.map(({ accountId, count }) => [accountId, Number(count)]));
}

export const listAccountNames = (
  db: Db,
  accountIds: readonly string[],
): Promise<Pick<AccountRow, 'id' | 'name'>[]> =>
  db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('id', 'in', toNonEmptyIds(accountIds))
    .execute();

export type NewestMessage = Pick<
  MessageRow,
  'header' | 'text' | 'createdAt' | 'creatorName' | 'authorId'
>;
type LastMessage = Pick<CaseRow, 'lastMessage' | 'lastMessageBy' | 'lastMessageById'>;

type NewestOfCase = LastMessage & { caseId: string; at: string };
const newestColumns = {
  caseId: 'text',
  at: 'text',
  lastMessage: 'text',
  lastMessageBy: 'text',
  lastMessageById: 'text',
} as const;

/** Stores the newest message of each case and moves the cases up in their clients' lists. */
export async function storeNewestMessages(db: Db, newest: readonly NewestOfCase[]): Promise<void> {
  const table = buildTable(db, newest, newestColumns);
  await sql`
    update "cases" set
      "lastMessage" = "rows"."lastMessage",
      "lastMessageBy" = "rows"."lastMessageBy",
      "lastMessageById" = "rows"."lastMessageById",
      "lastMessageDate" = "rows"."at"
    from ${table}
    where "cases"."id" = "rows"."caseId"
      and ("cases"."lastMessageDate" is null or "cases"."lastMessageDate" <= "rows"."at")
  `.execute(db);
  await sql`
    update "caseClients" set "activeAt" = "rows"."at"
    from ${table}
    where "caseClients"."caseId" = "rows"."caseId" and "caseClients"."activeAt" < "rows"."at"
      and not exists (
        select 1 from "memberships"
        where "memberships"."userId" = "caseClients"."userId"
          and "memberships"."accountId" = "caseClients"."accountId"
          and "memberships"."endedAt" is not null
      )
  `.execute(db);
}

/** Finds the newest shared message of a case and its folders, up to an instant. */
export const findNewestMessage = (
  db: Db,
  caseId: string,
  until?: string,
): Promise<NewestMessage | undefined> =>
  db
    .selectFrom('messages')
    .leftJoin('folders', 'folders.id', 'messages.timelineId')
    .select([
      'messages.header',
      'messages.text',
      'messages.createdAt',
      'messages.creatorName',
      'messages.authorId',
    ])
    .where('messages.caseId', '=', caseId)
    .where('messages.withdrawnAt', 'is', null)
    .where('folders.withdrawnAt', 'is', null)
    .$if(until !== undefined, (query) => query.where('messages.createdAt', '<=', until ?? ''))
    .orderBy('messages.createdAt', 'desc')
    .orderBy('messages.id', 'desc')
    .executeTakeFirst();

/** Lists the texts of a case that its search finds. */
export const findNames = (db: Db, caseId: string) =>
  db
    .selectFrom('cases')
    .select([
      'header',
      'aktenzeichen',
      'aktenkurzbezeichnung',
      'creatorFirstName',
      'creatorLastName',
    ])
    .where('id', '=', caseId)
    .executeTakeFirst();

/** Replaces the words by which a case is found. */
export async function replaceNameWords(
  db: Db,
  caseId: string,
  words: readonly Omit<CaseWordRow, 'caseId'>[],
): Promise<void> {
  await db.deleteFrom('caseNameWords').where('caseId', '=', caseId).execute();
  if (words.length > 0)
    await db
      .insertInto('caseNameWords')
      .values(words.map((word) => ({ caseId, ...word })))
      .onConflict((conflict) => conflict.doNothing()) // another process indexes the case
      .execute();
}

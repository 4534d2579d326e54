import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { AccessState } from '#schemas/access/clients.ts';
import { isOpenToStaff } from '#server/accounts/staff/service.ts';
import { toNonEmptyIds } from '#server/db/dialect.ts';
import type { Db } from '#server/db/schema.ts';
import { countRows, paginate, type Position } from '#server/db/paginate.ts';
import { hasWord } from '#server/db/wordConditions.ts';
import type { SearchedWord } from '#server/words.ts';
import { selectClients, type Client } from './repository.ts';

const isNoStaff = sql<SqlBool>`not exists (
  select 1 from "staff"
  where "staff"."accountId" = "memberships"."accountId"
    and "staff"."userId" = "memberships"."userId"
)`;

const isEnabled = sql<SqlBool>`("memberships"."isDisabled" = 0 and "memberships"."endedAt" is null)`;
const hasNoLogin = sql<SqlBool>`"memberships"."userId" in (
  select "id" from "users" where "status" = 0
)`;
const isInvited = (more = sql``): RawBuilder<SqlBool> => sql<SqlBool>`exists (
  select 1 from "invitations"
  where "invitations"."accountId" = "memberships"."accountId"
    and "invitations"."userId" = "memberships"."userId"
    and "invitations"."revokedAt" is null ${more}
)`;

/** Lists the conditions of a state of access, which `getAccessState` computes for one client. */
function listConditions({
  state,
  now,
}: NonNullable<ClientFilter['access']>): readonly RawBuilder<SqlBool>[] {
  const isOpen = isInvited(sql`and "invitations"."validUntil" > ${now}`);
  switch (state) {
    case 'ended':
      return [sql<SqlBool>`"memberships"."endedAt" is not null`];
    case 'disabled':
      return [sql<SqlBool>`"memberships"."isDisabled" = 1`, sql`"memberships"."endedAt" is null`];
    case 'active':
      return [isEnabled, sql<SqlBool>`"users"."status" = 1`];
    case 'invited':
      return [isEnabled, hasNoLogin, isOpen];
    case 'expired':
      return [isEnabled, hasNoLogin, isInvited(), sql<SqlBool>`not ${isOpen}`];
    case 'none':
      return [isEnabled, hasNoLogin, sql<SqlBool>`not ${isInvited()}`];
  }
}

export type ClientFilter = {
  /** true: without the account's staff */ isWithoutStaff?: boolean | undefined;
  access?: { state: AccessState; /** instant of the request */ now: string } | undefined;
  externalId?: string | undefined;
  emailKey?: string | undefined;
  since?: string | undefined;
  /** all of them have to be found */ words?: readonly SearchedWord[] | undefined;
};

/** Selects the clients of an account that all filters find. */
function filterClients(
  db: Db,
  accountId: string,
  { isWithoutStaff, access, externalId, emailKey, since, words = [] }: ClientFilter,
) {
  let query = selectClients(db, accountId);
  if (isWithoutStaff) query = query.where(isNoStaff);
  if (access) for (const condition of listConditions(access)) query = query.where(condition);
  if (externalId !== undefined) query = query.where('memberships.externalId', '=', externalId);
  if (emailKey !== undefined) query = query.where('users.emailKey', '=', emailKey);
  if (since !== undefined) query = query.where('memberships.createdAt', '>=', since);
  for (const word of words)
    query = query.where('memberships.userId', 'in', ({ selectFrom }) =>
      selectFrom('clientWords')
        .select('clientWords.userId')
        .where('clientWords.accountId', '=', accountId)
        .where(hasWord({ stem: 'clientWords.stem', word: 'clientWords.stem' }, word)),
    );
  return query;
}

/** Returns for each of the clients the number of their cases that the member of staff may see. */
export async function countCases(
  db: Db,
  accountId: string,
  userIds: readonly string[],
  staffId: string | undefined,
): Promise<Map<string, number>> {
  let query = db
    .selectFrom('caseClients')
    .innerJoin('cases', 'cases.id', 'caseClients.caseId')
    .select(['caseClients.userId', ({ fn }) => fn.countAll<number>().as('count')])
    .where('caseClients.accountId', '=', accountId)
    .where('caseClients.userId', 'in', toNonEmptyIds(userIds))
    .where('cases.withdrawnAt', 'is', null)
    .groupBy('caseClients.userId');
  if (staffId !== undefined) query = query.where(isOpenToStaff(staffId, 'cases.id'));
  const rows = await query.execute();
  return new Map(rows.map(({ userId, count }) => [userId, Number(count)]));
}

/** With one extra row if there is a next page. */
export const listClients = (
  db: Db,
  accountId: string,
  filter: ClientFilter,
  page: { limit: number; after: Position | undefined },
): Promise<Client[]> =>
  paginate(
    filterClients(db, accountId, filter),
    ['memberships.createdAt', 'memberships.userId'],
    page,
  ).execute();

export const countClients = (
  db: Db,
  accountId: string,
  filter: ClientFilter,
): Promise<number | null> =>
  countRows(db, filterClients(db, accountId, filter).clearSelect().select('users.id'));

/** Replaces the words by which an account finds a client. */
export async function replaceWords(
  db: Db,
  { userId, accountId }: { userId: string; accountId: string },
  words: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('clientWords')
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .execute();
  if (words.length > 0)
    await db
      .insertInto('clientWords')
      .values(words.map((stem) => ({ accountId, stem, userId })))
      .onConflict((conflict) => conflict.doNothing()) // another process indexes the client
      .execute();
}

/** Lists some clients without words: from before the index, or created by an older version. */
export const listClientsWithoutWords = (db: Db, limit: number) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select(['memberships.userId', 'memberships.accountId'])
    .select(['users.firstName', 'users.lastName', 'users.email'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('clientWords')
            .select('clientWords.stem')
            .whereRef('clientWords.userId', '=', 'memberships.userId')
            .whereRef('clientWords.accountId', '=', 'memberships.accountId'),
        ),
      ),
    )
    .limit(limit)
    .execute();

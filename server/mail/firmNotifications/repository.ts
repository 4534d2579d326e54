import type { FirmNewsKind, FirmNotificationSettings } from '#schemas/mail/firmNotifications.ts';
import type { Language } from '#schemas/platform/common.ts';
import { sql } from 'kysely';
import { isOpenToStaff } from '#server/accounts/staff/service.ts';
import { toNonEmptyIds, lockRows } from '#server/db/dialect.ts';
import { isColumnDue } from '#server/db/isDue.ts';
import type { Db, FirmNotificationRow } from '#server/db/schema.ts';

export type StoredSettings = Omit<FirmNotificationRow, 'kinds'> & { kinds: FirmNewsKind[] };

const select = (db: Db, accountId: string) =>
  db.selectFrom('firmNotifications').selectAll().where('accountId', '=', accountId);

const parse = (row: FirmNotificationRow): StoredSettings => ({
  ...row,
  kinds: JSON.parse(row.kinds) as FirmNewsKind[],
});

export async function findSettings(db: Db, accountId: string): Promise<StoredSettings | undefined> {
  const row = await select(db, accountId).executeTakeFirst();
  return row && parse(row);
}

/** Locks the settings, so that one process mails the news. */
export async function lockSettings(db: Db, accountId: string): Promise<StoredSettings | undefined> {
  const row = await lockRows(db, select(db, accountId)).executeTakeFirst();
  return row && parse(row);
}

/** Stores settings. The first ones begin after the newest event. */
export async function storeSettings(
  db: Db,
  { accountId, lastSequence, checkAt }: Omit<StoredSettings, 'email' | 'kinds'>,
  { email, kinds }: FirmNotificationSettings,
): Promise<void> {
  const values = { email, kinds: JSON.stringify(kinds) };
  await db
    .insertInto('firmNotifications')
    .values({ accountId, lastSequence, checkAt, ...values })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(values))
    .execute();
}

export async function move(
  db: Db,
  accountId: string,
  to: Partial<Pick<FirmNotificationRow, 'lastSequence' | 'checkAt'>>,
): Promise<void> {
  await db.updateTable('firmNotifications').set(to).where('accountId', '=', accountId).execute();
}

/**
 * Lists accounts with events that were not looked at, unless their news are being collected, which
 * takes `collectMs`.
 */
export const listBehind = async (db: Db, now: string, collectMs: number): Promise<string[]> =>
  (
    await db
      .selectFrom('firmNotifications as settings')
      .innerJoin('accounts', 'accounts.id', 'settings.accountId')
      .innerJoin('programEventHeads as head', 'head.accountId', 'settings.accountId')
      .select('settings.accountId')
      .where('accounts.disabledAt', 'is', null)
      .where(isColumnDue('settings.checkAt', now, collectMs))
      .whereRef('head.lastSequence', '>', 'settings.lastSequence')
      .execute()
  ).map(({ accountId }) => accountId);

/** An employee who is mailed about their tasks. */
export type Assignee = {
  workflowKey: string;
  email: string;
  firstName: string;
  lastName: string;
  language: Language;
};

/** Lists the assignees of tasks who work at the account: others are clients. */
export const listAssignees = (
  db: Db,
  accountId: string,
  workflowKeys: readonly string[],
): Promise<Assignee[]> =>
  db
    .selectFrom('tasks')
    .innerJoin('staff', (join) =>
      join
        .onRef('staff.userId', '=', 'tasks.assigneeId')
        .onRef('staff.accountId', '=', 'tasks.accountId'),
    )
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.userId', '=', 'staff.userId')
        .onRef('memberships.accountId', '=', 'staff.accountId'),
    )
    .innerJoin('users', 'users.id', 'staff.userId')
    .select(['tasks.workflowKey', 'users.email', 'users.firstName', 'users.lastName'])
    .select('users.language')
    .where('tasks.accountId', '=', accountId)
    .where('tasks.workflowKey', 'in', toNonEmptyIds(workflowKeys))
    .where('memberships.isDisabled', '=', 0)
    .where(isOpenToStaff(sql.ref<string>('staff.userId'), 'tasks.caseId'))
    .execute();

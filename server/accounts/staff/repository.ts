import type { Employee } from '#schemas/accounts/staff.ts';
import type { StaffRole } from '#schemas/platform/endpoint.ts';
import { lockRows } from '#server/db/dialect.ts';
import type { AccountRow, Db } from '#server/db/schema.ts';

const selectEmployees = (db: Db, accountId: string) =>
  db
    .selectFrom('staff')
    .innerJoin('users', 'users.id', 'staff.userId')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.userId', '=', 'staff.userId')
        .onRef('memberships.accountId', '=', 'staff.accountId'),
    )
    .select(['users.id as userId', 'users.firstName', 'users.lastName', 'staff.role'])
    .where('staff.accountId', '=', accountId)
    .orderBy('users.lastName')
    .orderBy('users.firstName')
    .orderBy('users.id');

/** Includes disabled staff. */
export const listEmployees = (db: Db, accountId: string): Promise<Employee[]> =>
  selectEmployees(db, accountId).execute();

export const findEmployee = (
  db: Db,
  accountId: string,
  userId: string,
): Promise<Employee | undefined> =>
  selectEmployees(db, accountId).where('staff.userId', '=', userId).executeTakeFirst();

const selectWorking = (db: Db, accountId: string) =>
  selectEmployees(db, accountId).where('memberships.isDisabled', '=', 0);

/** Lists enabled staff. */
export const listWorking = (db: Db, accountId: string): Promise<Employee[]> =>
  selectWorking(db, accountId).execute();

/** Returns an enabled employee, with the rule of the account that applies to them. */
export const findWorking = (
  db: Db,
  accountId: string,
  userId: string,
): Promise<(Employee & Pick<AccountRow, 'staffSecondFactorSince'>) | undefined> =>
  selectWorking(db, accountId)
    .innerJoin('accounts', 'accounts.id', 'staff.accountId')
    .select('accounts.staffSecondFactorSince')
    .where('staff.userId', '=', userId)
    .executeTakeFirst();

/** Locks a client of an account until the transaction ends. */
export async function lockMembership(db: Db, accountId: string, userId: string): Promise<void> {
  await lockRows(
    db,
    db
      .selectFrom('memberships')
      .select('userId')
      .where('accountId', '=', accountId)
      .where('userId', '=', userId),
  ).execute();
}

/** Returns true for the account's clients whose relation has not ended: only they can be staff. */
export const isKnown = async (db: Db, accountId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('memberships')
    .select('userId')
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()) !== undefined;

export async function putEmployee(
  db: Db,
  accountId: string,
  userId: string,
  role: StaffRole,
): Promise<void> {
  await db
    .insertInto('staff')
    .values({ accountId, userId, role })
    .onConflict((conflict) => conflict.columns(['accountId', 'userId']).doUpdateSet({ role }))
    .execute();
}

export async function removeEmployee(db: Db, accountId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('staff')
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const findRules = (
  db: Db,
  accountId: string,
): Promise<Pick<AccountRow, 'staffSecondFactorSince'>> =>
  db
    .selectFrom('accounts')
    .select('staffSecondFactorSince')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();

/** Stores since when staff need a second factor; a repeated demand keeps the first date. */
export async function setSecondFactorSince(
  db: Db,
  accountId: string,
  since: AccountRow['staffSecondFactorSince'],
): Promise<void> {
  await db
    .updateTable('accounts')
    .set(({ fn, val }) => ({
      staffSecondFactorSince:
        since === null ? null : fn.coalesce('staffSecondFactorSince', val(since)),
    }))
    .where('id', '=', accountId)
    .execute();
}

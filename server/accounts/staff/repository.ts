import type { Employee, StaffRole } from '#schemas/accounts/staff.ts';
import type { Db } from '#server/db/schema.ts';

const employees = (db: Db, accountId: string) =>
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
  employees(db, accountId).execute();

export const findEmployee = (
  db: Db,
  accountId: string,
  userId: string,
): Promise<Employee | undefined> =>
  employees(db, accountId).where('staff.userId', '=', userId).executeTakeFirst();

const working = (db: Db, accountId: string) =>
  employees(db, accountId).where('memberships.isDisabled', '=', 0);

/** Lists enabled staff. */
export const listWorking = (db: Db, accountId: string): Promise<Employee[]> =>
  working(db, accountId).execute();

export const findWorking = (
  db: Db,
  accountId: string,
  userId: string,
): Promise<Employee | undefined> =>
  working(db, accountId).where('staff.userId', '=', userId).executeTakeFirst();

/** Returns true for the account's clients: only they can be staff. */
export const isKnown = async (db: Db, accountId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('memberships')
    .select('userId')
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
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

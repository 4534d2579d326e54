import type { Db, InstallationRow } from './schema.ts';

type Name = InstallationRow['name'];

export const findInstallationValue = async (db: Db, name: Name): Promise<string | undefined> =>
  (await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst())
    ?.value;

export async function putInstallationValue(db: Db, name: Name, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Returns true for the call that deleted the value, of concurrent ones. */
export async function deleteInstallationValue(db: Db, name: Name): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('installation')
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Adds a value unless there is one. */
export async function addInstallationValue(db: Db, name: Name, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Replaces a value unless it was changed meanwhile. */
export async function replaceInstallationValue(
  db: Db,
  name: Name,
  before: string,
  value: string,
): Promise<void> {
  await db
    .updateTable('installation')
    .set({ value })
    .where('name', '=', name)
    .where('value', '=', before)
    .execute();
}

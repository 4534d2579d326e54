import type { Db, PinRow } from '#server/db/schema.ts';

const voided = -1;

export const findNewestPin = (db: Db, subject: string): Promise<PinRow | undefined> =>
  db
    .selectFrom('pins')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findPin = (db: Db, id: string): Promise<PinRow | undefined> =>
  db.selectFrom('pins').selectAll().where('id', '=', id).executeTakeFirst();

/** When the subject's PINs since then were made, the newest first. */
export async function listMaking(db: Db, subject: string, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('pins')
    .select('createdAt')
    .where('subject', '=', subject)
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(({ createdAt }) => createdAt);
}

/** Puts this PIN in the place of all earlier ones; those made before the given instant are forgotten. */
export async function replacePin(db: Db, pin: PinRow, forgetBefore: string): Promise<void> {
  await db
    .deleteFrom('pins')
    .where('subject', '=', pin.subject)
    .where('createdAt', '<', forgetBefore)
    .execute();
  await db
    .updateTable('pins')
    .set({ triesLeft: voided })
    .where('subject', '=', pin.subject)
    .execute();
  await db.insertInto('pins').values(pin).execute();
}

export async function deletePins(db: Db, subject: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pins')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Takes one try away and answers how many are left then, if there was one: of any number at once, as many succeed as tries were left. */
export async function takeTry(db: Db, id: string): Promise<number | undefined> {
  const taken = await db
    .updateTable('pins')
    .set(({ eb }) => ({ triesLeft: eb('triesLeft', '-', 1) }))
    .where('id', '=', id)
    .where('triesLeft', '>', 0)
    .returning('triesLeft')
    .executeTakeFirst();
  return taken?.triesLeft;
}

/** Gives a try back that was no wrong one, and whether the PIN is still good: one that was voided meanwhile stays void. */
export async function giveTryBack(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pins')
    .set(({ eb }) => ({ triesLeft: eb('triesLeft', '+', 1) }))
    .where('id', '=', id)
    .where('triesLeft', '>=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Binds a PIN for single use to the first workflow it opens, and whether this call did. */
export async function bindPin(db: Db, id: string, workflowKey: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pins')
    .set({ workflowKey })
    .where('id', '=', id)
    .where('workflowKey', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether this call voided it. */
export async function voidPin(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pins')
    .set({ triesLeft: voided })
    .where('id', '=', id)
    .where('triesLeft', '>', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

import type { Db, PinRow } from '#server/db/schema.ts';

const voided = -1;

/**
 * Finds the valid PIN of a subject, else its newest. After the clock was set back, a voided PIN can
 * have a later time than the valid one.
 */
export const findNewestPin = (db: Db, subject: string): Promise<PinRow | undefined> =>
  db
    .selectFrom('pins')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy(({ eb }) => eb('triesLeft', '=', voided))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findPin = (db: Db, id: string): Promise<PinRow | undefined> =>
  db.selectFrom('pins').selectAll().where('id', '=', id).executeTakeFirst();

/** Lists when the subject's PINs were created since then. */
export async function listMaking(db: Db, subject: string, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('pins')
    .select('createdAt')
    .where('subject', '=', subject)
    .where('createdAt', '>', since)
    .execute();
  return rows.map(({ createdAt }) => createdAt);
}

/** Replaces all earlier PINs with this one and deletes those created before this instant. */
export async function replacePin(db: Db, pin: PinRow, forgetBefore: string): Promise<void> {
  await db
    .deleteFrom('pins')
    .where('subject', '=', pin.subject)
    .where('createdAt', '<', forgetBefore)
    .execute();
  await voidPins(db, pin.subject);
  await db.insertInto('pins').values(pin).execute();
}

export async function deletePins(db: Db, subject: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pins')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Takes one attempt atomically and returns the number left; undefined if there was none. */
export async function usePinAttempt(db: Db, id: string): Promise<number | undefined> {
  const taken = await db
    .updateTable('pins')
    .set(({ eb }) => ({ triesLeft: eb('triesLeft', '-', 1) }))
    .where('id', '=', id)
    .where('triesLeft', '>', 0)
    .returning('triesLeft')
    .executeTakeFirst();
  return taken?.triesLeft;
}

/** Returns an attempt that was right; false if the PIN was voided meanwhile. */
export async function returnAttempt(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pins')
    .set(({ eb }) => ({ triesLeft: eb('triesLeft', '+', 1) }))
    .where('id', '=', id)
    .where('triesLeft', '>=', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Binds a single-use PIN to the first workflow it opens; false if it is bound already. */
export async function bindPin(db: Db, id: string, workflowKey: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pins')
    .set({ workflowKey })
    .where('id', '=', id)
    .where('workflowKey', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Voids all PINs of a subject. They still count in the rate limit of new ones. */
export async function voidPins(db: Db, subject: string): Promise<void> {
  await db.updateTable('pins').set({ triesLeft: voided }).where('subject', '=', subject).execute();
}

/** Returns true for the call that voided it. */
export async function voidPin(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pins')
    .set({ triesLeft: voided })
    .where('id', '=', id)
    .where('triesLeft', '>', 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

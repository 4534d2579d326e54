import { sql } from 'kysely';
import { beginningWith } from '#server/db/containing.ts';
import type { Db, MailOutboxRow } from '#server/db/schema.ts';

/** Inserts nothing if a message with this `onceKey` exists. */
export async function insertMessage(db: Db, message: MailOutboxRow): Promise<void> {
  await db
    .insertInto('mailOutbox')
    .values(message)
    .onConflict((conflict) => conflict.column('onceKey').doNothing())
    .execute();
}

/** Lists due messages, longest waiting first. */
export const listDue = (
  db: Db,
  kinds: readonly MailOutboxRow['kind'][],
  now: string,
  limit: number,
): Promise<MailOutboxRow[]> =>
  db
    .selectFrom('mailOutbox')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '<=', now)
    .where('kind', 'in', kinds)
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Claims a message until an instant; true for one of concurrent processes. */
export async function claim(
  db: Db,
  { id, nextAttemptAt }: MailOutboxRow,
  until: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mailOutbox')
    .set(({ eb }) => ({ nextAttemptAt: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '=', nextAttemptAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a message as handed over; false if the claim was lost. */
export async function markHandover(db: Db, id: string, claimedUntil: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mailOutbox')
    .set({ state: 'handedOver' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '=', claimedUntil)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Schedules a retry. */
export async function postpone(
  db: Db,
  id: string,
  claimedUntil: string,
  nextAttemptAt: string,
): Promise<void> {
  await db
    .updateTable('mailOutbox')
    .set({ state: 'waiting', nextAttemptAt })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'handedOver'])
    .where('nextAttemptAt', '=', claimedUntil)
    .execute();
}

const emptied = { subject: '', sealed: '' };

/** Sets the final state and deletes the text. */
export async function settle(
  db: Db,
  id: string,
  end: Pick<MailOutboxRow, 'sentAt'> & { state: 'sent' | 'refused' | 'unclear' | 'lapsed' },
): Promise<void> {
  await db
    .updateTable('mailOutbox')
    .set({ ...end, ...emptied })
    .where('id', '=', id)
    .execute();
}

/** Settles messages whose process died after handing them over. Returns how many. */
export async function settleAbandoned(db: Db, now: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mailOutbox')
    .set({ state: 'unclear', ...emptied })
    .where('state', '=', 'handedOver')
    .where('nextAttemptAt', '<', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Settles expired messages. Returns how many. */
export async function settleLapsed(db: Db, now: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mailOutbox')
    .set({ state: 'lapsed', ...emptied })
    .where('state', '=', 'waiting')
    .where('goodUntil', '<=', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Cancels waiting messages by the prefix of their `onceKey`, and retries of running ones. Frees the
 * keys, because the messages may not have been delivered. Returns how many.
 */
export async function settleNamed(db: Db, beginning: string, now: string): Promise<number> {
  const named = (state: MailOutboxRow['state']) =>
    db
      .updateTable('mailOutbox')
      .where('state', '=', state)
      .where(sql<boolean>`"onceKey" like ${beginningWith(beginning)} escape '!'`);
  const waiting = await named('waiting')
    .set({ state: 'lapsed', onceKey: null, ...emptied })
    .executeTakeFirst();
  const handedOver = await named('handedOver')
    .set({ goodUntil: now, onceKey: null })
    .executeTakeFirst();
  return Number(waiting.numUpdatedRows + handedOver.numUpdatedRows);
}

/** Newest first. */
export const listMessages = (db: Db, limit: number): Promise<MailOutboxRow[]> =>
  db.selectFrom('mailOutbox').selectAll().orderBy('createdAt', 'desc').limit(limit).execute();

export async function deleteMessagesBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('mailOutbox').where('createdAt', '<', before).execute();
}

import { sql } from 'kysely';
import { toNonEmptyIds } from '#server/db/dialect.ts';
import { isColumnDue } from '#server/db/isDue.ts';
import { buildPrefixPattern } from '#server/db/likePatterns.ts';
import type { Db, MailOutboxRow } from '#server/db/schema.ts';
import { mailOutboxLimits } from '#server/mail/limits.ts';

/** A claim is stored in the same column, and is shorter. */
const longestMs = mailOutboxLimits.backOff.maxMs;

/** Inserts nothing if a message with this `onceKey` exists. */
export async function insertMessage(db: Db, message: MailOutboxRow): Promise<void> {
  await db
    .insertInto('mailOutbox')
    .values(message)
    .onConflict((conflict) => conflict.column('onceKey').doNothing())
    .execute();
}

export const findRecipient = async (db: Db, onceKey: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('mailOutbox')
      .select('recipient')
      .where('onceKey', '=', onceKey)
      .executeTakeFirst()
  )?.recipient;

/** Lists due messages, longest waiting first. One that was never tried is always due. */
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
    .where(({ or, eb }) =>
      or([eb('attempts', '=', 0), isColumnDue('nextAttemptAt', now, longestMs)]),
    )
    .where('kind', 'in', kinds)
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Finds out since when the oldest message of these kinds waits. */
export const findOldestWaiting = async (
  db: Db,
  kinds: readonly MailOutboxRow['kind'][],
): Promise<string | null> =>
  (
    await db
      .selectFrom('mailOutbox')
      .select(({ fn }) => fn.min('createdAt').as('createdAt'))
      .where('state', '=', 'waiting')
      .where('kind', 'in', kinds)
      .executeTakeFirstOrThrow()
  ).createdAt;

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

/** Sets the final state. Deletes the text unless the operator may have to send it again. */
export async function settle(
  db: Db,
  id: string,
  end: Pick<MailOutboxRow, 'sentAt'> & { state: 'sent' | 'refused' | 'unclear' | 'lapsed' },
): Promise<void> {
  await db
    .updateTable('mailOutbox')
    .set({ ...end, ...(end.state === 'sent' || end.state === 'lapsed' ? emptied : {}) })
    .where('id', '=', id)
    .execute();
}

/** Settles messages whose process died after handing them over. Returns how many. */
export async function settleAbandoned(db: Db, now: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mailOutbox')
    .set({ state: 'unclear' })
    .where('state', '=', 'handedOver')
    .where(isColumnDue('nextAttemptAt', now, longestMs))
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
      .where(sql<boolean>`"onceKey" like ${buildPrefixPattern(beginning)} escape '!'`);
  const waiting = await named('waiting')
    .set({ state: 'lapsed', onceKey: null, ...emptied })
    .executeTakeFirst();
  const handedOver = await named('handedOver')
    .set({ goodUntil: now, onceKey: null })
    .executeTakeFirst();
  return Number(waiting.numUpdatedRows + handedOver.numUpdatedRows);
}

/** Deletes the texts of failed messages that are older. */
export async function emptyFailed(db: Db, before: string): Promise<void> {
  await db
    .updateTable('mailOutbox')
    .set(emptied)
    .where('state', 'in', ['refused', 'unclear'])
    .where('createdAt', '<', before)
    .where('sealed', '!=', '')
    .execute();
}

/** Lists messages without their texts, newest first. */
export function listStates(
  db: Db,
  { state, limit }: { state?: MailOutboxRow['state']; limit: number },
): Promise<Omit<MailOutboxRow, 'userId' | 'sealed' | 'onceKey' | 'subject'>[]> {
  let query = db
    .selectFrom('mailOutbox')
    .select(['id', 'kind', 'accountId', 'language', 'recipient', 'replyTo', 'state', 'attempts'])
    .select(['nextAttemptAt', 'goodUntil', 'sentAt', 'createdAt']);
  if (state !== undefined) query = query.where('state', '=', state);
  return query.orderBy('createdAt', 'desc').orderBy('id').limit(limit).execute();
}

/** Makes a message due that waits or has failed, if its text is kept and it is still useful. */
export async function sendAgain(db: Db, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mailOutbox')
    .set({ state: 'waiting', nextAttemptAt: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'refused', 'unclear'])
    .where('sealed', '!=', '')
    .where(({ or, eb }) => or([eb('goodUntil', 'is', null), eb('goodUntil', '>', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Settles a message by hand; false unless it waits or has failed. */
export async function settleByHand(
  db: Db,
  id: string,
  end: Pick<MailOutboxRow, 'sentAt'> & { state: 'sent' | 'lapsed' },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mailOutbox')
    .set({ ...end, ...emptied })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'refused', 'unclear'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Newest first. */
export const listMessages = (db: Db, limit: number): Promise<MailOutboxRow[]> =>
  db.selectFrom('mailOutbox').selectAll().orderBy('createdAt', 'desc').limit(limit).execute();

/**
 * Deletes an account's mails and SMS to a user, sent or not, also to a former address; and those to
 * these addresses and numbers, which were sent before users were stored, or to no user.
 */
export async function deleteMessagesOf(
  db: Db,
  { accountId, userId }: { accountId: string; userId: string },
  recipients: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('mailOutbox')
    .where('accountId', '=', accountId)
    .where(({ eb, or }) =>
      or([eb('userId', '=', userId), eb('recipient', 'in', toNonEmptyIds(recipients))]),
    )
    .execute();
}

export async function deleteMessagesBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('mailOutbox').where('createdAt', '<', before).execute();
}

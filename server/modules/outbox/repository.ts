import { sql } from 'kysely';
import { beginningWith } from '#server/db/containing.ts';
import type { Db, OutboxRow } from '#server/db/schema.ts';

/** Inserts nothing where there is a message with its `onceKey`. */
export async function insertMessage(db: Db, message: OutboxRow): Promise<void> {
  await db
    .insertInto('outbox')
    .values(message)
    .onConflict((conflict) => conflict.column('onceKey').doNothing())
    .execute();
}

/** Messages whose turn it is, the longest waiting first. */
export const listDue = (
  db: Db,
  kinds: readonly OutboxRow['kind'][],
  now: string,
  limit: number,
): Promise<OutboxRow[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '<=', now)
    .where('kind', 'in', kinds)
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Whether this call may try it until then: of several processes that see it due, one may. */
export async function claim(
  db: Db,
  { id, nextAttemptAt }: OutboxRow,
  until: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set(({ eb }) => ({ nextAttemptAt: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '=', nextAttemptAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether it is still this call's to hand over. */
export async function noteHandover(db: Db, id: string, claimedUntil: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'handedOver' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '=', claimedUntil)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Tries it again later. */
export async function postpone(
  db: Db,
  id: string,
  claimedUntil: string,
  nextAttemptAt: string,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'waiting', nextAttemptAt })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'handedOver'])
    .where('nextAttemptAt', '=', claimedUntil)
    .execute();
}

const emptied = { subject: '', sealed: '' };

/** Ends it, and forgets what it said. */
export async function settle(
  db: Db,
  id: string,
  end: Pick<OutboxRow, 'sentAt'> & { state: 'sent' | 'refused' | 'unclear' | 'lapsed' },
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ ...end, ...emptied })
    .where('id', '=', id)
    .execute();
}

/** Ends what was handed over by a process that did not live to hear the answer. Answers how many. */
export async function settleAbandoned(db: Db, now: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'unclear', ...emptied })
    .where('state', '=', 'handedOver')
    .where('nextAttemptAt', '<', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends what nobody needs any more. Answers how many. */
export async function settleLapsed(db: Db, now: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ state: 'lapsed', ...emptied })
    .where('state', '=', 'waiting')
    .where('goodUntil', '<=', now)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends what waits under names that begin so, and lets no more be tried of what is being handed over. Their names are free again: neither may have reached anybody. Answers how many. */
export async function settleNamed(db: Db, beginning: string, now: string): Promise<number> {
  const named = (state: OutboxRow['state']) =>
    db
      .updateTable('outbox')
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

/** The newest first. */
export const listMessages = (db: Db, limit: number): Promise<OutboxRow[]> =>
  db.selectFrom('outbox').selectAll().orderBy('createdAt', 'desc').limit(limit).execute();

export async function deleteMessagesBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('outbox').where('createdAt', '<', before).execute();
}

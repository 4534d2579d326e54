import { toNonEmptyIds } from '#server/db/dialect.ts';
import { isColumnDue } from '#server/db/isDue.ts';
import type { Db, PushDeliveryRow, PushSubscriptionRow } from '#server/db/schema.ts';
import { pushLimits } from '#server/mail/limits.ts';

/** A claim is shorter. */
const longestMs = pushLimits.backOff.maxMs;

export const findSubscription = (
  db: Db,
  sessionId: string,
): Promise<PushSubscriptionRow | undefined> =>
  db
    .selectFrom('pushSubscriptions')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();

/** Stores the device of a session. A device belongs to its newest session alone. */
export async function storeSubscription(db: Db, row: PushSubscriptionRow): Promise<void> {
  const { sessionId, ...columns } = row;
  await db
    .deleteFrom('pushSubscriptions')
    .where('endpointHash', '=', row.endpointHash)
    .where('sessionId', '!=', sessionId)
    .execute();
  await db
    .insertInto('pushSubscriptions')
    .values(row)
    .onConflict((conflict) => conflict.column('sessionId').doUpdateSet(columns))
    .execute();
}

/** Deletes the devices of sessions, with what waits for them. */
export async function deleteSubscriptions(db: Db, sessionIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('pushSubscriptions')
    .where('sessionId', 'in', toNonEmptyIds(sessionIds))
    .execute();
}

/** Deletes the devices of all sessions that have ended. */
export async function deleteEnded(db: Db): Promise<void> {
  await db
    .deleteFrom('pushSubscriptions')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions')
          .select('sessions.id')
          .whereRef('sessions.id', '=', 'pushSubscriptions.sessionId')
          .where('sessions.endedAt', 'is not', null),
      ),
    )
    .execute();
}

/** Deletes a device that its push service does not know any longer, unless it was replaced. */
export async function deleteGone(
  db: Db,
  { sessionId, endpointHash }: Pick<PushSubscriptionRow, 'sessionId' | 'endpointHash'>,
): Promise<void> {
  await db
    .deleteFrom('pushSubscriptions')
    .where('sessionId', '=', sessionId)
    .where('endpointHash', '=', endpointHash)
    .execute();
}

/** Lists the live sessions with a device on which a client is notified by an account. */
export async function listDevices(
  db: Db,
  { userId, accountId }: { userId: string; accountId: string },
  now: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('sessions', (join) =>
      join.on(({ eb, fn }) => eb('sessions.userId', '=', fn.coalesce('users.loginId', 'users.id'))),
    )
    .innerJoin('pushSubscriptions', 'pushSubscriptions.sessionId', 'sessions.id')
    .select('sessions.id')
    .where('users.id', '=', userId)
    .where('sessions.endedAt', 'is', null)
    .where('sessions.validUntil', '>', now)
    .where(({ or, eb }) =>
      or([eb('sessions.accountId', 'is', null), eb('sessions.accountId', '=', accountId)]),
    )
    .orderBy('sessions.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Queues messages. One that waits is replaced, and is sent when that one was due. */
export async function queueDeliveries(db: Db, rows: readonly PushDeliveryRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('pushDeliveries')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['sessionId', 'accountId']).doUpdateSet(({ ref }) => ({
        id: ref('excluded.id'),
        body: ref('excluded.body'),
        goodUntil: ref('excluded.goodUntil'),
        claimedUntil: null,
      })),
    )
    .execute();
}

export type DueDelivery = PushDeliveryRow &
  Pick<PushSubscriptionRow, 'sealed' | 'endpointHash' | 'failingSince'>;

/**
 * Lists due messages to devices of live sessions, longest waiting first. One that was never tried is
 * always due.
 */
export const listDue = (db: Db, now: string, limit: number): Promise<DueDelivery[]> =>
  db
    .selectFrom('pushDeliveries as delivery')
    .innerJoin('pushSubscriptions as device', 'device.sessionId', 'delivery.sessionId')
    .innerJoin('sessions', 'sessions.id', 'delivery.sessionId')
    .selectAll('delivery')
    .select(['device.sealed', 'device.endpointHash', 'device.failingSince'])
    .where(({ or, eb }) =>
      or([eb('delivery.attempts', '=', 0), isColumnDue('delivery.nextAttemptAt', now, longestMs)]),
    )
    .where(({ or, eb }) =>
      or([
        eb('delivery.claimedUntil', 'is', null),
        isColumnDue('delivery.claimedUntil', now, longestMs),
      ]),
    )
    .where('sessions.endedAt', 'is', null)
    .where('sessions.validUntil', '>', now)
    .orderBy('delivery.nextAttemptAt')
    .orderBy('delivery.id')
    .limit(limit)
    .execute();

/** Claims a message until an instant; true for one of concurrent processes. */
export async function claim(
  db: Db,
  { id, attempts }: Pick<PushDeliveryRow, 'id' | 'attempts'>,
  claimedUntil: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pushDeliveries')
    .set({ claimedUntil, attempts: attempts + 1 })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Schedules a retry of a claimed message. */
export async function postpone(
  db: Db,
  { id, attempts }: Pick<PushDeliveryRow, 'id' | 'attempts'>,
  nextAttemptAt: string,
): Promise<void> {
  await db
    .updateTable('pushDeliveries')
    .set({ nextAttemptAt, claimedUntil: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts + 1)
    .execute();
}

export async function deleteDelivery(db: Db, id: string): Promise<void> {
  await db.deleteFrom('pushDeliveries').where('id', '=', id).execute();
}

/** Deletes messages that are of no use any longer. */
export async function deleteExpired(db: Db, now: string): Promise<void> {
  await db.deleteFrom('pushDeliveries').where('goodUntil', '<=', now).execute();
}

/** Counts a failure of a device. */
export async function countFailure(
  db: Db,
  { sessionId, endpointHash }: Pick<DueDelivery, 'sessionId' | 'endpointHash'>,
  now: string,
): Promise<void> {
  await db
    .updateTable('pushSubscriptions')
    .set(({ eb, fn, val }) => ({
      failures: eb('failures', '+', 1),
      failingSince: fn.coalesce('failingSince', val(now)),
    }))
    .where('sessionId', '=', sessionId)
    .where('endpointHash', '=', endpointHash)
    .execute();
}

/** Ends a series of failures after a success. */
export async function endFailures(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('pushSubscriptions')
    .set({ failures: 0, failingSince: null })
    .where('sessionId', '=', sessionId)
    .where('failures', '>', 0)
    .execute();
}

/** Lists devices that may be sealed with an older secret of the installation. */
export const listSealed = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('pushSubscriptions')
    .select(['sessionId', 'sealed'])
    .where('sessionId', '>', after)
    .orderBy('sessionId')
    .limit(limit)
    .execute();

/** Replaces a sealed device unless it was changed meanwhile. */
export async function replaceSealed(
  db: Db,
  { sessionId, sealed }: Pick<PushSubscriptionRow, 'sessionId' | 'sealed'>,
  resealed: string,
): Promise<void> {
  await db
    .updateTable('pushSubscriptions')
    .set({ sealed: resealed })
    .where('sessionId', '=', sessionId)
    .where('sealed', '=', sealed)
    .execute();
}

import type { DeliveryState } from '#schemas/mail/webhooks.ts';
import { toNonEmptyIds } from '#server/db/dialect.ts';
import { isColumnDue } from '#server/db/isDue.ts';
import type { Db, WebhookAttemptRow, WebhookDeliveryRow } from '#server/db/schema.ts';
import { paginate, type Position } from '#server/db/paginate.ts';
import { webhookDeliveryLimits } from '#server/mail/limits.ts';

const insertedAtOnce = 200;

/** Claims and intervals between probes are shorter. */
const longestMs = webhookDeliveryLimits.backOff.maxMs;

export async function insertDeliveries(db: Db, rows: readonly WebhookDeliveryRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += insertedAtOnce)
    await db
      .insertInto('webhookDeliveries')
      .values(rows.slice(start, start + insertedAtOnce))
      .execute();
}

/**
 * Selects deliveries that may be sent now: not claimed, the first waiting one of its case, and of a
 * webhook that is active and not held back. A probe is sent before its delivery is due, and one that
 * was never tried is always due.
 */
const selectDue = (db: Db, now: string) =>
  db
    .selectFrom('webhookDeliveries as delivery')
    .innerJoin('webhooks', 'webhooks.id', 'delivery.webhookId')
    .where('delivery.state', '=', 'waiting')
    .where(({ or, eb }) =>
      or([
        eb('delivery.attempts', '=', 0),
        isColumnDue('delivery.nextAttemptAt', now, longestMs),
        isColumnDue('webhooks.probeAt', now, longestMs),
      ]),
    )
    .where(({ or, eb }) =>
      or([
        eb('delivery.claimedUntil', 'is', null),
        isColumnDue('delivery.claimedUntil', now, longestMs),
      ]),
    )
    .where('webhooks.isActive', '=', 1)
    .where(({ or, eb }) =>
      or([eb('webhooks.probeAt', 'is', null), isColumnDue('webhooks.probeAt', now, longestMs)]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhookDeliveries as earlier')
            .select('earlier.id')
            .whereRef('earlier.webhookId', '=', 'delivery.webhookId')
            .whereRef('earlier.orderKey', '=', 'delivery.orderKey')
            .whereRef('earlier.number', '<', 'delivery.number')
            .where('earlier.state', '=', 'waiting'),
        ),
      ),
    );

/** Lists webhooks with due deliveries, longest waiting first. */
export const listDueWebhooks = async (db: Db, now: string, limit: number): Promise<string[]> =>
  (
    await selectDue(db, now)
      .select('delivery.webhookId')
      .groupBy('delivery.webhookId')
      .orderBy(({ fn }) => fn.min('delivery.nextAttemptAt'))
      .limit(limit)
      .execute()
  ).map(({ webhookId }) => webhookId);

export const listDue = (
  db: Db,
  webhookId: string,
  now: string,
  limit: number,
): Promise<WebhookDeliveryRow[]> =>
  selectDue(db, now)
    .selectAll('delivery')
    .where('delivery.webhookId', '=', webhookId)
    .orderBy('delivery.nextAttemptAt')
    .orderBy('delivery.number')
    .limit(limit)
    .execute();

/** Claims a delivery until an instant; true for one of concurrent processes. */
export async function claim(
  db: Db,
  { id, attempts }: Pick<WebhookDeliveryRow, 'id' | 'attempts'>,
  claimedUntil: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhookDeliveries')
    .set({ claimedUntil, attempts: attempts + 1 })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Claims the probe of a webhook that is held back; true for one of concurrent processes. */
export async function claimProbe(db: Db, webhookId: string, now: string, next: string) {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ probeAt: next })
    .where('id', '=', webhookId)
    .where(isColumnDue('probeAt', now, longestMs))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the outcome of a claimed delivery; false if its claim was lost. */
export async function endClaim(
  db: Db,
  id: string,
  attempts: number,
  end: Pick<WebhookDeliveryRow, 'state' | 'settledAt' | 'nextAttemptAt'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhookDeliveries')
    .set({ ...end, claimedUntil: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertAttempt(db: Db, row: WebhookAttemptRow): Promise<void> {
  await db.insertInto('webhookAttempts').values(row).execute();
}

/** Makes the waiting deliveries of a webhook due, after it has recovered. */
export async function hasten(db: Db, webhookId: string, now: string): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAt: now })
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('nextAttemptAt', '>', now)
    .execute();
}

/** Gives up deliveries that were queued before an instant. Returns how many. */
export async function settleExpired(db: Db, before: string, now: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhookDeliveries')
    .set({ state: 'failed', settledAt: now })
    .where('state', '=', 'waiting')
    .where('createdAt', '<', before)
    .where(({ or, eb }) =>
      or([eb('claimedUntil', 'is', null), isColumnDue('claimedUntil', now, longestMs)]),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export const findDelivery = (
  db: Db,
  webhookId: string,
  id: string,
): Promise<WebhookDeliveryRow | undefined> =>
  db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Lists deliveries, newest first, and one more than the limit. */
export function listDeliveries(
  db: Db,
  webhookId: string,
  { state, ...page }: { state?: DeliveryState; limit: number; after?: Position | undefined },
): Promise<WebhookDeliveryRow[]> {
  let query = db.selectFrom('webhookDeliveries').selectAll().where('webhookId', '=', webhookId);
  if (state) query = query.where('state', '=', state);
  return paginate(query, ['createdAt', 'id'], page).execute();
}

/** Lists the latest attempts of deliveries, newest first. */
export const listAttempts = (
  db: Db,
  deliveries: readonly Pick<WebhookDeliveryRow, 'id'>[],
): Promise<WebhookAttemptRow[]> =>
  db
    .selectFrom('webhookAttempts as tried')
    .innerJoin('webhookDeliveries as delivery', 'delivery.id', 'tried.deliveryId')
    .selectAll('tried')
    .where('tried.deliveryId', 'in', toNonEmptyIds(deliveries.map(({ id }) => id)))
    .where(({ eb, ref }) =>
      eb(
        'tried.attempt',
        '>',
        eb(ref('delivery.attempts'), '-', webhookDeliveryLimits.attemptsShown),
      ),
    )
    .orderBy('tried.attempt', 'desc')
    .execute();

/** Deletes settled deliveries that are older, with their log. */
export async function deleteSettled(db: Db, before: string): Promise<void> {
  const old = db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('createdAt', '<', before)
    .where('state', '!=', 'waiting');
  await db.deleteFrom('webhookAttempts').where('deliveryId', 'in', old).execute();
  await db
    .deleteFrom('webhookDeliveries')
    .where('createdAt', '<', before)
    .where('state', '!=', 'waiting')
    .execute();
}

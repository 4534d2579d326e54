import type { ProgramEventType } from '#schemas/events/programEvents.ts';
import type { Db, StoredWebhook, WebhookRow } from '#server/db/schema.ts';
import { lockRows } from '#server/db/dialect.ts';

const parseWebhook = (row: WebhookRow): StoredWebhook => ({
  ...row,
  types: JSON.parse(row.types) as ProgramEventType[],
});

const select = (db: Db, accountId: string) =>
  db.selectFrom('webhooks').selectAll().where('accountId', '=', accountId);

export async function listWebhooks(db: Db, accountId: string): Promise<StoredWebhook[]> {
  const rows = await select(db, accountId).orderBy('createdAt').orderBy('id').execute();
  return rows.map(parseWebhook);
}

export async function findWebhook(
  db: Db,
  accountId: string,
  id: string,
): Promise<StoredWebhook | undefined> {
  const row = await select(db, accountId).where('id', '=', id).executeTakeFirst();
  return row && parseWebhook(row);
}

export async function findById(db: Db, id: string): Promise<StoredWebhook | undefined> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
  return row && parseWebhook(row);
}

/** Finds a webhook and locks it, so that one transaction numbers its deliveries. */
export async function lockWebhook(db: Db, id: string): Promise<StoredWebhook | undefined> {
  const query = db.selectFrom('webhooks').selectAll().where('id', '=', id);
  const row = await lockRows(db, query).executeTakeFirst();
  return row && parseWebhook(row);
}

export async function insertWebhook(db: Db, { types, ...row }: StoredWebhook): Promise<void> {
  await db
    .insertInto('webhooks')
    .values({ ...row, types: JSON.stringify(types) })
    .execute();
}

export async function updateWebhook(
  db: Db,
  id: string,
  { types, ...columns }: Partial<Omit<StoredWebhook, 'id'>>,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ ...columns, ...(types ? { types: JSON.stringify(types) } : {}) })
    .where('id', '=', id)
    .execute();
}

/** Ends a series of failures after a success. Returns true if only probes were sent. */
export async function endFailures(db: Db, id: string): Promise<boolean> {
  const end = () =>
    db
      .updateTable('webhooks')
      .set({ failures: 0, failingSince: null, probeAt: null })
      .where('id', '=', id);
  const probed = await end().where('probeAt', 'is not', null).executeTakeFirst();
  if (probed.numUpdatedRows > 0n) return true;
  await end().where('failures', '>', 0).execute();
  return false;
}

const selectDeliveryIds = (db: Db, webhookId: string) =>
  db.selectFrom('webhookDeliveries').select('id').where('webhookId', '=', webhookId);

/** Deletes a webhook with its deliveries and their log. */
export async function deleteWebhook(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('webhookAttempts')
    .where('deliveryId', 'in', selectDeliveryIds(db, id))
    .execute();
  await db.deleteFrom('webhookDeliveries').where('webhookId', '=', id).execute();
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** Lists active webhooks with events that are not queued yet. */
export const listBehind = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('webhooks')
      .innerJoin('accounts', 'accounts.id', 'webhooks.accountId')
      .innerJoin('programEventHeads as head', 'head.accountId', 'webhooks.accountId')
      .select('webhooks.id')
      .where('webhooks.isActive', '=', 1)
      .where('accounts.disabledAt', 'is', null)
      .whereRef('head.lastSequence', '>', 'webhooks.lastSequence')
      .execute()
  ).map(({ id }) => id);

/** Lists webhooks whose secrets may be sealed with an older secret of the installation. */
export const listSealed = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'sealedSecrets'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** Replaces sealed secrets unless they were rotated meanwhile. */
export async function replaceSealed(
  db: Db,
  { id, sealedSecrets }: Pick<WebhookRow, 'id' | 'sealedSecrets'>,
  resealed: string,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ sealedSecrets: resealed })
    .where('id', '=', id)
    .where('sealedSecrets', '=', sealedSecrets)
    .execute();
}

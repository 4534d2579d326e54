import type {
  DeliveryState,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from '#schemas/mail/webhooks.ts';
import { webhookLimits } from '#schemas/mail/limits.ts';
import type { Language } from '#schemas/platform/common.ts';
import type { ProgramEventType } from '#schemas/events/programEvents.ts';
import { dayMs } from '#schemas/platform/time.ts';
import { newId } from '#server/db/newId.ts';
import type {
  Db,
  StoredWebhook,
  WebhookAttemptRow,
  WebhookDeliveryRow,
} from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findNewestSequence, listProgramEvents, numberEvents } from '#server/events/service.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { listLimits } from '#server/http/limits.ts';
import { webhookDeliveryLimits } from '#server/mail/limits.ts';
import { createProblem } from '#server/problem.ts';
import { runOnce } from '#server/security/idempotency.ts';
import { resealRows } from '#server/security/sealing.ts';
import { getTexts } from '#server/texts.ts';
import * as deliveries from './deliveryRepository.ts';
import { buildDelivery, isWanted, queueDeliveries } from './deliveryQueue.ts';
import * as repository from './repository.ts';
import { getSealContext, makeSecret, rotateSecret } from './secrets.ts';

type Provider = { accountId: string; language: Language };
type Wanted = { url: string; types: readonly ProgramEventType[] };

const present = ({ id, isActive, ...row }: StoredWebhook): Webhook => ({
  webhookId: id,
  url: row.url,
  types: row.types,
  isActive: isActive === 1,
  disabledReason: row.disabledReason,
  failingSince: row.failingSince,
  createdAt: row.createdAt,
});

/** Throws `invalidInput` for an address that would be refused in any case. */
function checkUrl({ webhookCaller }: Deps, url: string, language: Language): void {
  if (!webhookCaller.isAllowed(url))
    throw createProblem('invalidInput', {
      '/url': getTexts(language)('webhook.error.address', {}),
    });
}

export const listWebhooks = async ({ db }: Deps, accountId: string): Promise<Webhook[]> =>
  (await repository.listWebhooks(db, accountId)).map(present);

/** Finds an account's webhook and locks it. Throws `notFound`. */
async function lockOwn(db: Db, accountId: string, webhookId: string): Promise<StoredWebhook> {
  const webhook = await repository.lockWebhook(db, webhookId);
  if (webhook?.accountId !== accountId) throw createProblem('notFound');
  return webhook;
}

/** As `lockOwn`, and throws `conflict` for a webhook that is turned off. */
async function lockActive(db: Db, accountId: string, webhookId: string): Promise<StoredWebhook> {
  const webhook = await lockOwn(db, accountId, webhookId);
  if (webhook.isActive === 0) throw createProblem('conflict');
  return webhook;
}

/** Creates a webhook for events from now on. Throws `conflict` above the maximum. */
export async function createWebhook(
  deps: Deps,
  { accountId, language }: Provider,
  { url, types }: Wanted,
  idempotencyKey?: string,
): Promise<WebhookWithSecret> {
  checkUrl(deps, url, language);
  await numberEvents(deps.db, accountId);
  const key = { scope: `createWebhook ${accountId}`, idempotencyKey };
  return runOnce(deps, key, { url, types }, async (db) => {
    if ((await repository.listWebhooks(db, accountId)).length >= webhookLimits.maxPerAccount)
      throw createProblem('conflict');
    const id = newId();
    const { secret, sealedSecrets } = makeSecret(deps, id);
    const webhook: StoredWebhook = {
      id,
      accountId,
      url,
      types: [...types],
      isActive: 1,
      sealedSecrets,
      lastSequence: await findNewestSequence(db, accountId),
      lastNumber: 0,
      failures: 0,
      failingSince: null,
      probeAt: null,
      disabledReason: null,
      createdAt: deps.clock.now().toISOString(),
    };
    await repository.insertWebhook(db, webhook);
    return { ...present(webhook), secret };
  });
}

/** Changes a webhook. One that is turned on gets the events from then on. */
export async function changeWebhook(
  deps: Deps,
  { accountId, language }: Provider,
  webhookId: string,
  { url, types, isActive }: Wanted & { isActive: boolean },
): Promise<Webhook> {
  checkUrl(deps, url, language);
  await numberEvents(deps.db, accountId);
  return inTransaction(deps.db, async (db) => {
    const webhook = await lockOwn(db, accountId, webhookId);
    const isTurnedOn = isActive && webhook.isActive === 0;
    const recovered = { failures: 0, failingSince: null, probeAt: null, disabledReason: null };
    const changed: StoredWebhook = {
      ...webhook,
      url,
      types: [...types],
      isActive: isActive ? 1 : 0,
      ...(isTurnedOn || url !== webhook.url ? recovered : {}),
      ...(isTurnedOn ? { lastSequence: await findNewestSequence(db, accountId) } : {}),
    };
    const { id: _, ...columns } = changed;
    await repository.updateWebhook(db, webhookId, columns);
    if (isActive) await deliveries.hasten(db, webhookId, deps.clock.now().toISOString());
    return present(changed);
  });
}

export const removeWebhook = ({ db }: Deps, accountId: string, webhookId: string) =>
  inTransaction(db, async (tx) => {
    await lockOwn(tx, accountId, webhookId);
    await repository.deleteWebhook(tx, webhookId);
    return { removed: true };
  });

/** Makes a new secret. A retry gets the same one. */
export function rotateWebhookSecret(
  deps: Deps,
  accountId: string,
  webhookId: string,
  { overlapHours = webhookDeliveryLimits.overlapHours }: { overlapHours?: number },
  idempotencyKey?: string,
): Promise<WebhookWithSecret> {
  const key = { scope: `rotateWebhook ${accountId} ${webhookId}`, idempotencyKey };
  return runOnce(deps, key, { overlapHours }, async (db) => {
    const webhook = await lockOwn(db, accountId, webhookId);
    const { secret, sealedSecrets } = rotateSecret(deps, webhook, overlapHours);
    await repository.updateWebhook(db, webhookId, { sealedSecrets });
    return { ...present(webhook), secret };
  });
}

const getDeliveryId = (rows: readonly WebhookDeliveryRow[]): { deliveryId: string } => {
  const [row] = rows;
  if (!row) throw new Error('no delivery was queued');
  return { deliveryId: row.id };
};

/** Queues a delivery without an event. */
export const testWebhook = (deps: Deps, accountId: string, webhookId: string) =>
  inTransaction(deps.db, async (db) => {
    const webhook = await lockActive(db, accountId, webhookId);
    const timestamp = deps.clock.now().toISOString();
    const test = { eventId: newId(), type: 'webhook.test' as const, timestamp, data: {} };
    return getDeliveryId(await queueDeliveries(deps, db, webhook, [buildDelivery(test)]));
  });

/** Queues a delivery again, after those that wait. */
export const replayDelivery = (
  deps: Deps,
  accountId: string,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
) =>
  inTransaction(deps.db, async (db) => {
    const webhook = await lockActive(db, accountId, webhookId);
    const found = await deliveries.findDelivery(db, webhookId, deliveryId);
    if (!found) throw createProblem('notFound');
    const { eventId, type, orderKey, body } = found;
    return getDeliveryId(
      await queueDeliveries(deps, db, webhook, [{ eventId, type, orderKey, body }]),
    );
  });

/** Queues stored events since an instant again. Newer ones than the queue's end follow anyway. */
export async function replayEvents(
  deps: Deps,
  accountId: string,
  webhookId: string,
  since: string,
): Promise<{ queued: number }> {
  const limit = webhookDeliveryLimits.queuedAtOnce;
  let queued = 0;
  for (let after = 0; ;) {
    const events = await inTransaction(deps.db, async (db) => {
      const webhook = await lockActive(db, accountId, webhookId);
      const page = await listProgramEvents(db, accountId, { after, limit, since });
      const known = page.filter(({ sequence }) => sequence <= webhook.lastSequence);
      const wanted = known.filter((event) => isWanted(webhook, event));
      await queueDeliveries(deps, db, webhook, wanted.map(buildDelivery));
      return { known, wanted };
    });
    queued += events.wanted.length;
    if (events.known.length < limit) return { queued };
    after = events.known.at(-1)?.sequence ?? after;
  }
}

const presentDelivery = (
  { id, eventId, type, state, attempts, nextAttemptAt, createdAt, settledAt }: WebhookDeliveryRow,
  tried: readonly WebhookAttemptRow[],
): WebhookDelivery => ({
  deliveryId: id,
  eventId,
  type,
  state,
  attempts,
  log: tried
    .filter(({ deliveryId }) => deliveryId === id)
    .map(({ at, durationMs, status, reason }) => ({ at, durationMs, status, reason })),
  nextAttemptAt: state === 'waiting' ? nextAttemptAt : null,
  createdAt,
  settledAt,
});

export async function listDeliveries(
  { db }: Deps,
  accountId: string,
  webhookId: string,
  {
    cursor,
    limit = listLimits.pageSize,
    state,
  }: { cursor?: string; limit?: number; state?: DeliveryState },
) {
  if (!(await repository.findWebhook(db, accountId, webhookId))) throw createProblem('notFound');
  const found = await deliveries.listDeliveries(db, webhookId, {
    limit,
    after: cursor ? decodeCursor(cursor) : undefined,
    ...(state ? { state } : {}),
  });
  const { rows, ...next } = toPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  const tried = await deliveries.listAttempts(db, rows);
  return { items: rows.map((row) => presentDelivery(row, tried)), ...next };
}

/** Deletes settled deliveries with their log after a month. */
export const deleteOldDeliveries = ({ db, clock }: Deps): Promise<void> =>
  deliveries.deleteSettled(
    db,
    new Date(clock.now().getTime() - webhookDeliveryLimits.keptDays * dayMs).toISOString(),
  );

/** Seals the secrets of webhooks again that a rotation of AUTH_SECRET has outdated. */
export const resealWebhooks = (deps: Deps): Promise<void> =>
  resealRows(deps, {
    list: repository.listSealed,
    getId: ({ id }) => id,
    getContext: getSealContext,
    getSealed: ({ sealedSecrets }) => sealedSecrets,
    replace: repository.replaceSealed,
  });

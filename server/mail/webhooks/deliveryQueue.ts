import type { ProgramEvent, ProgramEventData } from '#schemas/events/programEvents.ts';
import type { WebhookType } from '#schemas/mail/webhooks.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { newId } from '#server/db/newId.ts';
import type { Db, StoredWebhook, WebhookDeliveryRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { listProgramEvents, numberAllEvents } from '#server/events/service.ts';
import { webhookDeliveryLimits } from '#server/mail/limits.ts';
import { insertDeliveries } from './deliveryRepository.ts';
import * as repository from './repository.ts';

/** An event as it is sent; a test has no number. */
type Sent = Omit<ProgramEvent, 'type' | 'sequence'> & { type: WebhookType; sequence?: number };
type NewDelivery = Pick<WebhookDeliveryRow, 'eventId' | 'type' | 'orderKey' | 'body'>;

/** Returns what an event is about. Events about the same are sent one after the other. */
const getOrderKey = (
  eventId: string,
  { caseId, submissionId, workflowId, userId }: ProgramEventData,
): string => caseId ?? submissionId ?? workflowId ?? userId ?? eventId;

export const buildDelivery = (event: Sent): NewDelivery => ({
  eventId: event.eventId,
  type: event.type,
  orderKey: getOrderKey(event.eventId, event.data),
  body: JSON.stringify(event),
});

/** Queues deliveries after those of a webhook that the transaction has locked. */
export async function queueDeliveries(
  deps: Deps,
  db: Db,
  { id: webhookId, lastNumber }: StoredWebhook,
  queued: readonly NewDelivery[],
): Promise<WebhookDeliveryRow[]> {
  const now = deps.clock.now().toISOString();
  const rows = queued.map((delivery, index): WebhookDeliveryRow => ({
    id: newId(),
    webhookId,
    number: lastNumber + 1 + index,
    ...delivery,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: now,
    claimedUntil: null,
    createdAt: now,
    settledAt: null,
  }));
  await insertDeliveries(db, rows);
  await repository.updateWebhook(db, webhookId, { lastNumber: lastNumber + rows.length });
  return rows;
}

export const isWanted = ({ types }: StoredWebhook, { type }: ProgramEvent): boolean =>
  types.length === 0 || types.includes(type);

/** Queues the next events of a webhook. Returns false if there are no more. */
const queueNext = (deps: Deps, webhookId: string): Promise<boolean> =>
  inTransaction(deps.db, async (db) => {
    const webhook = await repository.lockWebhook(db, webhookId);
    if (!webhook || webhook.isActive === 0) return false;
    const limit = webhookDeliveryLimits.queuedAtOnce;
    const after = webhook.lastSequence;
    const events = await listProgramEvents(db, webhook.accountId, { after, limit });
    const last = events.at(-1);
    if (!last) return false;
    const wanted = events.filter((event) => isWanted(webhook, event));
    await queueDeliveries(deps, db, webhook, wanted.map(buildDelivery));
    await repository.updateWebhook(db, webhookId, { lastSequence: last.sequence });
    return events.length === limit;
  });

/** Queues new events of all providers for their webhooks. Several processes may run it at once. */
export async function queueEvents(deps: Deps): Promise<void> {
  await numberAllEvents(deps.db);
  for (const webhookId of await repository.listBehind(deps.db))
    while (await queueNext(deps, webhookId));
}

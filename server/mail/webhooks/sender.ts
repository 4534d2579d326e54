import type { FastifyBaseLogger } from 'fastify';
import { inTransaction } from '#server/db/transaction.ts';
import type { Db, StoredWebhook, WebhookDeliveryRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { getBackOffMs } from '#server/getBackOffMs.ts';
import { getInstantAfter } from '#server/getInstantAfter.ts';
import { webhookDeliveryLimits } from '#server/mail/limits.ts';
import type { WebhookAnswer } from '#server/ports/webhookCaller.ts';
import { notifyWebhookEnd } from '#server/mail/firmNotifications/service.ts';
import * as deliveries from './deliveryRepository.ts';
import { queueEvents } from './deliveryQueue.ts';
import * as repository from './repository.ts';
import { listSecrets } from './secrets.ts';
import { buildHeaders } from './signature.ts';

type Log = Pick<FastifyBaseLogger, 'warn'>;
type Tried = { delivery: WebhookDeliveryRow; at: string; answer: WebhookAnswer };

const goneStatus = 410;

/** Stores a try with its outcome; false if another process has taken the delivery over. */
async function storeTry(
  deps: Deps,
  db: Db,
  { delivery: { id, attempts, nextAttemptAt }, at, answer }: Tried,
): Promise<boolean> {
  const { status, durationMs, reason } = answer;
  const end =
    reason === null
      ? { state: 'delivered' as const, settledAt: deps.clock.now().toISOString(), nextAttemptAt }
      : {
          state: 'waiting' as const,
          settledAt: null,
          nextAttemptAt: getInstantAfter(
            deps,
            getBackOffMs(webhookDeliveryLimits.backOff, attempts),
          ),
        };
  if (!(await deliveries.endClaim(db, id, attempts + 1, end))) return false;
  const attempt = { deliveryId: id, attempt: attempts + 1, at, durationMs, status, reason };
  await deliveries.insertAttempt(db, attempt);
  return true;
}

const storeSuccess = (deps: Deps, webhookId: string, tried: Tried): Promise<void> =>
  inTransaction(deps.db, async (db) => {
    if (await repository.endFailures(db, webhookId))
      await deliveries.hasten(db, webhookId, deps.clock.now().toISOString());
    await storeTry(deps, db, tried);
  });

/** Decides what many failures change: only probes are sent, and after days nothing. */
function countFailure(
  deps: Deps,
  { failures, failingSince }: StoredWebhook,
  { status }: WebhookAnswer,
): Partial<StoredWebhook> {
  const { failuresBeforeProbes, probeEveryMs, giveUpMs } = webhookDeliveryLimits;
  const now = deps.clock.now();
  const since = failingSince ?? now.toISOString();
  const isOver = now.getTime() - Date.parse(since) >= giveUpMs;
  const disabledReason = status === goneStatus ? 'gone' : isOver ? 'failing' : null;
  return {
    failures: failures + 1,
    failingSince: since,
    probeAt: failures + 1 >= failuresBeforeProbes ? getInstantAfter(deps, probeEveryMs) : null,
    ...(disabledReason ? { isActive: 0, disabledReason } : {}),
  };
}

const storeFailure = (deps: Deps, webhookId: string, tried: Tried, log: Log): Promise<void> =>
  inTransaction(deps.db, async (db) => {
    const webhook = await repository.lockWebhook(db, webhookId);
    if (!webhook || !(await storeTry(deps, db, tried))) return;
    const columns = countFailure(deps, webhook, tried.answer);
    await repository.updateWebhook(db, webhookId, columns);
    const { disabledReason: reason } = columns;
    if (!reason) return;
    await notifyWebhookEnd(deps, db, webhook, reason);
    log.warn({ webhook: webhookId, reason }, 'a webhook was turned off');
  });

/** Sends one delivery unless another process has claimed it. */
async function sendDelivery(
  deps: Deps,
  webhook: StoredWebhook,
  delivery: WebhookDeliveryRow,
  log: Log,
): Promise<void> {
  const claimedUntil = getInstantAfter(deps, webhookDeliveryLimits.claimMs);
  if (!(await deliveries.claim(deps.db, delivery, claimedUntil))) return;
  const at = deps.clock.now();
  const { eventId, body } = delivery;
  const headers = buildHeaders(listSecrets(deps, webhook), { id: eventId, at, body });
  const answer = await deps.webhookCaller.call({ url: webhook.url, headers, body });
  const tried = { delivery, at: at.toISOString(), answer };
  await (answer.reason === null
    ? storeSuccess(deps, webhook.id, tried)
    : storeFailure(deps, webhook.id, tried, log));
}

/** Sends due deliveries of a webhook until none is left; of a failing one a probe per interval. */
async function sendAll(
  deps: Deps,
  webhookId: string,
  log: Log,
  stopping?: AbortSignal,
): Promise<void> {
  const { sentAtOnce, probeEveryMs } = webhookDeliveryLimits;
  while (!stopping?.aborted) {
    const webhook = await repository.findById(deps.db, webhookId);
    if (!webhook) return;
    const isProbe = webhook.probeAt !== null;
    const now = deps.clock.now().toISOString();
    const due = await deliveries.listDue(deps.db, webhookId, now, isProbe ? 1 : sentAtOnce);
    if (due.length === 0) return;
    const next = getInstantAfter(deps, probeEveryMs);
    if (isProbe && !(await deliveries.claimProbe(deps.db, webhookId, now, next))) return;
    await Promise.all(due.map((delivery) => sendDelivery(deps, webhook, delivery, log)));
  }
}

/**
 * Creates the work that queues events and sends deliveries. Each webhook has its own run, so one
 * that hangs delays no other. Several processes may run it at once.
 */
export function createWebhookSender() {
  const running = new Map<string, Promise<void>>();

  async function sendWebhooks(deps: Deps, log: Log, stopping?: AbortSignal): Promise<void> {
    const now = deps.clock.now();
    const before = new Date(now.getTime() - webhookDeliveryLimits.giveUpMs).toISOString();
    const expired = await deliveries.settleExpired(deps.db, before, now.toISOString());
    if (expired > 0) log.warn({ expired }, 'webhook deliveries were given up');
    await queueEvents(deps);
    const due = await deliveries.listDueWebhooks(
      deps.db,
      deps.clock.now().toISOString(),
      webhookDeliveryLimits.webhooksAtOnce,
    );
    for (const webhookId of due.filter((id) => !running.has(id)))
      running.set(
        webhookId,
        sendAll(deps, webhookId, log, stopping)
          .catch((error: unknown) =>
            log.warn({ err: error, webhook: webhookId }, 'sending to a webhook failed'),
          )
          .finally(() => running.delete(webhookId)),
      );
  }

  return {
    sendWebhooks,
    /** Waits for the deliveries that are being sent. */
    drain: async (): Promise<void> => void (await Promise.all(running.values())),
  };
}

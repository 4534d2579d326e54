import type { FastifyBaseLogger } from 'fastify';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { getBackOffMs } from '#server/getBackOffMs.ts';
import { getInstantAfter } from '#server/getInstantAfter.ts';
import { pushLimits } from '#server/mail/limits.ts';
import type { WebhookAnswer } from '#server/ports/webhookCaller.ts';
import { getPushKeys, type PushKeys } from './keys.ts';
import { buildPushCall } from './message.ts';
import * as repository from './repository.ts';
import type { DueDelivery } from './repository.ts';
import { buildTopic, openDevice } from './service.ts';

type Log = Pick<FastifyBaseLogger, 'warn'>;

/** gone: the browser has no such subscription; refused: no retry helps. */
type Outcome = 'delivered' | 'gone' | 'refused' | 'later';

const goneStatuses = [404, 410];
const retriedStatuses = [408, 425, 429];

function classify({ status, reason }: WebhookAnswer): Outcome {
  if (reason === null) return 'delivered';
  if (status === null) return reason === 'addressNotAllowed' ? 'refused' : 'later';
  if (goneStatuses.includes(status)) return 'gone';
  return status < 500 && !retriedStatuses.includes(status) ? 'refused' : 'later';
}

/** Stores a failure. A device without a success for days is deleted. */
async function storeFailure(
  deps: Deps,
  delivery: DueDelivery,
  outcome: 'refused' | 'later',
): Promise<void> {
  const now = deps.clock.now();
  const since = Date.parse(delivery.failingSince ?? now.toISOString());
  await inTransaction(deps.db, async (db) => {
    if (now.getTime() - since >= pushLimits.giveUpMs) return repository.deleteGone(db, delivery);
    await repository.countFailure(db, delivery, now.toISOString());
    if (outcome === 'refused') return repository.deleteDelivery(db, delivery.id);
    const backOffMs = getBackOffMs(pushLimits.backOff, delivery.attempts);
    await repository.postpone(db, delivery, getInstantAfter(deps, backOffMs));
  });
}

const storeSuccess = ({ db }: Deps, { id, sessionId }: DueDelivery): Promise<void> =>
  inTransaction(db, async (tx) => {
    await repository.deleteDelivery(tx, id);
    await repository.endFailures(tx, sessionId);
  });

/** Sends one message unless another process has claimed it. */
async function sendDelivery(
  deps: Deps,
  keys: PushKeys,
  delivery: DueDelivery,
  log: Log,
): Promise<void> {
  if (!(await repository.claim(deps.db, delivery, getInstantAfter(deps, pushLimits.claimMs))))
    return;
  const { sessionId, accountId, body, goodUntil } = delivery;
  const topic = buildTopic(deps, sessionId, accountId);
  const device = openDevice(deps, delivery);
  const call = await buildPushCall(deps, keys, device, { body, topic, goodUntil });
  const answer = await deps.pushCaller.call(call);
  const outcome = classify(answer);
  if (outcome === 'delivered') return storeSuccess(deps, delivery);
  if (outcome === 'gone') return repository.deleteGone(deps.db, delivery);
  const { status, reason } = answer;
  log.warn({ push: delivery.id, status, reason, outcome }, 'a push message was not delivered');
  await storeFailure(deps, delivery, outcome);
}

/**
 * Creates the work that sends due messages. It waits for none of them, so that a push service that
 * hangs delays no other. Several processes may run it at once.
 */
export function createPushSender() {
  const running = new Map<string, Promise<void>>();

  async function sendPushes(deps: Deps, log: Log, stopping?: AbortSignal): Promise<void> {
    const now = deps.clock.now().toISOString();
    await repository.deleteExpired(deps.db, now);
    const free = pushLimits.sentAtOnce - running.size;
    const due = free > 0 && !stopping?.aborted ? await repository.listDue(deps.db, now, free) : [];
    if (due.length === 0) return;
    const keys = await getPushKeys(deps);
    for (const delivery of due.filter(({ id }) => !running.has(id)))
      running.set(
        delivery.id,
        sendDelivery(deps, keys, delivery, log)
          .catch((error: unknown) =>
            log.warn({ err: error, push: delivery.id }, 'sending a push message failed'),
          )
          .finally(() => running.delete(delivery.id)),
      );
  }

  return {
    sendPushes,
    /** Waits for the messages that are being sent. */
    drain: async (): Promise<void> => void (await Promise.all(running.values())),
  };
}

import { ECDH } from 'node:crypto';
import type { Language } from '#schemas/platform/common.ts';
import type { Push, PushDevice, PushMessage } from '#schemas/mail/push.ts';
import type { Db, PushSubscriptionRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { pushLimits } from '#server/mail/limits.ts';
import { createProblem } from '#server/problem.ts';
import { resealRows, seal, unseal } from '#server/security/sealing.ts';
import { computeMac, hashSecret } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import { getPushKeys, resealPushKeys } from './keys.ts';
import * as repository from './repository.ts';

const getSealContext = (sessionId: string) => ({ purpose: 'pushDevice', id: sessionId });

/** Decrypts the address and keys of a device. */
export function openDevice(
  deps: Deps,
  { sessionId, sealed }: Pick<PushSubscriptionRow, 'sessionId' | 'sealed'>,
): PushDevice {
  // Only `subscribe` can have sealed it, so its type is known.
  return JSON.parse(unseal(deps, getSealContext(sessionId), sealed)) as PushDevice;
}

/** Returns whether the device of a session shows notifications. */
export async function getPush(deps: Deps, sessionId: string): Promise<Push> {
  const { publicKey } = await getPushKeys(deps);
  const row = await repository.findSubscription(deps.db, sessionId);
  if (!row) return { publicKey, subscription: null };
  const { endpoint } = openDevice(deps, row);
  const failingSince = row.failures >= pushLimits.failuresBeforeShown ? row.failingSince : null;
  return { publicKey, subscription: { endpoint, createdAt: row.createdAt, failingSince } };
}

function isPoint(p256dh: string): boolean {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0;
  } catch {
    return false;
  }
}

/** Throws `invalidInput` for an address that is never called, and for a key that is none. */
function checkDevice(
  { pushCaller }: Deps,
  { endpoint, keys }: PushDevice,
  language: Language,
): void {
  const text = getTexts(language);
  if (!pushCaller.isAllowed(endpoint))
    throw createProblem('invalidInput', { '/endpoint': text('push.error.address', {}) });
  if (!isPoint(keys.p256dh))
    throw createProblem('invalidInput', { '/keys/p256dh': text('push.error.key', {}) });
}

/** Notifies on the device of a session from now on, in place of an earlier one. */
export async function subscribe(
  deps: Deps,
  { sessionId, language }: { sessionId: string; language: Language },
  device: PushDevice,
): Promise<Push> {
  checkDevice(deps, device, language);
  const row: PushSubscriptionRow = {
    sessionId,
    endpointHash: hashSecret(device.endpoint),
    sealed: seal(deps, getSealContext(sessionId), JSON.stringify(device)),
    failures: 0,
    failingSince: null,
    createdAt: deps.clock.now().toISOString(),
  };
  await inTransaction(deps.db, (db) => repository.storeSubscription(db, row));
  return getPush(deps, sessionId);
}

/** Notifies on the device of a session no longer. Idempotent. */
export async function unsubscribe(deps: Deps, sessionId: string): Promise<Push> {
  await repository.deleteSubscriptions(deps.db, [sessionId]);
  return getPush(deps, sessionId);
}

/** Deletes the devices of sessions that were just ended. */
export const forgetDevices = (db: Db, sessionIds: readonly string[]): Promise<void> =>
  repository.deleteSubscriptions(db, sessionIds);

/** Deletes the devices of all ended sessions. */
export const forgetEndedDevices = (db: Db): Promise<void> => repository.deleteEnded(db);

/** Builds what an account's messages to a device replace each other by; it names neither. */
export const buildTopic = (deps: Deps, sessionId: string, accountId: string): string =>
  computeMac(deps, 'pushTopic', `${sessionId} ${accountId}`).slice(0, pushLimits.topicLength);

/** Queues a message for each device of a client, in the caller's transaction. */
export async function queuePush(
  deps: Deps,
  db: Db,
  recipient: { userId: string; accountId: string },
  message: Omit<PushMessage, 'tag'>,
): Promise<void> {
  const { accountId } = recipient;
  const now = deps.clock.now();
  const at = now.toISOString();
  const sessionIds = await repository.listDevices(db, recipient, at);
  await repository.queueDeliveries(
    db,
    sessionIds.map((sessionId) => ({
      id: newId(),
      sessionId,
      accountId,
      body: JSON.stringify({
        ...message,
        tag: buildTopic(deps, sessionId, accountId),
      } satisfies PushMessage),
      attempts: 0,
      nextAttemptAt: at,
      claimedUntil: null,
      goodUntil: new Date(now.getTime() + pushLimits.goodMs).toISOString(),
    })),
  );
}

/** Seals keys and devices again that a rotation of AUTH_SECRET has outdated. */
export async function resealPush(deps: Deps): Promise<void> {
  await resealPushKeys(deps);
  await resealRows(deps, {
    list: repository.listSealed,
    getId: ({ sessionId }) => sessionId,
    getContext: getSealContext,
    getSealed: ({ sealed }) => sealed,
    replace: repository.replaceSealed,
  });
}

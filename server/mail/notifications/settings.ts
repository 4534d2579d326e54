import type { NotificationSettings } from '#schemas/mail/notifications.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { computeDueAt } from './dueTime.ts';
import * as repository from './repository.ts';
import type { Recipient } from './repository.ts';

export const getSettings = ({ db }: Deps, recipient: Recipient): Promise<NotificationSettings> =>
  repository.findSettings(db, recipient);

/** Sets what a client is mailed about. Waiting news are not mailed later than the new time. */
export async function setSettings(
  { db, clock, config }: Deps,
  recipient: Recipient,
  settings: NotificationSettings,
): Promise<NotificationSettings> {
  const dueAt = computeDueAt(clock.now().getTime(), config.notificationMs, settings);
  return inTransaction(db, async (tx) => {
    await repository.storeSettings(tx, recipient, settings);
    await repository.moveForward(tx, recipient, dueAt);
    return repository.findSettings(tx, recipient);
  });
}

/** Ends an account's mails to a client and keeps the time of day. Idempotent. */
export const stopAll = ({ db }: Deps, recipient: Recipient): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { dailyAt } = await repository.findSettings(tx, recipient);
    await repository.storeSettings(tx, recipient, { kinds: [], dailyAt });
  });

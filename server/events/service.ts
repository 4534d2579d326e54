import type { PortalEvent } from '#schemas/platform/events.ts';
import { dayMs } from '#schemas/platform/time.ts';
import { streamLimits } from '#server/events/limits.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';

export type NewEvent = Omit<PortalEvent, 'id'>;
/** Queues an event. It is stored in the same transaction and published after commit. */
export type QueueEvent = (userIds: readonly string[], event: NewEvent) => void;

async function storeEvents(
  db: Db,
  queued: ReadonlyMap<string, readonly NewEvent[]>,
  createdAt: string,
): Promise<void> {
  if (queued.size === 0) return;
  // In one order, so that two transactions with the same clients do not deadlock.
  const byUserId = [...queued].sort(([a], [b]) => (a < b ? -1 : 1));
  await repository.insertEvents(
    db,
    byUserId.map(([userId, events]) => ({
      userId,
      bodies: events.map((event) => JSON.stringify(event)),
    })),
    createdAt,
  );
}

/**
 * Runs `work` in a transaction. Queued events are stored in it and wake the event streams after
 * the commit. A deadlock runs `work` again, so change only the database in it.
 */
export async function transactionWithEvents<T>(
  deps: Deps,
  work: (db: Db, queueEvent: QueueEvent) => Promise<T>,
): Promise<T> {
  const { result, userIds } = await inTransaction(deps.db, async (db) => {
    const queued = new Map<string, NewEvent[]>();
    const result = await work(db, (userIds, event) => {
      for (const userId of userIds) queued.set(userId, [...(queued.get(userId) ?? []), event]);
    });
    // Last, because it locks the clients' event numbers: every transaction locks them last.
    await storeEvents(db, queued, deps.clock.now().toISOString());
    return { result, userIds: [...queued.keys()] };
  });
  if (userIds.length > 0) await deps.eventBus.wake(userIds);
  return result;
}

export type Missed = {
  events: PortalEvent[];
  lastId: number;
  /** true if some of them are no longer stored */ isReset: boolean;
};

/**
 * Lists a user's events after an id in the session's accounts; without an id returns the newest
 * one.
 */
export async function listEventsAfter(
  { db }: Deps,
  { userId, accountIds }: { userId: string; accountIds: readonly string[] },
  after: number | undefined,
): Promise<Missed> {
  const head = await repository.findHead(db, userId);
  if (after === undefined || after === head) return { events: [], lastId: head, isReset: false };
  const rows = await repository.listEventsAfter(db, userId, after, streamLimits.maxAtOnce);
  const isReset = after > head || rows[0]?.id !== after + 1;
  if (isReset) return { events: [], lastId: head, isReset };
  const events = rows
    .map(({ id, body }): PortalEvent => ({ id, ...(JSON.parse(body) as NewEvent) }))
    .filter(({ accountId }) => accountIds.includes(accountId));
  return { events, lastId: rows.at(-1)?.id ?? after, isReset };
}

/** Deletes events that are too old for a reconnecting browser, which is then reset. */
export const deleteOldEvents = ({ db, clock }: Deps): Promise<void> =>
  repository.deleteBefore(
    db,
    new Date(clock.now().getTime() - streamLimits.keptDays * dayMs).toISOString(),
  );

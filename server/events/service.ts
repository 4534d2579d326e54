import type { PortalEvent } from '#schemas/events/events.ts';
import { dayMs } from '#schemas/platform/time.ts';
import { streamLimits } from '#server/events/limits.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';
import type { NewEvent } from './repository.ts';
import { insertProgramEvents, type NewProgramEvent } from './programRepository.ts';

export type { NewEvent } from './repository.ts';
export { deleteOldProgramEvents, numberAllEvents, numberEvents } from './programEvents.ts';
export { findNewestSequence, listProgramEvents } from './programRepository.ts';

/** Queues events. They are stored in the same transaction and published after commit. */
export type QueueEvent = {
  (userIds: readonly string[], event: NewEvent): void;
  /** Queues an event for the programs of an account. */
  forPrograms(accountId: string, event: NewProgramEvent): void;
};

type Queued = {
  byUserId: Map<string, NewEvent[]>;
  forPrograms: (NewProgramEvent & { accountId: string })[];
};

const createQueue = ({ byUserId, forPrograms }: Queued): QueueEvent =>
  Object.assign(
    (userIds: readonly string[], event: NewEvent) => {
      for (const userId of userIds) byUserId.set(userId, [...(byUserId.get(userId) ?? []), event]);
    },
    {
      forPrograms: (accountId: string, event: NewProgramEvent) =>
        void forPrograms.push({ accountId, ...event }),
    },
  );

/** Stores the events and returns the users whose logins read them. */
async function storeEvents(
  db: Db,
  { byUserId, forPrograms }: Queued,
  createdAt: string,
): Promise<string[]> {
  if (forPrograms.length > 0) await insertProgramEvents(db, forPrograms, createdAt);
  if (byUserId.size === 0) return [];
  // In one order, so that two transactions with the same clients do not deadlock.
  const inOrder = [...(await repository.groupByReader(db, byUserId))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  await repository.insertEvents(
    db,
    inOrder.map(([userId, events]) => ({ userId, events })),
    createdAt,
  );
  return inOrder.map(([userId]) => userId);
}

/**
 * Runs `work` in a transaction. Queued events are stored in it and wake their readers after the
 * commit. A deadlock runs `work` again, so change only the database in it.
 */
export async function inTransactionWithEvents<T>(
  deps: Deps,
  work: (db: Db, queueEvent: QueueEvent) => Promise<T>,
): Promise<T> {
  const { result, readers } = await inTransaction(deps.db, async (db) => {
    const queued: Queued = { byUserId: new Map(), forPrograms: [] };
    const result = await work(db, createQueue(queued));
    // Last, because it locks the clients' event numbers: every transaction locks them last.
    const userIds = await storeEvents(db, queued, deps.clock.now().toISOString());
    const accountIds = new Set(queued.forPrograms.map(({ accountId }) => accountId));
    return { result, readers: [...userIds, ...accountIds] };
  });
  if (readers.length > 0) await deps.eventBus.wake(readers);
  return result;
}

/** Wakes the streams of a user's events again, because a commit may have woken none. */
export const wakeReaders = async (deps: Deps, userId: string): Promise<void> =>
  deps.eventBus.wake(await repository.listReaders(deps.db, [userId]));

export type Missed = {
  events: PortalEvent[];
  lastId: number;
  /** true if some of them are no longer stored */ isReset: boolean;
  /** true if there are events of other accounts: the session may have got them meanwhile */
  hasOthers: boolean;
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
  if (after === undefined || after === head)
    return { events: [], lastId: head, isReset: false, hasOthers: false };
  const rows = await repository.listEventsAfter(db, userId, after, streamLimits.maxAtOnce);
  const isReset = after > head || rows[0]?.id !== after + 1;
  if (isReset) return { events: [], lastId: head, isReset, hasOthers: false };
  const events = rows.filter(({ accountId }) => accountIds.includes(accountId));
  return {
    events,
    lastId: rows.at(-1)?.id ?? after,
    isReset,
    hasOthers: events.length < rows.length,
  };
}

/** Deletes events that are too old for a reconnecting browser, which is then reset. */
export const deleteOldEvents = ({ db, clock }: Deps): Promise<void> =>
  repository.deleteBefore(
    db,
    new Date(clock.now().getTime() - streamLimits.keptDays * dayMs).toISOString(),
  );

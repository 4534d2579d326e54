import { batch } from '#server/db/batch.ts';
import { isSqlite } from '#server/db/dialect.ts';
import { isTooSlow } from '#server/db/errors.ts';
import type { Deps } from '#server/deps.ts';
import { transactionWithEvents, type NewEvent } from '#server/events/service.ts';
import * as repository from './repository.ts';

/** A client reads a message. The event updates the client's other browsers. */
type ReadMark = { userId: string; messageId: string; readAt: string; event: NewEvent };
type Job = ReadMark & { deps: Deps };

async function markOnce({ deps, event, ...mark }: Job): Promise<void> {
  const wasUnread = await transactionWithEvents(deps, async (db, queueEvent) => {
    const isChanged = await repository.markRead(db, mark);
    if (isChanged) queueEvent([mark.userId], event);
    return isChanged;
  });
  // An earlier try may have committed the event and failed before it woke the streams.
  if (!wasUnread) await deps.eventBus.wake([mark.userId]);
}

/** Retries once, because a commit may succeed although its connection breaks. Idempotent. */
async function markWithRetry(job: Job): Promise<void> {
  try {
    await markOnce(job);
  } catch (error) {
    if (isTooSlow(error)) throw error;
    await markOnce(job);
  }
}

const maxJobs = 32;

/** One connection per case at most: a case that another transaction locks blocks no other case. */
const markInSequence = batch<Job, void>(
  maxJobs,
  async (_, jobs) => {
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const job of jobs) {
      const last = outcomes.at(-1);
      // After a timeout the lock is still held, so the rest of the batch would wait as long.
      if (last?.status === 'rejected' && isTooSlow(last.reason)) outcomes.push(last);
      else outcomes.push(...(await Promise.allSettled([markWithRetry(job)])));
    }
    return outcomes;
  },
  ({ event }) => event.akteIdHash ?? '',
);

/** Marks a message as read and publishes the event, unless it was read before. */
export const markRead = (deps: Deps, mark: ReadMark): Promise<void> =>
  isSqlite(deps.db) ? markOnce({ deps, ...mark }) : markInSequence(deps.db, { deps, ...mark });

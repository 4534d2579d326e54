import { createBatch } from '#server/db/batch.ts';
import { isSqlite } from '#server/db/dialect.ts';
import { isTooSlow } from '#server/db/errors.ts';
import type { Deps } from '#server/deps.ts';
import { inTransactionWithEvents, wakeReaders, type NewEvent } from '#server/events/service.ts';
import { getFolderId } from '#server/cases/cases/service.ts';
import * as repository from './repository.ts';

/** Builds the same event for the account's programs. */
const buildProgramEvent = (
  { akteIdHash, folderId, messageId }: Pick<NewEvent, 'akteIdHash' | 'folderId' | 'messageId'>,
  userId: string,
) => ({
  type: 'message.read' as const,
  data: {
    ...(akteIdHash === null ? {} : { caseId: akteIdHash }),
    ...(folderId === null ? {} : { folderId }),
    ...(messageId === null ? {} : { messageId }),
    userId,
  },
});

/** A client reads a message. The event updates the client's other browsers. */
type ReadMark = { userId: string; messageId: string; readAt: string; event: NewEvent };
type Job = ReadMark & { deps: Deps };

async function markOnce({ deps, event, ...mark }: Job): Promise<void> {
  const wasUnread = await inTransactionWithEvents(deps, async (db, queueEvent) => {
    const isChanged = await repository.markRead(db, mark);
    if (!isChanged) return false;
    queueEvent([mark.userId], event);
    queueEvent.forPrograms(event.accountId, buildProgramEvent(event, mark.userId));
    return true;
  });
  // An earlier try may have committed the event and failed before it woke the streams.
  if (!wasUnread) await wakeReaders(deps, mark.userId);
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

/** Builds the data of an event about a message. */
export const buildEvent = (message: {
  id: string;
  accountId: string;
  caseId: string;
  timelineId: string;
}) => ({
  accountId: message.accountId,
  akteIdHash: message.caseId,
  folderId: getFolderId(message),
  messageId: message.id,
});

const maxJobs = 32;

/** One connection per case at most: a case that another transaction locks blocks no other case. */
const markInSequence = createBatch<Job, void>(
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

/**
 * Marks the unread messages of a case as read, or those of one of its timelines, and publishes one
 * event for all of them.
 */
export const markAllRead = (
  deps: Deps,
  { accountId, ...marked }: Omit<repository.AllRead, 'readAt'> & { accountId: string },
): Promise<void> =>
  inTransactionWithEvents(deps, async (db, queueEvent) => {
    const { userId, caseId, timelineId } = marked;
    const readAt = deps.clock.now().toISOString();
    if (!(await repository.markAllRead(db, { ...marked, readAt }))) return;
    const timeline = {
      akteIdHash: caseId,
      folderId: timelineId === undefined || timelineId === caseId ? null : timelineId,
      messageId: null,
    };
    queueEvent([userId], { type: 'messageRead', accountId, ...timeline });
    queueEvent.forPrograms(accountId, buildProgramEvent(timeline, userId));
  });

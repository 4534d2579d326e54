import type { Reply } from '#schemas/platform/endpoint.ts';
import type { listProgramEvents } from '#schemas/events/programEvents.ts';
import { dayMs } from '#schemas/platform/time.ts';
import { programStreamLimits } from '#server/events/limits.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './programRepository.ts';
import type { Bell } from './stream.ts';

export type ProgramEventPage = Reply<typeof listProgramEvents>;

/**
 * Numbers the committed events of an account. Their transactions do not, because the last number
 * would be locked until the commit and the account's submissions would wait for each other.
 */
export async function numberEvents(db: Db, accountId: string): Promise<void> {
  if (!(await repository.hasWaiting(db, accountId))) return;
  await inTransaction(db, async (tx) =>
    repository.numberWaiting(tx, accountId, await repository.lockHead(tx, accountId)),
  );
}

/** Numbers the committed events of all accounts. */
export async function numberAllEvents(db: Db): Promise<void> {
  for (const accountId of await repository.listWaitingAccounts(db))
    await numberEvents(db, accountId);
}

/** Lists an account's events after a number. Those of a restored backup may be fewer: `isReset`. */
async function readProgramEvents(
  db: Db,
  accountId: string,
  { after, limit }: { after: number; limit: number },
): Promise<ProgramEventPage> {
  await numberEvents(db, accountId);
  const items = await repository.listProgramEvents(db, accountId, { after, limit });
  const newestSequence = await repository.findNewestSequence(db, accountId);
  const isAhead = after > newestSequence;
  const isLate = after > 0 && after < newestSequence && items[0]?.sequence !== after + 1;
  return {
    items,
    lastSequence: items.at(-1)?.sequence ?? newestSequence,
    newestSequence,
    isReset: isAhead || isLate,
  };
}

type Waiting = {
  after: number;
  limit: number;
  waitMs: number;
  bell: Bell;
  /** false once the client has gone or the server stops */
  isOpen: () => boolean;
};

/**
 * Waits until there are events after a number, at most for `waitMs`. Looks at an interval as well,
 * because a wake-up may be lost.
 */
export async function waitForProgramEvents(
  { db, eventBus }: Deps,
  accountId: string,
  { after, limit, waitMs, bell, isOpen }: Waiting,
): Promise<ProgramEventPage> {
  const until = performance.now() + waitMs;
  const stopListening = eventBus.listen(accountId, bell.ring);
  try {
    for (;;) {
      const page = await readProgramEvents(db, accountId, { after, limit });
      const leftMs = until - performance.now();
      if (page.items.length > 0 || page.isReset || leftMs <= 0 || !isOpen()) return page;
      await bell.wait(Math.min(leftMs, programStreamLimits.recheckMs));
    }
  } finally {
    stopListening();
  }
}

/** Deletes events that programs can no longer list, numbered: a later reader thus finds the gap. */
export async function deleteOldProgramEvents({ db, clock }: Deps): Promise<void> {
  await numberAllEvents(db);
  await repository.deleteProgramEvents(
    db,
    new Date(clock.now().getTime() - programStreamLimits.keptDays * dayMs).toISOString(),
  );
}

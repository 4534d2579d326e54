import type { CompiledQuery } from 'kysely';
import { isTooSlow } from '#server/db/database.ts';
import { isSqlite } from '#server/db/dialect.ts';
import { inGroups } from '#server/db/inGroups.ts';
import { answersIn, outcomesOf } from '#server/db/prepared.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { changeAndTell, type NewEvent } from '#server/modules/events/service.ts';
import * as repository from './repository.ts';

/** That a client has read a message, what their browsers are told of it, and what is asked for once it is kept. */
type Marking = {
  deps: Deps;
  userId: string;
  messageId: string;
  readAt: string;
  event: NewEvent;
  asked: CompiledQuery<unknown>;
};

/** What became of the question. */
type Outcome = PromiseSettledResult<unknown[]>;

const maxAtOnce = 32;

async function markAll(db: Db, group: readonly Marking[]): Promise<(Outcome | undefined)[]> {
  const marks = group.map(({ userId, messageId, readAt, event }, at): repository.Mark => ({
    at,
    userId,
    messageId,
    readAt,
    body: JSON.stringify(event),
  }));
  const [marked, ...outcomes] = await outcomesOf(db, [
    repository.marksRead.bind(db, JSON.stringify(marks), maxAtOnce),
    ...group.map(({ asked }) => asked),
  ]);
  const [found] = answersIn(marked ? [marked] : []) as [{ at: number }[]]; // the rows of that statement
  const kept = new Set(found.map(({ at }) => at));
  return outcomes.map((outcome, at) => (kept.has(at) ? outcome : undefined));
}

/** Those that come at once go out as one. Answers nothing of what was not kept: it was read before, somebody holds it, or one of them failed. */
const markInGroups = inGroups<Marking, Outcome | undefined>(maxAtOnce, async (db, group) => {
  const [outcome] = await Promise.allSettled([markAll(db, group)]);
  return group.map((_, at) => ({
    status: 'fulfilled',
    value: outcome.status === 'fulfilled' ? outcome.value[at] : undefined,
  }));
});

async function markAlone({ deps, userId, messageId, readAt, event }: Marking): Promise<void> {
  const isTold = await changeAndTell(deps, async (db, tell) => {
    const isChanged = (await repository.messageRead.run(db, userId, messageId, readAt)) > 0;
    if (isChanged) tell([userId], event);
    return isChanged;
  });
  if (!isTold) await deps.eventBus.wake([userId]); // it may have been kept before with nobody to say so
}

/** Waits for whoever holds the message: those of its case with it, on one connection, and no others. */
const markInTurn = inGroups<Marking, void>(
  maxAtOnce,
  async (_, group) => {
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const marking of group) {
      const last = outcomes.at(-1);
      if (last?.status === 'rejected' && isTooSlow(last.reason))
        outcomes.push(last); // it is still held
      else outcomes.push(...(await Promise.allSettled([markAlone(marking)])));
    }
    return outcomes;
  },
  ({ event }) => event.akteIdHash ?? '',
);

async function mark(marking: Marking): Promise<Outcome | undefined> {
  const {
    deps: { db, eventBus },
    userId,
    asked,
  } = marking;
  if (isSqlite(db)) await markAlone(marking);
  else {
    const outcome = await markInGroups(db, marking);
    if (outcome) {
      await eventBus.wake([userId]);
      return outcome;
    }
    await markInTurn(db, marking);
  }
  return (await outcomesOf(db, [asked]))[0];
}

/** Marks a message as read and tells of it, unless it was read before; answers the rows that are asked for then. */
export async function markAndTell<Row>(
  deps: Deps,
  marking: Omit<Marking, 'deps' | 'asked'> & { asked: CompiledQuery<Row> },
): Promise<Row[]> {
  const outcome = await mark({ deps, ...marking });
  return answersIn(outcome ? [outcome] : [])[0] as Row[]; // of that question
}

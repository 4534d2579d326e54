import type { PortalEvent } from '#schemas/events.ts';
import { limits } from '#schemas/limits.ts';
import type { CompiledQuery } from 'kysely';
import { inTransaction } from '#server/db/sharedCommit.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';

export const { growHeads, insertFound } = repository;

export type NewEvent = Omit<PortalEvent, 'id'>;
/** Notes what clients are to be told once the transaction has been committed. */
export type Tell = (userIds: readonly string[], event: NewEvent) => void;
/** Leaves statements to the end of the transaction, where they are sent together with what is told: nobody waits for each of them. */
export type Write = (statements: readonly CompiledQuery<unknown>[]) => void;

function note(told: Map<string, NewEvent[]>, userIds: readonly string[], event: NewEvent): void {
  for (const userId of userIds) told.set(userId, [...(told.get(userId) ?? []), event]);
}

function kept(
  db: Db,
  told: ReadonlyMap<string, NewEvent[]>,
  createdAt: string,
): CompiledQuery<unknown>[] {
  if (told.size === 0) return [];
  // In the order of the ids: two transactions that tell the same clients wait for each other, and never both.
  const inOrder = [...told].sort(([a], [b]) => (a < b ? -1 : 1));
  return repository.insertEvents(
    db,
    inOrder.map(([userId, events]) => ({
      userId,
      bodies: events.map((event) => JSON.stringify(event)),
    })),
    createdAt,
  );
}

/** Runs a change in a transaction; what it tells is kept with it or not at all, and wakes streams when it is kept. */
export async function changeAndTell<T>(
  deps: Deps,
  change: (db: Db, tell: Tell, write: Write) => Promise<T>,
): Promise<T> {
  const told = new Map<string, NewEvent[]>();
  const written: CompiledQuery<unknown>[] = [];
  const tell: Tell = (userIds, event) => note(told, userIds, event);
  // What is told comes last: it locks the clients' numbers, which every change locks after all else, so none waits crosswise for another.
  const result = await inTransaction(
    deps.db,
    async (db) => change(db, tell, (statements) => void written.push(...statements)),
    (db) => [...written, ...kept(db, told, deps.clock.now().toISOString())],
  );
  if (told.size > 0) await deps.eventBus.wake([...told.keys()]);
  return result;
}

export type Missed = {
  events: PortalEvent[];
  lastId: number;
  /** not all of them are known any more */ isReset: boolean;
};

/** What happened to a user after an event, in the accounts that the session opens; without one, where to begin. */
export async function eventsAfter(
  { db }: Deps,
  { userId, accountIds }: { userId: string; accountIds: readonly string[] },
  after: number | undefined,
): Promise<Missed> {
  const head = await repository.findHead(db, userId);
  if (after === undefined || after === head) return { events: [], lastId: head, isReset: false };
  const rows = await repository.listEventsAfter(db, userId, after, limits.event.maxAtOnce);
  const isReset = after > head || rows[0]?.id !== after + 1;
  if (isReset) return { events: [], lastId: head, isReset };
  const events = rows
    .map(({ id, body }): PortalEvent => ({ id, ...(JSON.parse(body) as NewEvent) }))
    .filter(({ accountId }) => accountIds.includes(accountId));
  return { events, lastId: rows.at(-1)?.id ?? after, isReset };
}

/** Forgets events that no browser can still ask for: it begins anew. */
export const forgetEvents = ({ db, clock }: Deps): Promise<void> =>
  repository.deleteBefore(
    db,
    new Date(clock.now().getTime() - limits.event.keptDays * 86_400_000).toISOString(),
  );

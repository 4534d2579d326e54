import { sql } from 'kysely';
import type { ProgramEvent, ProgramEventData } from '#schemas/events/programEvents.ts';
import { lockRows } from '#server/db/dialect.ts';
import { newId } from '#server/db/newId.ts';
import type { Db, ProgramEventRow } from '#server/db/schema.ts';

export type NewProgramEvent = Pick<ProgramEvent, 'type' | 'data'>;

/** Stores events without numbers, so that an account's transactions do not wait for each other. */
export async function insertProgramEvents(
  db: Db,
  events: readonly (NewProgramEvent & { accountId: string })[],
  createdAt: string,
): Promise<void> {
  await db
    .insertInto('programEvents')
    .values(
      events.map(({ accountId, type, data }) => ({
        accountId,
        sequence: null,
        id: newId(),
        type,
        data: JSON.stringify(data),
        createdAt,
      })),
    )
    .execute();
}

/** Finds out whether an account has committed events without a number. */
export const hasWaiting = async (db: Db, accountId: string): Promise<boolean> =>
  (await db
    .selectFrom('programEvents')
    .select('arrival')
    .where('accountId', '=', accountId)
    .where('sequence', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Lists accounts with events that have no number. */
export const listWaitingAccounts = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('programEvents')
      .select('accountId')
      .distinct()
      .where('sequence', 'is', null)
      .execute()
  ).map(({ accountId }) => accountId);

/** Locks the newest number of an account. */
export async function lockHead(db: Db, accountId: string): Promise<number> {
  await db
    .insertInto('programEventHeads')
    .values({ accountId, lastSequence: 0 })
    .onConflict((conflict) => conflict.column('accountId').doNothing())
    .execute();
  const head = db
    .selectFrom('programEventHeads')
    .select('lastSequence')
    .where('accountId', '=', accountId);
  return (await lockRows(db, head).executeTakeFirstOrThrow()).lastSequence;
}

/**
 * Numbers the committed events of an account in the order of their insertion. The lock of its head
 * must be held. An event of a case that is visible was inserted after those before it had committed.
 */
export async function numberWaiting(db: Db, accountId: string, last: number): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update "programEvents" set "sequence" = ${sql.lit(last)} + "waiting"."place"
    from (
      select "arrival", row_number() over (order by "arrival") as "place" from "programEvents"
      where "accountId" = ${accountId} and "sequence" is null
    ) as "waiting"
    where "programEvents"."arrival" = "waiting"."arrival"
  `.execute(db);
  await db
    .updateTable('programEventHeads')
    .set({ lastSequence: last + Number(numAffectedRows) })
    .where('accountId', '=', accountId)
    .execute();
}

export const findNewestSequence = async (db: Db, accountId: string): Promise<number> =>
  (
    await db
      .selectFrom('programEventHeads')
      .select('lastSequence')
      .where('accountId', '=', accountId)
      .executeTakeFirst()
  )?.lastSequence ?? 0;

type Numbered = Pick<ProgramEventRow, 'id' | 'type' | 'data' | 'createdAt'> & {
  sequence: number;
};

const parseEvent = ({ id, sequence, type, data, createdAt }: Numbered): ProgramEvent => ({
  eventId: id,
  sequence,
  type,
  timestamp: createdAt,
  data: JSON.parse(data) as ProgramEventData,
});

/** Lists numbered events after a number, oldest first. */
export async function listProgramEvents(
  db: Db,
  accountId: string,
  { after, limit, since }: { after: number; limit: number; since?: string },
): Promise<ProgramEvent[]> {
  let query = db
    .selectFrom('programEvents')
    .select(['id', 'sequence', 'type', 'data', 'createdAt'])
    .$narrowType<{ sequence: number }>()
    .where('accountId', '=', accountId)
    .where('sequence', '>', after);
  if (since !== undefined) query = query.where('createdAt', '>=', since);
  return (await query.orderBy('sequence').limit(limit).execute()).map(parseEvent);
}

/**
 * Deletes events from before an instant. One after an event that is kept stays, so that no list has
 * a gap: the clock may have been wrong, and the demo has visits of earlier months.
 */
export async function deleteProgramEvents(db: Db, before: string): Promise<void> {
  const accounts = await db
    .selectFrom('programEvents')
    .select('accountId')
    .distinct()
    .where('createdAt', '<', before)
    .execute();
  for (const { accountId } of accounts) {
    const { firstKept } = await db
      .selectFrom('programEvents')
      .select(({ fn }) => fn.min('sequence').as('firstKept'))
      .where('accountId', '=', accountId)
      .where('createdAt', '>=', before)
      .executeTakeFirstOrThrow();
    await db
      .deleteFrom('programEvents')
      .where('accountId', '=', accountId)
      .where('createdAt', '<', before)
      .where('sequence', 'is not', null)
      .$if(firstKept !== null, (query) => query.where('sequence', '<', firstKept))
      .execute();
  }
}

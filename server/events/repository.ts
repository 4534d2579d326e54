import type { Db, EventRow } from '#server/db/schema.ts';

/** Adds to the newest event numbers of users and returns them, locked until the commit. */
const growHeads = (db: Db, added: readonly { userId: string; lastId: number }[]) =>
  db
    .insertInto('eventHeads')
    .values(added)
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(({ ref, eb }) => ({
        lastId: eb(ref('eventHeads.lastId'), '+', ref('excluded.lastId')),
      })),
    )
    .returning(['userId', 'lastId'])
    .execute();

/**
 * Stores events under the next numbers of their users. Pass users in the order of their ids: two
 * transactions then lock the numbers in one order, and no deadlock arises.
 */
export async function insertEvents(
  db: Db,
  queued: readonly { userId: string; bodies: readonly string[] }[],
  createdAt: string,
): Promise<void> {
  const heads = await growHeads(
    db,
    queued.map(({ userId, bodies }) => ({ userId, lastId: bodies.length })),
  );
  const lastIds = new Map(heads.map(({ userId, lastId }) => [userId, lastId]));
  const events = queued.flatMap(({ userId, bodies }) => {
    const firstId = (lastIds.get(userId) ?? 0) - bodies.length + 1;
    return bodies.map((body, index): EventRow => ({
      userId,
      id: firstId + index,
      body,
      createdAt,
    }));
  });
  await db.insertInto('events').values(events).execute();
}

export const findHead = async (db: Db, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('eventHeads')
      .select('lastId')
      .where('userId', '=', userId)
      .executeTakeFirst()
  )?.lastId ?? 0;

export const listEventsAfter = (
  db: Db,
  userId: string,
  after: number,
  limit: number,
): Promise<EventRow[]> =>
  db
    .selectFrom('events')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

export async function deleteBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('events').where('createdAt', '<', before).execute();
}

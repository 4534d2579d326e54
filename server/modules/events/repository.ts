import type { Db, EventRow } from '#server/db/schema.ts';

/** The user's next number; nobody else gets one until the transaction ends. */
export async function takeNumbers(db: Db, userId: string, count: number): Promise<number> {
  const { lastId } = await db.insertInto('eventHeads').values({ userId, lastId: count })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(({ ref, eb }) => ({ lastId: eb(ref('eventHeads.lastId'), '+', count) })))
    .returning('lastId').executeTakeFirstOrThrow();
  return lastId - count;
}

export async function insertEvents(db: Db, events: readonly EventRow[]): Promise<void> {
  if (events.length > 0) await db.insertInto('events').values([...events]).execute();
}

export async function findHead(db: Db, userId: string): Promise<number> {
  const row = await db.selectFrom('eventHeads').select('lastId').where('userId', '=', userId).executeTakeFirst();
  return row?.lastId ?? 0;
}

export const listEventsAfter = (db: Db, userId: string, after: number, limit: number): Promise<EventRow[]> =>
  db.selectFrom('events').selectAll().where('userId', '=', userId).where('id', '>', after).orderBy('id').limit(limit).execute();

export async function deleteBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('events').where('createdAt', '<', before).execute();
}

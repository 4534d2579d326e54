import type { PortalEvent } from '#schemas/events/events.ts';
import { toNonEmptyIds } from '#server/db/dialect.ts';
import type { Db, EventRow } from '#server/db/schema.ts';

export type NewEvent = Omit<PortalEvent, 'id'>;

/** Returns the users whose logins read the events of these users, by user. */
async function findReaders(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'loginId'])
    .where('id', 'in', toNonEmptyIds(userIds))
    .where('loginId', 'is not', null)
    .execute();
  const loginIds = new Map(rows.map(({ id, loginId }) => [id, loginId ?? id]));
  return new Map(userIds.map((id) => [id, loginIds.get(id) ?? id]));
}

/** Lists the users whose event streams these users read: those of their logins. */
export const listReaders = async (db: Db, userIds: readonly string[]): Promise<string[]> => [
  ...new Set((await findReaders(db, userIds)).values()),
];

/** Groups queued events by the user whose login reads them. */
export async function groupByReader(
  db: Db,
  byUserId: ReadonlyMap<string, readonly NewEvent[]>,
): Promise<Map<string, NewEvent[]>> {
  const readers = await findReaders(db, [...byUserId.keys()]);
  const grouped = new Map<string, NewEvent[]>();
  for (const [userId, events] of byUserId) {
    const reader = readers.get(userId) ?? userId;
    grouped.set(reader, [...(grouped.get(reader) ?? []), ...events]);
  }
  return grouped;
}

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
  queued: readonly { userId: string; events: readonly NewEvent[] }[],
  createdAt: string,
): Promise<void> {
  const heads = await growHeads(
    db,
    queued.map(({ userId, events }) => ({ userId, lastId: events.length })),
  );
  const lastIds = new Map(heads.map(({ userId, lastId }) => [userId, lastId]));
  const rows = queued.flatMap(({ userId, events }) => {
    const firstId = (lastIds.get(userId) ?? 0) - events.length + 1;
    return events.map((event, index): EventRow => ({
      userId,
      id: firstId + index,
      body: JSON.stringify(event),
      createdAt,
    }));
  });
  await db.insertInto('events').values(rows).execute();
}

export const findHead = async (db: Db, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('eventHeads')
      .select('lastId')
      .where('userId', '=', userId)
      .executeTakeFirst()
  )?.lastId ?? 0;

export async function listEventsAfter(
  db: Db,
  userId: string,
  after: number,
  limit: number,
): Promise<PortalEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'body'])
    .where('userId', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, body }) => ({ id, ...(JSON.parse(body) as NewEvent) }));
}

export async function deleteBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('events').where('createdAt', '<', before).execute();
}

import { sql, type CompiledQuery, type QueryCreator } from 'kysely';
import { isSqlite } from '#server/db/dialect.ts';
import { prepared } from '#server/db/prepared.ts';
import type { Db, EventHeadRow, EventRow, Schema } from '#server/db/schema.ts';

const grownHeads = prepared((db, added: readonly EventHeadRow[]) =>
  db
    .insertInto('eventHeads')
    .values(added)
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet(({ ref, eb }) => ({
          lastId: eb(ref('eventHeads.lastId'), '+', ref('excluded.lastId')),
        })),
    ),
);

const newEvent = prepared(
  (db, { userId, before, body, createdAt }: Omit<EventRow, 'id'> & { before: number }) =>
    db
      .insertInto('events')
      .columns(['userId', 'id', 'body', 'createdAt'])
      .expression(
        db
          .selectFrom('eventHeads')
          .where('userId', '=', userId)
          .select(({ eb, val }) => [
            'userId',
            eb('lastId', '-', before).as('id'),
            val(body).as('body'),
            val(createdAt).as('createdAt'),
          ]),
      ),
);

type Told = { userId: string; bodies: readonly string[] };

/** In one statement: with the numbers that it has just given. */
const numberedEvents = prepared((db, users: string, events: string, createdAt: string) =>
  db
    .with('grown', (of) =>
      of
        .insertInto('eventHeads')
        .columns(['userId', 'lastId'])
        .expression(
          sql<EventHeadRow>`select * from json_to_recordset(cast(${users} as json)) as added("userId" text, "lastId" integer)`,
        )
        .onConflict((conflict) =>
          conflict
            .column('userId')
            .doUpdateSet(({ ref, eb }) => ({
              lastId: eb(ref('eventHeads.lastId'), '+', ref('excluded.lastId')),
            })),
        )
        .returningAll(),
    )
    .insertInto('events')
    .columns(['userId', 'id', 'body', 'createdAt'])
    .expression((of) =>
      of
        .selectFrom('grown')
        .innerJoin(
          sql<{
            userId: string;
            before: number;
            body: string;
          }>`json_to_recordset(cast(${events} as json))`.as<'told'>(
            sql`told("userId" text, "before" integer, "body" text)`,
          ),
          'told.userId',
          'grown.userId',
        )
        .select(({ eb, val }) => [
          'grown.userId',
          eb('grown.lastId', '-', sql.ref<number>('told.before')).as('id'),
          'told.body',
          val(createdAt).as('createdAt'),
        ]),
    ),
);

/** Gives events their users' next numbers; nobody else gets one until the transaction ends. */
export const insertEvents = (
  db: Db,
  told: readonly Told[],
  createdAt: string,
): CompiledQuery<unknown>[] =>
  isSqlite(db)
    ? [
        grownHeads.bind(
          db,
          told.map(({ userId, bodies }) => ({ userId, lastId: bodies.length })),
        ),
        ...told.flatMap(({ userId, bodies }) =>
          bodies.map((body, index) =>
            newEvent.bind(db, { userId, before: bodies.length - 1 - index, body, createdAt }),
          ),
        ),
      ]
    : [
        numberedEvents.bind(
          db,
          JSON.stringify(told.map(({ userId, bodies }) => ({ userId, lastId: bodies.length }))),
          JSON.stringify(
            told.flatMap(({ userId, bodies }) =>
              bodies.map((body, index) => ({ userId, before: bodies.length - 1 - index, body })),
            ),
          ),
          createdAt,
        ),
      ];

/** What a statement has found to tell, in this order. */
type Found = Schema & { found: Omit<EventRow, 'id'> & { at: number } };

/** A part of it counts what is found, in the order of the ids. Of PostgreSQL alone, as the next one. */
export const growHeads = (of: QueryCreator<Found>) =>
  of
    .insertInto('eventHeads')
    .columns(['userId', 'lastId'])
    .expression((from) =>
      from
        .selectFrom('found')
        .select(({ fn }) => ['userId', sql<number>`cast(${fn.countAll()} as integer)`.as('lastId')])
        .groupBy('userId')
        .orderBy('userId'),
    )
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet(({ ref, eb }) => ({
          lastId: eb(ref('eventHeads.lastId'), '+', ref('excluded.lastId')),
        })),
    )
    .returningAll();

/** And another one gives it the numbers that were counted. */
export const insertFound = (of: QueryCreator<Found & { grown: EventHeadRow }>) =>
  of
    .insertInto('events')
    .columns(['userId', 'id', 'body', 'createdAt'])
    .expression((from) =>
      from
        .selectFrom('found')
        .innerJoin('grown', 'grown.userId', 'found.userId')
        .select(({ eb, fn }) => [
          'found.userId',
          eb(
            eb('grown.lastId', '+', 1),
            '-',
            fn
              .agg<number>('row_number')
              .over((over) => over.partitionBy('found.userId').orderBy('found.at', 'desc')),
          ).as('id'),
          'found.body',
          'found.createdAt',
        ]),
    );

const heads = prepared((db, userId: string) =>
  db.selectFrom('eventHeads').select('lastId').where('userId', '=', userId),
);

export const findHead = async (db: Db, userId: string): Promise<number> =>
  (await heads.first(db, userId))?.lastId ?? 0;

export const listEventsAfter = prepared((db, userId: string, after: number, limit: number) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit),
).all;

export async function deleteBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('events').where('createdAt', '<', before).execute();
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getGermanDay } from '#schemas/platform/dates.ts';
import { dayMs } from '#schemas/platform/time.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { createDemoDays } from './demoDays.ts';
import { listDemoForms, loadDemoAccounts, loadDemoWorld } from './demoWorld.ts';
import { loadDemoPeople } from './people.ts';
import { loadDemoVisits } from './visits.ts';

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
/** Midnight in Germany is 23:00 in UTC in winter and 22:00 in summer. */
const instants = [
  ...hours.map((hour) => `2026-11-18T${hour}:30:00Z`),
  ...['22:55', '22:56', '22:57', '22:59', '23:00', '23:01', '23:05'].map(
    (time) => `2026-11-23T${time}:00Z`,
  ),
  ...['23:55', '23:56', '23:59'].map((time) => `2026-11-23T${time}:00Z`),
  ...['00:00', '00:01', '00:04', '00:05'].map((time) => `2026-11-24T${time}:00Z`),
  // the clocks go forward, then back
  ...['2026-03-28T22:58Z', '2026-03-28T23:30Z', '2026-03-29T00:59:59Z', '2026-03-29T01:00Z'],
  ...['2026-03-29T01:30Z', '2026-03-29T21:58Z'],
  ...['2026-10-24T21:58Z', '2026-10-24T22:30Z', '2026-10-25T00:30Z', '2026-10-25T00:59:59Z'],
  ...['2026-10-25T01:30Z', '2026-10-25T22:58Z'],
  // ends of months and of a year
  ...['2026-04-30T21:58Z', '2026-04-30T22:02Z', '2026-08-31T22:30Z'],
  ...['2026-12-31T22:58Z', '2026-12-31T23:02Z', '2027-01-01T00:01Z'],
  // 29 February
  ...['2028-02-28T23:01Z', '2028-02-29T12:00Z', '2028-02-29T22:58Z', '2028-02-29T23:01Z'],
];

/** Times of something done, unlike those of a reminder or of the end of a rate limit. */
const isPast = (column: string): boolean =>
  /At$/.test(column) && !['remindAt', 'endsAt'].includes(column);

/** The words of a message depend on the name of the month in its text. */
const isIndex = (table: string): boolean => /Words|^search/.test(table);

const germanTime = new Intl.DateTimeFormat('de', { timeZone: 'Europe/Berlin', timeStyle: 'short' });

type Tables = Awaited<ReturnType<Db['introspection']['getTables']>>;

const listTables = async (db: Db): Promise<Tables> =>
  (await db.introspection.getTables()).filter(({ name }) => !isIndex(name));

/** Counts rows per table, and lists columns with times of something done after `now`. */
async function inspectTables(db: Db, tables: Tables, now: Date) {
  const counts: Record<string, number> = {};
  const inFuture: string[] = [];
  for (const { name, columns } of tables) {
    const select = sql<Record<string, string | null>>`select * from ${sql.table(name)}`;
    const { rows } = await select.execute(db);
    counts[name] = rows.length;
    for (const column of columns.map((each) => each.name).filter(isPast))
      if (rows.some((row) => (row[column] ?? '') > now.toISOString()))
        inFuture.push(`${name}.${column}`);
  }
  return { counts, inFuture };
}

/** Lists the days that a text contains, as a number of days from today. */
const findDays = (text: string, fromToday: (day: string) => number): number[] =>
  [...text.matchAll(/\d{4}-\d{2}-\d{2}/g)].map(([day]) => fromToday(day));

/** Describes the dates of the demo as days from today in Germany. */
async function describeDates(db: Db, now: Date) {
  const today = Date.parse(getGermanDay(now));
  const fromToday = (day: string) => (Date.parse(day) - today) / dayMs;
  const getOffset = (instant: string | null) =>
    instant &&
    `${fromToday(getGermanDay(new Date(instant)))}d ${germanTime.format(new Date(instant))}`;
  const tasks = await db.selectFrom('tasks').selectAll().orderBy('createdAt', 'desc').execute();
  const steps = await db.selectFrom('formSteps').selectAll().execute();
  const messages = await db.selectFrom('messages').select(['createdAt', 'sentAt']).execute();
  const submissions = await db
    .selectFrom('submissions')
    .selectAll()
    .orderBy('submittedAt')
    .execute();
  const histories = await db.selectFrom('caseHistories').select('stateGroups').execute();
  return {
    tasks: tasks.map(({ createdAt, validUntil, answeredAt, closedAt }) =>
      [createdAt, validUntil, answeredAt].map(getOffset).concat(closedAt && 'closed'),
    ),
    steps: steps.map(({ day, step, count }) => `${fromToday(day)}d ${step} ${count}`).sort(),
    messages: messages.map(({ createdAt, sentAt }) => getOffset(sentAt ?? createdAt)).sort(),
    submissions: submissions.map(({ submittedAt }) => getOffset(submittedAt)),
    answers: submissions.flatMap(({ answers }) => findDays(JSON.stringify(answers), fromToday)),
    history: histories.flatMap(({ stateGroups }) =>
      findDays(JSON.stringify(stateGroups), fromToday),
    ),
  };
}

let server: TestServer;
let tables: Tables;
let visited: Awaited<ReturnType<typeof loadDemoAccounts>>;
beforeAll(async () => {
  server = await startTestServer();
  server.clock.jump(Date.parse('2025-12-01T09:00:00Z') - server.clock.now().getTime());
  visited = await loadDemoAccounts(server.deps); // once, because compiling forms takes longest
  tables = await listTables(server.deps.db);
});
afterAll(() => server.close());

/** Loads the parts with dates into a copy of the database. */
async function loadDates(now: Date) {
  const dataDir = join(server.blobFolder, '..', `at-${now.getTime()}`);
  await mkdir(dataDir);
  await sql`vacuum into ${sql.lit(join(dataDir, 'formakte.sqlite'))}`.execute(server.deps.db);
  const db = openDatabase({ databaseUrl: undefined, dataDir });
  await sql`pragma synchronous = off`.execute(db); // the copy need not survive a crash
  const deps: Deps = { ...server.deps, db, clock: { ...server.clock, now: () => now } };
  if (!visited) throw new Error('The demo has no form with visits');
  const days = createDemoDays(deps);
  await loadDemoVisits(deps, days, visited);
  await loadDemoPeople(deps, days);
  const found = {
    ...(await inspectTables(db, tables, now)),
    ...(await describeDates(db, now)),
  };
  await db.destroy();
  return found;
}

let noon: ReturnType<typeof loadDates> | undefined;
const loadNoon = () => (noon ??= loadDates(new Date('2026-11-20T11:00:00Z')));

it('The dates of the demo are at fixed times of days counted from today', async () => {
  const atNoon = await loadNoon();
  expect(atNoon.inFuture).toEqual([]);
  expect(atNoon.tasks).toEqual([
    ['-1d 10:00', '4d 18:00', null, null],
    ['-3d 10:00', '11d 18:00', null, null],
    ['-24d 10:00', '-10d 18:00', '-22d 10:00', null],
    ['-28d 10:00', '-18d 18:00', null, 'closed'],
  ]);
  const visits = [-75, -61, -54, -47, -38, -33, -25, -18, -17, -12, -9, -3, -2];
  const sent = [...visits.slice(0, 7).map((days) => `${days}d 19:34`), '-22d 10:00'];
  expect(atNoon.submissions).toEqual([...sent, ...visits.slice(7).map((days) => `${days}d 19:34`)]);
  expect(atNoon.steps.filter((step) => step.includes('sent'))).toEqual(
    visits.map((days) => `${days}d sent 1`).sort(),
  );
  expect(atNoon.answers.slice(-3)).toEqual([-12, -6, -5]); // notices, three days before the visits
  expect(atNoon.history).toEqual([-31, -30, -10, -1]);
  expect(atNoon.messages).toEqual(
    [
      ...['-64d 16:28', '-63d 14:51', '-40d 09:40', '-30d 09:30', '-12d 12:24', '-10d 09:10'],
      ...['-9d 15:33', '-9d 15:33', '-6d 10:42', '-3d 13:51', '-2d 12:14', '-1d 10:37'],
      '-1d 10:37',
    ].sort(),
  );
});

it('No instant is in the list of these tests twice', () =>
  expect(new Set(instants.map((instant) => Date.parse(instant))).size).toBe(instants.length));

it.each(instants)('The demo has the same days, counted from today, at %s', async (instant) =>
  expect(await loadDates(new Date(instant))).toEqual(await loadNoon()),
);

it.each(['2026-11-23T22:57Z', '2026-03-29T00:59:59Z', '2026-10-25T00:30Z', '2028-02-29T22:58Z'])(
  'The whole demo loads at %s and has nothing of the future',
  async (instant) => {
    const fresh = await startTestServer();
    fresh.clock.forward(Date.parse(instant) - fresh.clock.now().getTime());
    await loadDemoWorld(fresh.deps);
    expect((await listDemoForms(fresh.deps)).length).toBeGreaterThan(6);
    expect(await inspectTables(fresh.deps.db, tables, new Date(instant))).toMatchObject({
      inFuture: [],
    });
    await fresh.close();
  },
);

it('A load that crosses midnight counts all days from the day on which it began', async () => {
  const fresh = await startTestServer();
  const began = new Date('2026-11-20T22:59:59Z');
  const midnight = new Date('2026-11-20T23:00:00Z');
  const instants = [began];
  const clock = { ...fresh.clock, now: () => instants.shift() ?? midnight };
  await loadDemoWorld({ ...fresh.deps, clock });
  expect(await loadNoon()).toMatchObject(await describeDates(fresh.deps.db, began));
  await fresh.close();
});

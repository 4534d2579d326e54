import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import type { PortalEvent } from '#schemas/events/events.ts';
import type { Db } from '#server/db/schema.ts';
import { readDatabaseClock } from '#server/testing/clocks/databaseClock.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/serverProcess.ts';
import { decodeMailText, startSmtpRelay, type SmtpRelay } from '#server/testing/peers/smtpRelay.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnPostgres, type TestDatabase } from '#server/testing/testDatabase.ts';
import { addUser, signIn, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { assigner, createTasks } from '#server/testing/testTasks.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

// two servers cannot share a database of SQLite
if (!process.env['TEST_DATABASE_URL'])
  throw new Error('TEST_DATABASE_URL is not set: this check needs a PostgreSQL server');

const seconds = (count: number) => count * 1_000;
const hour = 3_600_000;

type Assigned = { workflowId: string; userId: string; email: string };
type Wanted = { reminderHours: number | null; isAnswered: boolean };

const deadlineNews = /Eine Aufgabe, deren Frist bald endet|wartet noch eine Aufgabe/;
const taskNews = /Eine neue Aufgabe\s|bittet Sie um Angaben/;

/** Names that the processes give to the database. */
const names = ['server-one', 'server-two'];

type World = {
  server: TestServer;
  practice: Awaited<ReturnType<typeof startPractice>>;
  tasks: Awaited<ReturnType<typeof assigner>>;
};

/** Assigns tasks, each to a client of its own, because a mail names no task. */
async function assignTasks(
  { server, practice, tasks }: World,
  count: number,
  validUntil: number,
  { reminderHours = null, isAnswered = false }: Partial<Wanted> = {},
): Promise<Assigned[]> {
  const made: Assigned[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id: userId, email } = await addUser(server, [practice.accountId]);
    const { caseId } = await practice.provider.openCase({
      header: 'Wasserschaden',
      userIds: [userId],
    });
    const { workflowId } = await tasks.assign(caseId, {
      validUntil: new Date(validUntil).toISOString(),
      reminderHours,
    });
    if (isAnswered) {
      const client = createTasks(server, practice.accountId, await signIn(server, userId));
      expect(await client.answer(workflowId)).toMatchObject({ statusCode: 200 });
    }
    made.push({ workflowId, userId, email: email ?? '' });
  }
  return made;
}

/** Lists the processes that have looked for due tasks since an instant. */
async function listWatchers(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where query like 'select * from "tasks" where "remindAt" <=%'
      and query_start > ${since.toISOString()}::timestamptz
      and datname = current_database() and application_name = any(${names})
    order by name
  `.execute(db);
  return rows.map(({ name }) => name);
}

const listExpired = (db: Db) =>
  db
    .selectFrom('tasks')
    .select(['workflowKey', 'closedAt', 'validUntil'])
    .where('closedBy', '=', 'deadline')
    .orderBy('workflowKey')
    .execute();

/** Lists the tasks whose change was published to their clients. */
async function listPublished(db: Db, tasks: readonly Assigned[]): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('body')
    .where(
      'userId',
      'in',
      tasks.map(({ userId }) => userId),
    )
    .execute();
  const due = new Set(tasks.map(({ workflowId }) => workflowId));
  return rows
    .map(({ body }) => JSON.parse(body) as PortalEvent)
    .flatMap(({ type, workflowId = '' }) =>
      type === 'taskChanged' && due.has(workflowId) ? [workflowId] : [],
    )
    .sort();
}

/** Counts the news of a kind that were mailed to a client. */
const countNews = ({ received }: SmtpRelay, { email }: Assigned, kind: RegExp): number =>
  received.filter(({ to, raw }) => to.includes(email) && kind.test(decodeMailText(raw))).length;

function expectUniqueIds({ received }: SmtpRelay): void {
  const ids = received.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1]);
  expect(new Set(ids).size).toBe(ids.length);
}

describeOnPostgres('two server processes on one database', (open) => {
  let running: ServerProcess[] = [];
  let database: TestDatabase | undefined;
  let relay: SmtpRelay | undefined;
  afterEach(async () => {
    await Promise.all(running.map(({ kill }) => kill()));
    running = [];
    await relay?.close();
    await database?.remove();
  });

  it(
    'Two processes expire each task once, and mail each new task and deadline once',
    { timeout: scaleTimeout(90_000) },
    async () => {
      const opened = (database = await open());
      const mails = (relay = await startSmtpRelay());
      const server = await startTestServer({
        open: async () => ({ ...opened, remove: async () => undefined }),
      });
      server.clock.forward(Date.now() - server.clock.now().getTime());
      const practice = await startPractice(server);
      const world: World = { server, practice, tasks: await assigner(server, practice) };
      const now = Date.now();
      const near = now + seconds(20);
      const expiredBefore = await assignTasks(world, 40, now + seconds(1));
      const expiring = await assignTasks(world, 40, near);
      const reminded = await assignTasks(world, 5, hour + near, { reminderHours: 1 });
      const answered = [
        ...(await assignTasks(world, 3, near, { isAnswered: true })),
        ...(await assignTasks(world, 1, hour + near, { reminderHours: 1, isAnswered: true })),
      ];

      const env = {
        DATABASE_URL: opened.databaseUrl ?? '',
        DATA_DIR: opened.folder,
        SMTP_URL: mails.smtpUrl,
        NOTIFICATION_MINUTES: '0',
      };
      running = await Promise.all(
        names.map((name) => startServerProcess({ ...env, PGAPPNAME: name })),
      );
      const due = [...expiredBefore, ...expiring].map(({ workflowId }) => workflowId).sort();
      const listExpiredKeys = async () =>
        (await listExpired(opened.db)).map(({ workflowKey }) => workflowKey).sort();
      await expect
        .poll(listExpiredKeys, { timeout: scaleTimeout(seconds(50)), interval: 200 })
        .toEqual(due);
      const countDeadlines = (task: Assigned) => countNews(mails, task, deadlineNews);
      const countAnnounced = (task: Assigned) => countNews(mails, task, taskNews);
      await expect
        .poll(() => reminded.map(countDeadlines), {
          timeout: scaleTimeout(seconds(30)),
          interval: 200,
        })
        .toEqual(reminded.map(() => 1));
      const first = await listExpired(opened.db);
      // reminders follow the expiry in a run, so a second later the whole run is a new one
      const later = new Date((await readDatabaseClock(opened.db)) + seconds(1));
      const watched = new Set<string>(); // the next query of a connection replaces its last one
      await expect
        .poll(async () => {
          for (const name of await listWatchers(opened.db, later)) watched.add(name);
          return [...watched].sort();
        })
        .toEqual(names);

      expect(await listExpired(opened.db)).toEqual(first);
      expect(
        first.filter(({ closedAt, validUntil }) => String(closedAt) <= String(validUntil)),
      ).toEqual([]);
      expect(await listPublished(opened.db, [...expiredBefore, ...expiring])).toEqual(due);
      expect(reminded.map(countDeadlines)).toEqual(reminded.map(() => 1));
      expect(reminded.map(countAnnounced)).toEqual(reminded.map(() => 1));
      // a task that expires before its mail is not announced
      expect(expiring.map(countAnnounced).filter((count) => count > 1)).toEqual([]);
      const withoutMail = [...expiredBefore, ...answered];
      expect(withoutMail.filter((task) => countAnnounced(task) + countDeadlines(task) > 0)).toEqual(
        [],
      );
      expectUniqueIds(mails);
      await server.close();
    },
  );
});

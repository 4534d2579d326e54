import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import type { PortalEvent } from '#schemas/platform/events.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/serverProcess.ts';
import { startSmtpRelay, type SmtpRelay } from '#server/testing/smtpRelay.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnPostgres, type TestDatabase } from '#server/testing/testDatabase.ts';
import { startTestServer } from '#server/testing/testServer.ts';
import { assigner, createTasks } from '#server/testing/testTasks.ts';

const seconds = (count: number) => count * 1_000;
const hour = 3_600_000;
/** Names that the processes give to the database. */
const names = ['server-one', 'server-two'];

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
    'Two processes expire each task once, and mail each client once per new task and deadline',
    { timeout: 90_000 },
    async () => {
      const opened = (database = await open());
      const mails = (relay = await startSmtpRelay());
      const server = await startTestServer({
        open: async () => ({ ...opened, remove: async () => undefined }),
      });
      server.clock.forward(Date.now() - server.clock.now().getTime());
      const practice = await startPractice(server);
      const tasks = await assigner(server, practice);
      const { caseId } = await practice.provider.openCase({
        header: 'Wasserschaden',
        userIds: [practice.userId],
      });
      const assign = async (
        count: number,
        validUntil: number,
        reminderHours: number | null = null,
      ) => {
        const made = [];
        for (let index = 0; index < count; index += 1)
          made.push(
            (
              await tasks.assign(caseId, {
                validUntil: new Date(validUntil).toISOString(),
                reminderHours,
              })
            ).workflowId,
          );
        return made;
      };
      const now = Date.now();
      const [expiredBefore, answered] = [
        await assign(40, now + seconds(1)),
        await assign(3, now + seconds(1)),
      ];
      const mine = createTasks(server, practice.accountId, practice.headers);
      for (const workflowId of answered)
        expect((await mine.answer(workflowId)).statusCode).toBe(200);
      const expiring = await assign(40, now + seconds(15));
      const reminded = await assign(5, now + hour + seconds(15), 1);
      const answeredInTime = await assign(1, now + hour + seconds(15), 1);
      expect((await mine.answer(answeredInTime[0] ?? '')).statusCode).toBe(200);

      const env = {
        DATABASE_URL: opened.databaseUrl ?? '',
        DATA_DIR: opened.folder,
        SMTP_URL: mails.smtpUrl,
      };
      running = await Promise.all(
        names.map((name) => startServerProcess({ ...env, PGAPPNAME: name })),
      );
      /** Names the processes that have looked for due tasks since an instant. */
      const watchersSince = (instant: Date) => async () => {
        const { rows } = await sql<{ name: string }>`
          select distinct application_name as name from pg_stat_activity
          where query like 'select * from "tasks" where "remindAt" <=%'
            and query_start > ${instant.toISOString()}::timestamptz
            and datname = current_database() and application_name = any(${names})
          order by name
        `.execute(opened.db);
        return rows.map(({ name }) => name);
      };
      const closed = () =>
        opened.db
          .selectFrom('tasks')
          .select(['workflowKey', 'closedAt', 'validUntil'])
          .where('closedBy', '=', 'deadline')
          .orderBy('workflowKey')
          .execute();
      const due = [...expiredBefore, ...expiring].sort();
      await expect
        .poll(async () => (await closed()).map(({ workflowKey }) => workflowKey).sort(), {
          timeout: seconds(50),
          interval: 200,
        })
        .toEqual(due);
      await expect
        .poll(() => mails.received.length, { timeout: seconds(30), interval: 200 })
        .toBeGreaterThanOrEqual(2 * reminded.length);
      const first = await closed();
      // reminders follow the expiry in a run, so a second later the whole run is a new one
      await expect.poll(watchersSince(new Date(Date.now() + seconds(1)))).toEqual(names);

      expect(await closed()).toEqual(first);
      expect(
        first.filter(({ closedAt, validUntil }) => String(closedAt) <= String(validUntil)),
      ).toEqual([]);
      const events = await opened.db
        .selectFrom('events')
        .select('body')
        .where('userId', '=', practice.userId)
        .execute();
      const told = events
        .map(({ body }) => JSON.parse(body) as PortalEvent)
        .filter(({ type, workflowId }) => type === 'taskChanged' && due.includes(workflowId ?? ''));
      expect(told.map(({ workflowId }) => workflowId).sort()).toEqual(due);

      const texts = mails.received.map(({ raw }) => raw.replace(/=\r\n/g, ''));
      const ofTask = (workflowId: string) =>
        texts
          .filter((raw) => raw.includes(workflowId))
          .map((raw) => /^Subject: (.*)$/m.exec(raw)?.[1]?.includes('Erinnerung') ?? false);
      expect(reminded.map(ofTask).map((kinds) => kinds.sort())).toEqual(
        reminded.map(() => [false, true]),
      );
      expect([...answered, ...answeredInTime].flatMap(ofTask)).toEqual([]);
      expect(new Set(texts.map((raw) => /^Message-ID: (.+)$/m.exec(raw)?.[1])).size).toBe(
        texts.length,
      );
      await server.close();
    },
  );
});

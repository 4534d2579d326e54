import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { openSilentLine } from '#server/testing/peers/silentLine.ts';
import { describeOnEachDatabase, describeOnPostgres } from '#server/testing/testDatabase.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { addUser, startTestServer } from '#server/testing/testServer.ts';
import { listEventsAfter } from '#server/events/service.ts';
import { markRead } from './markRead.ts';

describeOnEachDatabase('Concurrent read marks of several clients', (open) => {
  it('Each read mark publishes one event, and a failing one is rejected alone', async () => {
    const server = await startTestServer({ open });
    const {
      deps,
      deps: { db },
    } = server;
    const { provider, accountId } = await startPractice(server);
    const userIds = await Promise.all(
      [1, 2, 3, 4].map(async () => (await addUser(server, [accountId])).id),
    );
    const { caseId } = await provider.openCase({ header: 'A', userIds });
    const messageIds: string[] = [];
    for (let count = 0; count < 10; count += 1)
      messageIds.push((await provider.write(caseId)).messageId);
    const getScope = (userId: string) => ({ userId, accountIds: [accountId] });
    const before = new Map(
      await Promise.all(
        userIds.map(
          async (userId) =>
            [userId, (await listEventsAfter(deps, getScope(userId), undefined)).lastId] as const,
        ),
      ),
    );
    const woken = new Map<string, number>();
    for (const userId of userIds)
      deps.eventBus.listen(userId, () => woken.set(userId, (woken.get(userId) ?? 0) + 1));
    const marks = messageIds.flatMap((messageId) =>
      userIds.map((userId) => ({ messageId, userId })),
    );
    const refused = marks[9];
    const refusedEvent = {
      toJSON() {
        throw new Error('refused');
      },
    };
    const outcomes = await Promise.allSettled(
      marks.map((mark) =>
        markRead(deps, {
          ...mark,
          readAt: 'now',
          event: {
            type: 'messageRead',
            accountId,
            akteIdHash: caseId,
            folderId: null,
            messageId: mark.messageId,
            ...(mark === refused ? refusedEvent : {}),
          },
        }),
      ),
    );

    expect(marks.filter((_, at) => outcomes[at]?.status === 'rejected')).toEqual([refused]);
    const unread = await db
      .selectFrom('receipts')
      .select(['messageId', 'userId'])
      .where('readAt', 'is', null)
      .execute();
    expect(unread).toEqual([refused]);
    for (const userId of userIds) {
      const read = marks.filter((mark) => mark.userId === userId && mark !== refused);
      const first = before.get(userId) ?? 0;
      const { events } = await listEventsAfter(deps, getScope(userId), first);
      expect(events.map(({ id }) => id)).toEqual(read.map((_, at) => first + 1 + at));
      expect(events.map(({ messageId }) => messageId).sort()).toEqual(
        read.map(({ messageId }) => messageId).sort(),
      );
      expect(woken.get(userId)).toBe(read.length);
    }
    await server.close();
  });

  it('Two browsers of one client that read the same message publish one event', async () => {
    const server = await startTestServer({ open });
    const { deps } = server;
    const { provider, client, accountId, userId } = await startPractice(server);
    const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
    const { messageId } = await provider.write(caseId);
    const scope = { userId, accountIds: [accountId] };
    const { lastId } = await listEventsAfter(deps, scope, undefined);
    const answers = await Promise.all([1, 2, 3].map(() => client.read(caseId, messageId)));
    expect(answers.map(({ message, akte }) => [message.read, akte.totalUnreadMessage])).toEqual([
      [true, 0],
      [true, 0],
      [true, 0],
    ]);
    expect((await listEventsAfter(deps, scope, lastId)).events).toMatchObject([
      { type: 'messageRead', messageId },
    ]);
    await server.close();
  });
});

describeOnPostgres('A read mark', (open) => {
  it('A connection that breaks at the commit loses no event of a read mark', async () => {
    const server = await startTestServer({ open });
    const {
      deps,
      deps: { db },
    } = server;
    const { provider, accountId, userId } = await startPractice(server);
    const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
    const { messageId } = await provider.write(caseId);
    const scope = { userId, accountIds: [accountId] };
    const { lastId } = await listEventsAfter(deps, scope, undefined);
    const { database } =
      (await sql<{ database: string }>`select current_database() as database`.execute(db))
        .rows[0] ?? {};
    const line = await openSilentLine(
      Object.assign(new URL(process.env['TEST_DATABASE_URL'] ?? ''), { pathname: `/${database}` })
        .href,
    );
    const behind = openDatabase({ databaseUrl: line.url.href, dataDir: '' });
    await sql`select 1`.execute(behind);
    line.breakAtNextCommit();
    await markRead(
      { ...deps, db: behind },
      {
        userId,
        messageId,
        readAt: 'now',
        event: { type: 'messageRead', accountId, akteIdHash: caseId, folderId: null, messageId },
      },
    );
    expect((await listEventsAfter(deps, scope, lastId)).events).toMatchObject([
      { type: 'messageRead', messageId },
    ]);
    await behind.destroy();
    line.close();
    await server.close();
  });

  it('A read mark that waits for a locked case blocks no other case', async () => {
    const server = await startTestServer({ open });
    const { db } = server.deps;
    const { provider, client, userId } = await startPractice(server);
    const openCase = async (header: string) => {
      const { caseId } = await provider.openCase({ header, userIds: [userId] });
      return {
        caseId,
        messageIds: await Promise.all(
          [1, 2, 3].map(async () => (await provider.write(caseId)).messageId),
        ),
      };
    };
    const [held, free] = (await Promise.all(['held', 'free'].map(openCase))) as [
      Awaited<ReturnType<typeof openCase>>,
      Awaited<ReturnType<typeof openCase>>,
    ];
    let waiting: Promise<unknown>[] = [];
    await db.transaction().execute(async (holding) => {
      await holding
        .selectFrom('receipts')
        .selectAll()
        .where('caseId', '=', held.caseId)
        .forUpdate()
        .execute();
      const read = ({ caseId, messageIds }: typeof held) =>
        messageIds.map(async (id) => (await client.read(caseId, id)).message.read);
      const locks = async () =>
        (
          await sql`
            select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
          `.execute(db)
        ).rows;
      waiting = read(held);
      await expect.poll(locks).not.toEqual([]);
      const done: boolean[] = [];
      for (const each of read(free)) void each.then((isRead) => done.push(isRead));
      await expect.poll(() => done).toEqual([true, true, true]);
      expect(await locks()).toHaveLength(1); // one connection for all who wait
    });
    expect(await Promise.all(waiting)).toEqual([true, true, true]);
    await server.close();
  });
});

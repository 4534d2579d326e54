import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { openSilentLine } from '#server/testing/silentLine.ts';
import { describeOnEachDatabase, describeOnPostgres } from '#server/testing/testDatabase.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { addUser, startTestServer } from '#server/testing/testServer.ts';
import { eventsAfter } from '#server/modules/events/service.ts';
import { markAndTell } from './markAndTell.ts';

describeOnEachDatabase('marks of several clients at once', (open) => {
  it('are each answered, told of once and numbered without a gap; one that fails is refused alone, and one whose answer fails is kept', async () => {
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
    const scopeOf = (userId: string) => ({ userId, accountIds: [accountId] });
    const before = new Map(
      await Promise.all(
        userIds.map(
          async (userId) =>
            [userId, (await eventsAfter(deps, scopeOf(userId), undefined)).lastId] as const,
        ),
      ),
    );
    const woken = new Map<string, number>();
    for (const userId of userIds)
      deps.eventBus.listen(userId, () => woken.set(userId, (woken.get(userId) ?? 0) + 1));
    const marks = messageIds.flatMap((messageId) =>
      userIds.map((userId) => ({ messageId, userId })),
    );
    const [refused, unanswered] = [marks[9], marks[36]]; // not of one group, so that each is what fails there
    const outcomes = await Promise.allSettled(
      marks.map((mark) =>
        markAndTell(deps, {
          ...mark,
          readAt: 'now',
          event: {
            type: 'messageRead',
            accountId,
            akteIdHash: caseId,
            folderId: null,
            messageId: mark.messageId,
            ...(mark === refused
              ? {
                  toJSON() {
                    throw new Error('refused');
                  },
                }
              : {}),
          },
          asked:
            mark === unanswered
              ? db
                  .withTables<{ nowhere: { id: string } }>()
                  .selectFrom('nowhere')
                  .select('id')
                  .compile()
              : db
                  .selectFrom('receipts')
                  .select(['userId', 'messageId', 'readAt'])
                  .where('userId', '=', mark.userId)
                  .where('messageId', '=', mark.messageId)
                  .compile(),
        }),
      ),
    );

    expect(marks.filter((_, at) => outcomes[at]?.status === 'rejected')).toEqual([
      refused,
      unanswered,
    ]);
    outcomes.forEach((outcome, at) => {
      if (outcome.status === 'fulfilled')
        expect(outcome.value).toEqual([{ ...marks[at], readAt: 'now' }]);
    });
    const unread = await db
      .selectFrom('receipts')
      .select(['messageId', 'userId'])
      .where('readAt', 'is', null)
      .execute();
    expect(unread).toEqual([refused]);
    for (const userId of userIds) {
      const told = marks.filter((mark) => mark.userId === userId && mark !== refused);
      const first = before.get(userId) ?? 0;
      const { events } = await eventsAfter(deps, scopeOf(userId), first);
      expect(events.map(({ id }) => id)).toEqual(told.map((_, at) => first + 1 + at));
      expect(events.map(({ messageId }) => messageId).sort()).toEqual(
        told.map(({ messageId }) => messageId).sort(),
      );
      expect(woken.get(userId)).toBe(told.length);
    }
    await server.close();
  });

  it('are told of once where two browsers of one client read the same', async () => {
    const server = await startTestServer({ open });
    const { deps } = server;
    const { provider, client, accountId, userId } = await startPractice(server);
    const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
    const { messageId } = await provider.write(caseId);
    const scope = { userId, accountIds: [accountId] };
    const { lastId } = await eventsAfter(deps, scope, undefined);
    const answers = await Promise.all([1, 2, 3].map(() => client.read(caseId, messageId)));
    expect(answers.map(({ message, akte }) => [message.read, akte.totalUnreadMessage])).toEqual([
      [true, 0],
      [true, 0],
      [true, 0],
    ]);
    expect((await eventsAfter(deps, scope, lastId)).events).toMatchObject([
      { type: 'messageRead', messageId },
    ]);
    await server.close();
  });
});

describeOnPostgres('a mark', (open) => {
  it('is told of once where the connection breaks after it was kept and before that is answered', async () => {
    const server = await startTestServer({ open });
    const {
      deps,
      deps: { db },
    } = server;
    const { provider, accountId, userId } = await startPractice(server);
    const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
    const { messageId } = await provider.write(caseId);
    const scope = { userId, accountIds: [accountId] };
    const { lastId } = await eventsAfter(deps, scope, undefined);
    const { database } =
      (await sql<{ database: string }>`select current_database() as database`.execute(db))
        .rows[0] ?? {};
    const line = await openSilentLine(
      Object.assign(new URL(process.env['TEST_DATABASE_URL'] ?? ''), { pathname: `/${database}` })
        .href,
    );
    const behind = openDatabase({ databaseUrl: line.url.href, dataDir: '' });
    await sql`select 1`.execute(behind);
    line.breakAtNextAnswer();
    await markAndTell(
      { ...deps, db: behind },
      {
        userId,
        messageId,
        readAt: 'now',
        event: { type: 'messageRead', accountId, akteIdHash: caseId, folderId: null, messageId },
        asked: sql`select 1`.compile(behind),
      },
    );
    expect((await eventsAfter(deps, scope, lastId)).events).toMatchObject([
      { type: 'messageRead', messageId },
    ]);
    await behind.destroy();
    line.close();
    await server.close();
  });

  it('that waits for somebody who holds its case keeps none of another case waiting', async () => {
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
          await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            db,
          )
        ).rows;
      waiting = read(held);
      await vi.waitFor(async () => expect(await locks()).not.toEqual([]), 5_000);
      expect(
        await Promise.race([
          Promise.all(read(free)),
          new Promise((resolve) => setTimeout(resolve, 5_000)),
        ]),
      ).toEqual([true, true, true]);
      expect(await locks()).toHaveLength(1); // one connection for all who wait
    });
    expect(await Promise.all(waiting)).toEqual([true, true, true]);
    await server.close();
  });
});

import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { streamEvents as describedStream, type PortalEvent } from '#schemas/events/events.ts';
import { streamLimits } from '#server/events/limits.ts';
import { createPostgresEventBus } from '#server/ports/postgresEventBus.ts';
import { openSilentLine } from '#server/testing/peers/silentLine.ts';
import {
  describeOnEachDatabase,
  describeOnPostgres,
  type TestDatabase,
} from '#server/testing/testDatabase.ts';
import { createProvider, startPractice } from '#server/testing/testCases.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';
import { createBell, streamEvents } from './stream.ts';
import { inTransactionWithEvents, listEventsAfter, deleteOldEvents } from './service.ts';

type Line = { event: string; id: number; data: PortalEvent | null };

/** A browser that reads the stream over a real connection. */
async function listen(server: TestServer, headers: Record<string, string>, lastEventId?: number) {
  const { port } = server.app.server.address() as AddressInfo;
  const call = request({
    port,
    host: '127.0.0.1',
    path: '/api/v2.0/events',
    headers: { ...headers, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
  });
  call.end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  const lines: Line[] = [];
  let isEnded = false;
  let rest = '';
  answer
    .setEncoding('utf8')
    .on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const found = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(part);
        if (found)
          lines.push({
            id: Number(found[1]),
            event: found[2] ?? '',
            data: JSON.parse(found[3] ?? '') as PortalEvent | null,
          });
      }
    })
    .on('end', () => {
      isEnded = true;
    })
    .on('error', () => {
      isEnded = true;
    });
  await expect.poll(() => lines).not.toEqual([]);
  return {
    answer,
    lines,
    changes: () => lines.filter(({ event }) => event === 'change'),
    isEnded: () => isEnded,
    hangUp: () => call.destroy(),
  };
}

describeOnEachDatabase('event stream of a client', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  const scope = () => ({ userId: practice.userId, accountIds: [practice.accountId] });
  beforeEach(async () => {
    server = await startTestServer({ open });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({ header: 'A', userIds: [practice.userId] }));
  });
  afterEach(() => server.close());

  it('An event names the change and its place, never its content', async () => {
    const { provider, client, headers, accountId } = practice;
    const stream = await listen(server, headers);
    expect(stream.answer.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    });
    const folderId = await provider.addFolder(caseId, 'Geheim');
    const { messageId } = await provider.write(caseId, {
      header: 'Geheim',
      text: 'Geheim',
      folderId,
    });
    await client.call('POST', `/${caseId}/messages/${messageId}/favorite`);
    await client.read(caseId, messageId);
    await provider.call('DELETE', `/cases/${caseId}/messages/${messageId}`);
    await provider.call('DELETE', `/cases/${caseId}/folders/${folderId}`);
    await provider.call('PUT', `/cases/${caseId}`, { header: 'Geheim' });
    await provider.call('DELETE', `/cases/${caseId}`);
    await expect.poll(() => stream.changes()).toHaveLength(8);
    const at = { accountId, akteIdHash: caseId };
    expect(stream.changes().map(({ data }) => data)).toMatchObject([
      { ...at, type: 'folderChanged', folderId, messageId: null },
      { ...at, type: 'messageCreated', folderId, messageId },
      { ...at, type: 'messageFavorite', folderId, messageId },
      { ...at, type: 'messageRead', folderId, messageId },
      { ...at, type: 'messageVanished', folderId, messageId },
      { ...at, type: 'folderVanished', folderId, messageId: null },
      { ...at, type: 'caseChanged', folderId: null, messageId: null },
      { ...at, type: 'caseVanished', folderId: null, messageId: null },
    ]);
    expect(JSON.stringify(stream.lines)).not.toContain('Geheim');
    stream.hangUp();
  });

  it('A stream continues after a broken connection without a gap or a duplicate', async () => {
    const { provider, client, headers } = practice;
    const first = await listen(server, headers);
    await provider.write(caseId);
    await expect.poll(() => first.changes()).toHaveLength(1);
    first.hangUp();
    await Promise.all(
      Array.from({ length: 20 }, (_, count) =>
        count % 2 ? client.send(caseId) : provider.write(caseId),
      ),
    );
    const lastId = first.lines.at(-1)?.id ?? 0;
    const second = await listen(server, headers, lastId);
    await expect.poll(() => second.changes()).toHaveLength(20);
    expect(second.changes().map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, index) => lastId + 1 + index),
    );
    expect(new Set(second.changes().map(({ data }) => data?.messageId)).size).toBe(20);
    const polled = json<{ events: PortalEvent[]; lastId: number }>(
      await server.app.inject({ url: `/api/v2.0/events/since?after=${lastId}`, headers }),
    );
    expect([polled.events.length, polled.lastId]).toEqual([20, lastId + 20]);
    second.hangUp();
  });

  it('A stream is reset when the missed events are no longer stored', async () => {
    const { provider, userId } = practice;
    for (let count = 0; count < 3; count += 1) await provider.write(caseId);
    const { lastId } = await listEventsAfter(server.deps, scope(), undefined);
    server.clock.forward(8 * 86_400_000);
    await deleteOldEvents(server.deps);
    expect(await listEventsAfter(server.deps, scope(), lastId - 1)).toEqual({
      events: [],
      lastId,
      isReset: true,
      hasOthers: false,
    });
    expect(await listEventsAfter(server.deps, scope(), lastId)).toEqual({
      events: [],
      lastId,
      isReset: false,
      hasOthers: false,
    });
    // of another installation
    expect(await listEventsAfter(server.deps, scope(), lastId + 7)).toMatchObject({
      isReset: true,
    });
    const stream = await listen(server, await signIn(server, userId), 0);
    await expect.poll(() => stream.lines.map(({ event }) => event)).toEqual(['open', 'reset']);
    stream.hangUp();
  });

  it('The description of the stream names each event that it sends', async () => {
    const { provider, userId } = practice;
    const { lastId } = await listEventsAfter(server.deps, scope(), undefined);
    await provider.write(caseId);
    const headers = await signIn(server, userId);
    const streams = [await listen(server, headers, lastId), await listen(server, headers, 10_000)];
    const listSent = () => [
      ...new Set(streams.flatMap(({ lines }) => lines.map(({ event }) => event))),
    ];
    await expect.poll(() => listSent().sort()).toEqual(['change', 'open', 'reset']);
    for (const event of listSent())
      expect(describedStream.summary).toMatch(new RegExp(`(?:event: |\`)${event}\``));
    for (const { hangUp } of streams) hangUp();
  });

  it('A client receives their own events only', async () => {
    const stranger = await addUser(server, [practice.accountId]);
    const stream = await listen(server, await signIn(server, stranger.id));
    await practice.provider.write(caseId);
    expect(
      json(
        await server.app.inject({
          url: '/api/v2.0/events/since?after=0',
          headers: await signIn(server, stranger.id),
        }),
      ),
    ).toEqual({ events: [], lastId: 0, isReset: false });
    const own = await practice.provider.openCase({ header: 'B', userIds: [stranger.id] });
    await expect.poll(stream.changes).not.toEqual([]); // later than an event of others would be
    const caseIds = stream.changes().map(({ data }) => data?.akteIdHash);
    expect(new Set(caseIds)).toEqual(new Set([own.caseId]));
    stream.hangUp();
  });

  it("A stream contains events of the session's accounts only", async () => {
    const other = await addAccount(server);
    const { id } = await addUser(server, [practice.accountId, other.accountId]);
    for (const { call } of [practice.provider, createProvider(server, other.apiKey)])
      await call('POST', '/cases', { header: 'A', userIds: [id] });
    const since = async (headers: Record<string, string>) =>
      json<{ events: PortalEvent[]; lastId: number }>(
        await server.app.inject({ url: '/api/v2.0/events/since?after=0', headers }),
      );
    const byPin = await since(await signIn(server, id, 'unregistered', practice.accountId));
    expect([byPin.events.map(({ accountId }) => accountId), byPin.lastId]).toEqual([
      [practice.accountId],
      2,
    ]);
    expect((await since(await signIn(server, id))).events).toHaveLength(2);
  });

  it('A stream ends soon after its session, and at once with the server', async () => {
    let isLive = true;
    const told: string[] = [];
    const ended = (async () => {
      for await (const line of streamEvents(server.deps, {
        ...scope(),
        after: undefined,
        bell: createBell(),
        isOpen: () => true,
        accountsNow: async () => (isLive ? [practice.accountId] : undefined),
        checkMs: 20,
      }))
        told.push(line);
    })();
    await expect.poll(() => told).toHaveLength(1);
    isLive = false;
    await ended;
    const stream = await listen(server, practice.headers);
    await server.app.close();
    await expect.poll(() => stream.isEnded()).toBe(true);
  });

  it('A user has a limited number of streams at once, without affecting other users', async () => {
    const { userId, headers } = practice;
    const open = await Promise.all(
      Array.from({ length: streamLimits.streamsPerUser }, async (_, index) =>
        listen(server, index % 2 ? headers : await signIn(server, userId)),
      ),
    );
    const oneMore = await server.app.inject({ url: '/api/v2.0/events', headers });
    expect([oneMore.statusCode, json(oneMore)['reason'], oneMore.headers['retry-after']]).toEqual([
      429,
      'tooManyRequests',
      '60',
    ]);
    open.push(
      await listen(server, await signIn(server, (await addUser(server, [practice.accountId])).id)),
    );
    open[0]?.hangUp();
    // a stream is closed a moment later
    await expect.poll(async () => open.push(await listen(server, headers))).toBeGreaterThan(0);
    for (const { hangUp } of open) hangUp();
  });

  it('An event is stored with its change or not at all', async () => {
    const { userId, accountId } = practice;
    const before = await listEventsAfter(server.deps, scope(), undefined);
    const event = {
      type: 'caseChanged',
      accountId,
      akteIdHash: caseId,
      folderId: null,
      messageId: null,
    } as const;
    await expect(
      inTransactionWithEvents(server.deps, async (_, queueEvent) => {
        queueEvent([userId], event);
        throw new Error('broken off');
      }),
    ).rejects.toThrow('broken off');
    expect((await listEventsAfter(server.deps, scope(), undefined)).lastId).toBe(before.lastId);
  });
});

describeOnPostgres('read mark', (open) => {
  it('A read mark waits for a concurrent withdrawal, and neither fails', async () => {
    const server = await startTestServer({ open });
    const { db } = server.deps;
    const { provider, client, userId } = await startPractice(server);
    const { caseId } = await provider.openCase({ header: 'A', userIds: [userId] });
    const { messageId } = await provider.write(caseId);
    const { marked } = await db.transaction().execute(async (withdrawing) => {
      await withdrawing.deleteFrom('receipts').where('messageId', '=', messageId).execute();
      const marked = client
        .call('POST', `/${caseId}/messages/${messageId}/read`)
        .then(({ statusCode }) => statusCode);
      await expect
        .poll(
          async () =>
            (
              await sql`
            select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
          `.execute(db)
            ).rows,
        )
        .toHaveLength(1);
      await withdrawing
        .updateTable('eventHeads')
        .set(({ eb }) => ({ lastId: eb('lastId', '+', 1) }))
        .where('userId', '=', userId)
        .execute();
      return { marked }; // continues after this
    });
    expect(await marked).toBe(200);
    await server.close();
  });
});

describeOnEachDatabase('wake-up', (open) => {
  it('A wake-up reaches the streams of every process on a shared database', async () => {
    let database: TestDatabase | undefined;
    const server = await startTestServer({ open: async () => (database = await open()) });
    const url = database?.databaseUrl;
    if (url === undefined) return server.close(); // an embedded database has one process
    const [here, there] = [createPostgresEventBus(url), createPostgresEventBus(url)];
    const heard: string[] = [];
    there.listen('anna', () => heard.push('anna'));
    there.listen('bert', () => heard.push('bert'));
    const wakeAnna = async () => {
      await here.wake(['anna']);
      return heard;
    };
    await expect.poll(wakeAnna).toContain('anna');
    heard.length = 0; // a new connection is woken in any case
    await here.wake(['anna']);
    await expect.poll(() => heard).toContain('anna');
    expect(heard).not.toContain('bert');
    heard.length = 0;
    // Connections may break at any time; unsent wake-ups are sent again.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and (query like 'listen%' or query like 'select pg_notify%')
    `.execute(server.deps.db);
    await here.wake(['bert']);
    await expect.poll(() => heard).toContain('bert');
    await Promise.all([here.close(), there.close()]);
    await server.close();
  });
});

describeOnEachDatabase('process with a dead wake-up connection', (open) => {
  it('A process reconnects, wakes its own streams and notifies the other processes', async () => {
    const { databaseUrl, remove } = await open();
    if (databaseUrl === undefined) return remove(); // an embedded database has no such connection
    const line = await openSilentLine(databaseUrl);
    const announceMs = 300;
    const here = createPostgresEventBus(line.url.href, { announceMs });
    const there = createPostgresEventBus(databaseUrl);
    const [own, others]: [string[], string[]] = [[], []];
    for (const [bus, heard] of [
      [here, own],
      [there, others],
    ] as const)
      for (const user of ['anna', 'bert']) bus.listen(user, () => heard.push(user));
    const wakeAnna = async () => {
      await here.wake(['anna']);
      return others;
    };
    await expect.poll(wakeAnna).toContain('anna');
    others.length = own.length = 0;
    line.fallSilent();

    const before = performance.now();
    await here.wake(['bert']);
    expect(performance.now() - before).toBeLessThan(announceMs / 2);
    expect(own).toEqual(['bert']);
    await expect.poll(() => others).toContain('bert');
    await Promise.all([here.close(), there.close()]);
    line.close();
    await remove();
  });
});

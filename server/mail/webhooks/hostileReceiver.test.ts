import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WebhookDelivery, WebhookWithSecret } from '#schemas/mail/webhooks.ts';
import { dayMs, hourMs, minuteMs } from '#schemas/platform/time.ts';
import { createWebhookCaller, parseRanges } from '#server/ports/webhookCaller.ts';
import { startServerProcess, type ServerProcess } from '#server/testing/serverProcess.ts';
import { silentLogger } from '#server/testing/silentLogger.ts';
import { startPractice } from '#server/testing/testCases.ts';
import {
  describeOnEachDatabase,
  describeOnPostgres,
  type TestDatabase,
} from '#server/testing/testDatabase.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import {
  startWebhookReceiver,
  type Received,
  type WebhookReceiver,
} from '#server/testing/peers/webhookReceiver.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { createWebhookSender } from './sender.ts';

const range = '127.0.0.1/32';

/** Lists each event once, at its first arrival. */
function listFirst(taken: readonly Received[]): Received[] {
  const known = new Set<string>();
  return taken.filter(({ id }) => !known.has(id) && known.add(id));
}

/** Returns the numbers of the taken events by case. */
function listByCase(taken: readonly Received[]): Map<string, number[]> {
  const byCase = new Map<string, number[]>();
  for (const { event } of listFirst(taken)) {
    const caseId = event.data.caseId ?? '';
    byCase.set(caseId, [...(byCase.get(caseId) ?? []), event.sequence]);
  }
  return byCase;
}

describeOnEachDatabase('receiver that fails, hangs and moves to a private address', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let receiver: WebhookReceiver;
  let address = '127.0.0.1';
  beforeEach(async () => {
    address = '127.0.0.1';
    receiver = await startWebhookReceiver();
    const lookup = ((_: string, __: object, callback: (e: null, found: LookupAddress[]) => void) =>
      callback(null, [{ address, family: 4 }])) as never;
    server = await startTestServer({
      open,
      webhookCaller: createWebhookCaller({
        privateRanges: parseRanges(range),
        timeoutMs: 150,
        lookup,
      }),
    });
    practice = await startPractice(server);
  });
  afterEach(async () => {
    await server.close();
    await receiver.close();
  });

  it('Each event arrives in the order of its case, and the log says why attempts failed', async () => {
    const { provider, userId } = practice;
    const url = `http://receiver.example:${receiver.port}/`;
    const { webhookId } = json<WebhookWithSecret>(
      await provider.call('POST', '/webhooks', { url, types: ['message.created'] }),
    );
    const cases = await Promise.all(
      ['A', 'B', 'C'].map((header) => provider.openCase({ header, userIds: [userId] })),
    );
    let calls = 0;
    receiver.behave(() => {
      calls += 1;
      if (calls % 7 === 0) return 'hang';
      if (calls % 11 === 0) return 302;
      return calls % 2 === 0 ? 500 : 204;
    });
    const sender = createWebhookSender();
    const run = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1) {
        await sender.sendWebhooks(server.deps, silentLogger);
        await sender.drain();
        server.clock.forward(10 * minuteMs);
      }
    };
    for (let count = 0; count < 4; count += 1)
      for (const { caseId } of cases) await provider.write(caseId);
    await run(3);
    address = '10.0.0.7';
    for (const { caseId } of cases) await provider.write(caseId);
    const reached = receiver.received.length;
    await run(3);
    expect(receiver.received).toHaveLength(reached);
    address = '127.0.0.1';
    server.clock.forward(3 * hourMs);
    await run(60);

    const byCase = listByCase(receiver.taken);
    for (const { caseId } of cases) {
      expect(byCase.get(caseId)).toHaveLength(5);
      expect(byCase.get(caseId)).toEqual(byCase.get(caseId)?.toSorted((a, b) => a - b));
    }
    const { items } = json<{ items: WebhookDelivery[] }>(
      await provider.call('GET', `/webhooks/${webhookId}/deliveries?limit=100`),
    );
    expect(items.map(({ state }) => state)).toEqual(Array(15).fill('delivered'));
    const reasons = new Set(items.flatMap(({ log }) => log.map(({ reason }) => reason)));
    expect(reasons).toEqual(new Set([null, 'status', 'redirect', 'timeout', 'addressNotAllowed']));
  });

  it('An event that never arrives is in the log with its reason, and later ones follow', async () => {
    const { provider, userId } = practice;
    const url = `http://receiver.example:${receiver.port}/`;
    const { webhookId } = json<WebhookWithSecret>(
      await provider.call('POST', '/webhooks', { url, types: ['message.created'] }),
    );
    const [one, two] = await Promise.all(
      ['A', 'B'].map((header) => provider.openCase({ header, userIds: [userId] })),
    );
    const { messageId } = await provider.write(one?.caseId ?? '');
    receiver.behave(({ event }) => (event.data.messageId === messageId ? 422 : 204));
    const sender = createWebhookSender();
    const step = 3;
    for (let hours = 0; hours <= 75; hours += step) {
      if (hours === 69) await provider.write(one?.caseId ?? '');
      await provider.write(two?.caseId ?? ''); // so that the webhook does not only fail
      await sender.sendWebhooks(server.deps, silentLogger);
      await sender.drain();
      server.clock.forward(step * hourMs);
    }
    const { items } = json<{ items: WebhookDelivery[] }>(
      await provider.call('GET', `/webhooks/${webhookId}/deliveries?state=failed`),
    );
    expect(items).toHaveLength(1);
    expect(items[0]?.log[0]).toMatchObject({ status: 422, reason: 'status' });
    expect(Date.parse(items[0]?.settledAt ?? '') - Date.parse(items[0]?.createdAt ?? '')).toBe(
      3 * dayMs + step * hourMs,
    );
    expect(listByCase(receiver.taken).get(one?.caseId ?? '')).toHaveLength(1);
  });
});

describeOnPostgres('two processes that send webhooks', (open) => {
  let running: ServerProcess[] = [];
  let database: TestDatabase | undefined;
  afterEach(async () => {
    await Promise.all(running.map(({ kill }) => kill()));
    await database?.remove();
  });

  it(
    'Two processes send each event once and in the order of its case',
    { timeout: scaleTimeout(90_000) },
    async () => {
      const opened = (database = await open());
      const server = await startTestServer({
        open: async () => ({ ...opened, remove: async () => undefined }),
        env: { WEBHOOK_PRIVATE_RANGES: range },
        webhookCaller: createWebhookCaller({ privateRanges: parseRanges(range) }),
      });
      server.clock.forward(Date.now() - server.clock.now().getTime());
      const receiver = await startWebhookReceiver();
      const { provider, userId } = await startPractice(server);
      await provider.call('POST', '/webhooks', { url: receiver.url, types: ['message.created'] });
      const env = {
        DATABASE_URL: opened.databaseUrl ?? '',
        DATA_DIR: opened.folder,
        WEBHOOK_PRIVATE_RANGES: range,
      };
      running = await Promise.all([startServerProcess(env), startServerProcess(env)]);
      const cases = await Promise.all(
        ['A', 'B', 'C', 'D'].map((header) => provider.openCase({ header, userIds: [userId] })),
      );
      await Promise.all(
        cases.map(async ({ caseId }) => {
          for (let count = 0; count < 12; count += 1) await provider.write(caseId);
        }),
      );
      await expect
        .poll(() => receiver.taken.length, { timeout: scaleTimeout(60_000) })
        .toBeGreaterThanOrEqual(cases.length * 12);
      await Promise.all(running.map(({ kill }) => kill()));
      expect(receiver.received).toHaveLength(cases.length * 12);
      for (const numbers of listByCase(receiver.taken).values()) {
        expect(numbers).toHaveLength(12);
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      }
      await server.close();
      await receiver.close();
    },
  );
});

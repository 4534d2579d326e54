import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '#schemas/platform/time.ts';
import { sendNotifications } from '#server/mail/notifications/service.ts';
import { createWebhookCaller, parseRanges } from '#server/ports/webhookCaller.ts';
import { startPushReceiver, type PushReceiver } from '#server/testing/peers/pushReceiver.ts';
import { silentLogger } from '#server/testing/silentLogger.ts';
import { createRecordedLog } from '#server/testing/clients.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json, signIn, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { createPushSender } from './sender.ts';
import { getPush } from './service.ts';

describeOnEachDatabase('push service that fails', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let receiver: PushReceiver;
  let sender: ReturnType<typeof createPushSender>;
  let caseId: string;
  let sessionId: string;
  beforeEach(async () => {
    receiver = await startPushReceiver();
    sender = createPushSender();
    server = await startTestServer({
      open,
      pushCaller: createWebhookCaller({
        privateRanges: parseRanges('127.0.0.1/32'),
        timeoutMs: 1_000,
      }),
    });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({ header: 'A', userIds: [practice.userId] }));
    await subscribe('phone');
    ({ id: sessionId } = await server.deps.db
      .updateTable('sessions')
      .set({ validUntil: new Date(server.clock.now().getTime() + 30 * dayMs).toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow());
  });
  afterEach(async () => {
    await sender.drain();
    await server.close();
    await receiver.close();
  });

  const put = (headers: Record<string, string>, payload: object) =>
    server.app.inject({ method: 'PUT', url: '/api/v2.0/push', headers, payload });
  const subscribe = (name: string, headers = practice.headers) =>
    put(headers, receiver.subscribe(name));
  const getSubscription = async () => (await getPush(server.deps, sessionId)).subscription;
  async function notify(): Promise<void> {
    await practice.provider.write(caseId);
    await sendNotifications(server.deps);
  }
  async function send(log: Parameters<typeof sender.sendPushes>[1] = silentLogger) {
    await sender.sendPushes(server.deps, log);
    await sender.drain();
  }
  const countWaiting = async () =>
    (await server.deps.db.selectFrom('pushDeliveries').selectAll().execute()).length;

  it.each([404, 410])('An answer of %i deletes the device', async (status) => {
    receiver.behave(() => status);
    await notify();
    await send();
    expect(await getSubscription()).toBeNull();
    await notify();
    await send();
    expect(receiver.received).toHaveLength(1);
  });

  it.each<[string, number | 'hang']>([
    ['answers 503', 503],
    ['answers 429', 429],
    ['hangs', 'hang'],
  ])('A push service that %s gets the message again, later each time', async (_, behaviour) => {
    receiver.behave(() => behaviour);
    await notify();
    await send();
    await send();
    expect(receiver.received).toHaveLength(1);
    server.clock.forward(10 * secondMs);
    await send();
    server.clock.forward(5 * secondMs); // half of the delay before may be left out
    await send();
    expect(receiver.received).toHaveLength(2);
    receiver.behave(() => 201);
    server.clock.forward(20 * secondMs);
    await send();
    expect(receiver.taken).toHaveLength(1);
    server.clock.forward(hourMs);
    await send();
    expect(receiver.received).toHaveLength(3);
    expect(await getSubscription()).toMatchObject({ failingSince: null });
  });

  it.each(['queued', 'tried'])('A message that a clock ahead has %s is sent', async (how) => {
    receiver.behave(() => 503);
    server.clock.jump(20 * dayMs);
    await notify();
    if (how === 'tried') await send();
    server.clock.jump(-20 * dayMs);
    receiver.behave(() => 201);
    await send();
    expect(receiver.taken).toHaveLength(1);
  });

  it('A refused message is not sent again, and the next one is tried', async () => {
    receiver.behave(() => 403);
    await notify();
    await send();
    server.clock.forward(dayMs);
    await send();
    expect(receiver.received).toHaveLength(1);
    expect(await countWaiting()).toBe(0);
    receiver.behave(() => 201);
    await notify();
    await send();
    expect(receiver.taken).toHaveLength(1);
  });

  it('The settings say since when nothing arrives, from the third failure to the next success', async () => {
    const since = server.clock.now().toISOString();
    receiver.behave(() => 403);
    for (const shown of [null, null, since]) {
      await notify();
      await send();
      expect(await getSubscription()).toMatchObject({ failingSince: shown });
      server.clock.forward(minuteMs);
    }
    receiver.behave(() => 201);
    await notify();
    await send();
    expect(await getSubscription()).toMatchObject({ failingSince: null });
  });

  it('A device is deleted after three days without a success, and a message after one day', async () => {
    receiver.behave(() => 503);
    await notify();
    await send();
    server.clock.forward(dayMs);
    await send();
    expect(await countWaiting()).toBe(0);
    expect(await getSubscription()).not.toBeNull();
    server.clock.forward(2 * dayMs);
    await notify();
    await send();
    expect(await getSubscription()).toBeNull();
  });

  it('News that follow while one message waits replace it', async () => {
    receiver.behave(() => 503);
    await notify();
    await send();
    await notify();
    await notify();
    expect(await countWaiting()).toBe(1);
    receiver.behave(() => 201);
    server.clock.forward(minuteMs);
    await send();
    server.clock.forward(hourMs);
    await send();
    expect(receiver.taken).toHaveLength(1);
  });

  it('News that follow while a message is being sent are sent after it', async () => {
    receiver.behave(() => 'hang');
    await notify();
    await sender.sendPushes(server.deps, silentLogger);
    await expect.poll(() => receiver.received).toHaveLength(1);
    receiver.behave(() => 201);
    await notify();
    await sender.drain();
    await send();
    expect(receiver.taken).toHaveLength(1);
    expect(await countWaiting()).toBe(0);
  });

  it('A message is sent once by several processes', async () => {
    await notify();
    const senders = [sender, createPushSender(), createPushSender()];
    await Promise.all(senders.map((each) => each.sendPushes(server.deps, silentLogger)));
    await Promise.all(senders.map((each) => each.drain()));
    expect(receiver.received).toHaveLength(1);
  });

  it('A device that hangs does not delay another', async () => {
    await subscribe('tablet', await signIn(server, practice.userId));
    receiver.behave(({ path }) => (path === '/send/phone' ? 'hang' : 201));
    await notify();
    await sender.sendPushes(server.deps, silentLogger);
    await expect.poll(() => receiver.taken.map(({ path }) => path)).toEqual(['/send/tablet']);
    expect(await getSubscription()).toMatchObject({ failingSince: null });
  });

  it('The log names status and reason, and neither address nor keys', async () => {
    const log = createRecordedLog();
    receiver.behave(() => 500);
    await notify();
    await send(log.logger);
    expect(log.read()).toContain('"status":500');
    for (const secret of ['127.0.0.1', 'phone', 'vapid', practice.userId])
      expect(log.read()).not.toContain(secret);
  });

  it.each([
    ['http://push.example/send', '/endpoint'],
    ['https://127.0.0.2/send', '/endpoint'],
    ['https://10.0.0.1/send', '/endpoint'],
    ['https://[::1]/send', '/endpoint'],
    ['https://user:password@push.example/', '/endpoint'],
    [`https://push.example/${'x'.repeat(2_000)}`, '/endpoint'],
    ['ftp://push.example/', '/endpoint'],
  ])('The address %.40s is refused', async (endpoint, field) => {
    const { pushCaller } = server.deps;
    server.deps.pushCaller = createWebhookCaller({ privateRanges: [] });
    const answer = await put(practice.headers, {
      ...receiver.subscribe('other'),
      endpoint,
    });
    server.deps.pushCaller = pushCaller;
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(json<{ fields: object }>(answer).fields)).toEqual([field]);
  });

  it('A key that is no point of the curve, or too short, is refused', async () => {
    const device = receiver.subscribe('other');
    const putKeys = (keys: object) =>
      put(practice.headers, { ...device, keys: { ...device.keys, ...keys } });
    for (const [keys, field] of [
      [{ p256dh: `B${'A'.repeat(86)}` }, '/keys/p256dh'],
      [{ p256dh: 'BAAA' }, '/keys/p256dh'],
      [{ auth: 'AAAA' }, '/keys/auth'],
    ] as const) {
      const answer = await putKeys(keys);
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(json<{ fields: object }>(answer).fields)).toEqual([field]);
    }
  });

  it('An address that has moved to a private network is not called', async () => {
    server.deps.pushCaller = createWebhookCaller({
      privateRanges: [],
      lookup: ((_: string, __: object, reply: (error: null, found: object[]) => void) =>
        reply(null, [{ address: '127.0.0.1', family: 4 }])) as never,
    });
    const device = { ...receiver.subscribe('moved'), endpoint: 'https://push.example/send/moved' };
    expect((await put(practice.headers, device)).statusCode).toBe(200);
    await notify();
    await send();
    expect(receiver.received).toEqual([]);
    expect(await countWaiting()).toBe(0);
  });
});

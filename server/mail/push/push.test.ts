import { afterEach, beforeEach, expect, it } from 'vitest';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { Push } from '#schemas/mail/push.ts';
import { dayMs, minuteMs } from '#schemas/platform/time.ts';
import { endSessions, endSessionsMatching } from '#server/access/sessions/service.ts';
import { sendNotifications } from '#server/mail/notifications/service.ts';
import { createWebhookCaller, parseRanges } from '#server/ports/webhookCaller.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { startPushReceiver, type PushReceiver } from '#server/testing/peers/pushReceiver.ts';
import { silentLogger } from '#server/testing/silentLogger.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { assigner } from '#server/testing/testTasks.ts';
import {
  addUser,
  createBrowser,
  json,
  signIn,
  startTestServer,
  webKeys,
  type TestBrowser,
  type TestServer,
} from '#server/testing/testServer.ts';
import { createPushSender } from './sender.ts';

type Headers = Record<string, string>;

const credentials = { Username: 'miriam.castillo', Password: 'Regen-Tonne 7' };

describeOnEachDatabase('notifications on a device', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let receiver: PushReceiver;
  let sender: ReturnType<typeof createPushSender>;
  let caseId: string;
  beforeEach(async () => {
    receiver = await startPushReceiver();
    sender = createPushSender();
    server = await startTestServer({
      open,
      env: { NOTIFICATION_MINUTES: '5' },
      pushCaller: createWebhookCaller({ privateRanges: parseRanges('127.0.0.1/32') }),
    });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({
      header: 'Wasserschaden',
      userIds: [practice.userId],
    }));
  });
  afterEach(async () => {
    await sender.drain();
    await server.close();
    await receiver.close();
  });

  const call = (method: 'GET' | 'PUT' | 'DELETE', headers: Headers, payload?: object) =>
    server.app.inject({
      method,
      url: '/api/v2.0/push',
      headers,
      ...(payload ? { payload } : {}),
    });
  const get = async (headers = practice.headers) => json<Push>(await call('GET', headers));
  const subscribe = async (name = 'phone', headers = practice.headers) => {
    const answer = await call('PUT', headers, receiver.subscribe(name));
    expect(answer.statusCode).toBe(200);
    return json<Push>(answer);
  };
  const write = (more: object = {}) =>
    practice.provider.write(caseId, { header: 'Das Gutachten', text: 'Es liegt vor.', ...more });
  async function send(): Promise<void> {
    await sender.sendPushes(server.deps, silentLogger);
    await sender.drain();
  }
  async function after(ms: number): Promise<void> {
    server.clock.forward(ms);
    await sendNotifications(server.deps);
    await send();
  }
  const listPaths = () => receiver.taken.map(({ path }) => path);
  const countRows = async (table: 'pushSubscriptions' | 'pushDeliveries') =>
    (await server.deps.db.selectFrom(table).selectAll().execute()).length;

  it('Three messages within five minutes are one notification, without anything in them', async () => {
    const { publicKey } = await subscribe();
    await write();
    await after(2 * minuteMs);
    await write();
    await write();
    await after(3 * minuteMs - 1);
    expect(receiver.received).toEqual([]);
    await after(1);
    await after(dayMs);
    expect(receiver.received).toHaveLength(1);
    const [{ message, headers, signed, bytes } = expect.fail('nothing was received')] =
      receiver.received;
    const path = `/akten/${caseId}/accounts/${practice.accountId}`;
    expect(message).toEqual({ kind: 'message', language: 'de', path, tag: expect.any(String) });
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: String(dayMs / 1_000),
      urgency: 'normal',
      topic: message.tag,
    });
    expect(signed).toMatchObject({
      audience: receiver.origin,
      subject: `mailto:${server.deps.config.supportEmail}`,
      publicKey,
    });
    const hoursLeft = (signed.expiresAt * 1_000 - server.clock.now().getTime() + dayMs) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(11);
    expect(hoursLeft).toBeLessThanOrEqual(24);
    expect(bytes).toBeGreaterThan(512);
  });

  it('A single task opens its own page, and news of several kinds say only that there are some', async () => {
    await subscribe();
    const tasks = await assigner(server, practice);
    const { workflowId } = await tasks.assign(caseId);
    await after(5 * minuteMs);
    expect(receiver.taken.at(-1)?.message).toMatchObject({
      kind: 'task',
      path: `/akten/${caseId}/accounts/${practice.accountId}?tab=tasks&task=${workflowId}`,
    });
    await tasks.assign(caseId);
    await write();
    await after(5 * minuteMs);
    expect(receiver.taken.at(-1)?.message).toMatchObject({ kind: 'news' });
  });

  it('A device is notified in the client’s language, and another client’s device is not', async () => {
    const other = await addUser(server, [practice.accountId], { language: 'en' });
    await practice.provider.call('PUT', `/cases/${caseId}`, {
      header: 'Wasserschaden',
      userIds: [other.id],
    });
    await subscribe('mine');
    await subscribe('theirs', await signIn(server, other.id));
    await write();
    await after(5 * minuteMs);
    expect(receiver.taken.map(({ path, message }) => [path, message.language])).toEqual([
      ['/send/theirs', 'en'],
    ]);
  });

  it('Kinds that are off, read messages and the end of a relation notify no device', async () => {
    await subscribe();
    const settings = `/api/v2.0/e.consult.${practice.accountId}/notifications`;
    const choose = (kinds: string[]) =>
      server.app.inject({
        method: 'PUT',
        url: settings,
        headers: practice.headers,
        payload: { kinds, dailyAt: null },
      });
    await choose([]);
    await write();
    await after(5 * minuteMs);
    await choose(['message']);
    await write();
    await practice.client.call('POST', `/${caseId}/messages/read`, {
      Until: server.clock.now().toISOString(),
    });
    await after(10 * minuteMs);
    await write();
    await practice.provider.call('POST', `/users/${practice.userId}/end`);
    await after(10 * minuteMs);
    expect(receiver.received).toEqual([]);
  });

  it('A client who is reading in the case is notified once they have left', async () => {
    await subscribe();
    const first = await write();
    server.clock.forward(4 * minuteMs);
    await write();
    await practice.client.read(caseId, first.messageId);
    await after(minuteMs);
    expect(receiver.received).toEqual([]);
    await after(5 * minuteMs);
    expect(receiver.taken).toHaveLength(1);
  });

  it('Every device of a client is notified, each until it is turned off', async () => {
    const tablet = await signIn(server, practice.userId);
    await subscribe('phone');
    await subscribe('tablet', tablet);
    await write();
    await after(5 * minuteMs);
    expect(listPaths().toSorted()).toEqual(['/send/phone', '/send/tablet']);
    const answer = await call('DELETE', tablet);
    expect(json<Push>(answer).subscription).toBeNull();
    expect((await call('DELETE', tablet)).statusCode).toBe(200);
    await write();
    await after(5 * minuteMs);
    expect(listPaths().slice(2)).toEqual(['/send/phone']);
  });

  it('A device that logs in as another user belongs to the new session alone', async () => {
    const device = receiver.subscribe('shared');
    const other = await addUser(server, [practice.accountId]);
    const headers = await signIn(server, other.id);
    expect((await call('PUT', practice.headers, device)).statusCode).toBe(200);
    expect((await call('PUT', headers, device)).statusCode).toBe(200);
    expect((await get()).subscription).toBeNull();
    expect((await get(headers)).subscription).toMatchObject({ endpoint: device.endpoint });
    await write();
    await after(5 * minuteMs);
    expect(receiver.received).toEqual([]);
  });

  it('A renewed subscription replaces the one before', async () => {
    const { subscription } = await subscribe('before');
    expect(subscription).toMatchObject({ failingSince: null });
    await subscribe('after');
    await write();
    await after(5 * minuteMs);
    expect(listPaths()).toEqual(['/send/after']);
    expect(await countRows('pushSubscriptions')).toBe(1);
  });

  it.each<[string, (browser: TestBrowser) => Promise<unknown>]>([
    ['logout', (browser) => browser.post('/v2.0/authenticate/logout', { kind: 'registered' })],
    ['new login', (browser) => browser.post('/authenticate/login', credentials)],
    ['end by the user', () => endSessions(server.deps, practice.userId)],
    ['end by the operator', () => endSessionsMatching(server.deps, { everyone: true })],
  ])('A %s deletes the device of the session, with what waits for it', async (_, end) => {
    await server.deps.db
      .updateTable('users')
      .set({
        username: credentials.Username,
        usernameKey: credentials.Username,
        passwordHash: await hashPassword(server.deps, credentials.Password),
      })
      .where('id', '=', practice.userId)
      .execute();
    const browser = createBrowser(server);
    const session = json<UserSession>(await browser.post('/authenticate/login', credentials));
    await subscribe('lost', { ...webKeys, authorization: `Bearer ${session.accessToken}` });
    await write();
    server.clock.forward(5 * minuteMs);
    await sendNotifications(server.deps);
    expect(await countRows('pushDeliveries')).toBe(1);
    await end(browser);
    expect(await countRows('pushSubscriptions')).toBe(0);
    expect(await countRows('pushDeliveries')).toBe(0);
    await send();
    expect(receiver.received).toEqual([]);
  });

  it('A session that has expired notifies no device, and is deleted with it', async () => {
    await subscribe();
    await write();
    await server.deps.db
      .updateTable('sessions')
      .set({ validUntil: new Date(server.clock.now().getTime() + minuteMs).toISOString() })
      .execute();
    await after(5 * minuteMs);
    expect(receiver.received).toEqual([]);
    await housekeep(server.deps);
    expect(await countRows('pushSubscriptions')).toBe(0);
  });

  it('The keys are made once, and neither they nor an address are stored readable', async () => {
    const keys = await Promise.all([get(), get(), get()]);
    expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
    expect(Buffer.from(keys[0]?.publicKey ?? '', 'base64url')).toHaveLength(65);
    const { subscription } = await subscribe('secret-name');
    expect(subscription?.endpoint).toContain('secret-name');
    const rows = JSON.stringify([
      await server.deps.db.selectFrom('installation').selectAll().execute(),
      await server.deps.db.selectFrom('pushSubscriptions').selectAll().execute(),
    ]);
    for (const secret of ['secret-name', '127.0.0.1', '"d"']) expect(rows).not.toContain(secret);
  });
});

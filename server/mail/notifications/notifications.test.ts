import { afterEach, beforeEach, expect, it } from 'vitest';
import { notificationKinds, type NotificationKind } from '#schemas/mail/notifications.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { silentLogger } from '#server/testing/silentLogger.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';
import { assigner } from '#server/testing/testTasks.ts';
import { startSmtpRelay } from '#server/testing/peers/smtpRelay.ts';
import { createSmtpMailer } from '#server/ports/mailer.ts';
import { listNewestMessages, sendMailOutbox } from '#server/mail/mailOutbox/service.ts';
import { watchDeadlines } from '#server/tasks/tasks/service.ts';
import { sendNotifications } from './service.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describeOnEachDatabase('mails about news', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;

  beforeEach(async () => {
    server = await startTestServer({ open, env: { NOTIFICATION_MINUTES: '5' } });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({
      header: 'Wasserschaden',
      userIds: [practice.userId],
    }));
  });
  afterEach(() => server.close());

  const write = (more: object = {}) =>
    practice.provider.write(caseId, { header: 'Das Gutachten', text: 'Es liegt vor.', ...more });
  const mails = async () =>
    (await listNewestMessages(server.deps, 20)).toSorted((a, b) =>
      a.createdAt < b.createdAt ? -1 : 1,
    );
  const bodies = async () => (await mails()).map(({ body }) => body);
  async function after(ms: number): Promise<void> {
    server.clock.forward(ms);
    await sendNotifications(server.deps);
  }
  const settle = async (
    settings: { kinds?: readonly NotificationKind[]; dailyAt?: string | null },
    accountId = practice.accountId,
  ) =>
    server.app.inject({
      method: 'PUT',
      url: `/api/v2.0/e.consult.${accountId}/notifications`,
      headers: await signIn(server, practice.userId),
      payload: { kinds: notificationKinds, dailyAt: null, ...settings },
    });
  async function readAll(): Promise<void> {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/v2.0/e.consult.${practice.accountId}/akten/${caseId}/messages/read`,
      headers: await signIn(server, practice.userId),
      payload: { Until: server.clock.now().toISOString() },
    });
    expect(answer.statusCode).toBe(200);
  }
  const findStopPath = async (): Promise<string> => {
    const [mail] = await mails();
    return /\/stop-notifications\?key=[\w-]+/.exec(mail?.body ?? '')?.[0] ?? '';
  };

  it('Three messages within five minutes are one mail, without anything that is in them', async () => {
    const fileId = await practice.provider.upload('Befund.txt', Buffer.from('Inhalt'));
    await write();
    await after(2 * minute);
    await write({ fileIds: [fileId] });
    await after(2 * minute);
    await write();
    await after(minute - 1);
    expect(await mails()).toEqual([]);
    await after(1);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Neues von Kanzlei Test');
    expect(mail?.body).toContain('3 neue Nachrichten\nNeue Dateien in einer Nachricht');
    expect(mail?.body).toContain(`/akten/${caseId}/accounts/${practice.accountId}`);
    for (const secret of ['Gutachten', 'liegt vor', 'Befund', 'Wasserschaden'])
      expect(`${mail?.subject} ${mail?.body} ${mail?.html}`).not.toContain(secret);
    await after(day);
    expect(await mails()).toHaveLength(1);
  });

  it('Each account and each client has a mail of its own, in the client’s language', async () => {
    const other = await addUser(server, [practice.accountId], { language: 'en' });
    await practice.provider.call('PUT', `/cases/${caseId}`, {
      header: 'Wasserschaden',
      userIds: [practice.userId, other.id],
    });
    await write();
    await after(5 * minute);
    expect((await mails()).map(({ subject }) => subject).sort()).toEqual([
      'Neues von Kanzlei Test',
      'News from Kanzlei Test',
    ]);
  });

  it('A message, a task and a near deadline are one mail', async () => {
    const tasks = await assigner(server, practice);
    const validUntil = new Date(server.clock.now().getTime() + day + minute).toISOString();
    await tasks.assign(caseId, { validUntil, reminderHours: 24 });
    await write();
    server.clock.forward(minute);
    await watchDeadlines(server.deps);
    await after(4 * minute);
    const [body, ...others] = await bodies();
    expect(others).toEqual([]);
    expect(body).toContain(
      'Eine neue Nachricht\nEine neue Aufgabe\nEine Aufgabe, deren Frist bald endet',
    );
  });

  it('The daily mail keeps its German hour over a change of the clocks', async () => {
    expect((await settle({ dailyAt: '08:00' })).statusCode).toBe(200);
    server.clock.forward(
      Date.parse('2027-03-27T12:00:00Z') - Date.parse(server.clock.now().toISOString()),
    );
    await write();
    await after(5 * hour);
    await write();
    await after(13 * hour - 1);
    expect(await mails()).toEqual([]);
    await after(1);
    expect((await mails()).map(({ createdAt }) => createdAt)).toEqual(['2027-03-28T06:00:00.000Z']);
    expect((await bodies())[0]).toContain('2 neue Nachrichten');
  });

  it('A client is not mailed about a kind that is off, and not at all when all are off', async () => {
    await settle({ kinds: ['file'] });
    await write();
    await after(5 * minute);
    expect(await mails()).toEqual([]);
    await settle({});
    await write();
    await settle({ kinds: [] });
    await after(5 * minute);
    expect(await mails()).toEqual([]);
  });

  it('The settings of one account do not change those of another', async () => {
    const { accountId } = await addAccount(server, { name: 'Behrens' });
    expect((await settle({ kinds: [] }, accountId)).statusCode).toBe(404);
    await settle({ kinds: ['task'], dailyAt: '18:30' });
    const read = await server.app.inject({
      url: `/api/v2.0/e.consult.${practice.accountId}/notifications`,
      headers: await signIn(server, practice.userId),
    });
    expect(json(read)).toEqual({ kinds: ['task'], dailyAt: '18:30' });
  });

  it('Waiting news of a daily mail are sent soon once the client wants that', async () => {
    await settle({ dailyAt: '08:00' });
    await write();
    await settle({ dailyAt: null });
    await after(5 * minute);
    expect(await mails()).toHaveLength(1);
  });

  it('A message that was read meanwhile is not mailed', async () => {
    await write();
    server.clock.forward(minute);
    await readAll();
    await after(4 * minute);
    await after(hour);
    expect(await mails()).toEqual([]);
  });

  it('A client who is reading in the case is mailed only once they have left', async () => {
    await write();
    await after(4 * minute);
    await readAll();
    server.clock.forward(1);
    await write();
    await after(5 * minute - 2);
    await readAll();
    server.clock.forward(1);
    await write();
    await after(5 * minute);
    await after(minute);
    expect(await mails()).toHaveLength(1);
    expect((await bodies())[0]).toContain('Eine neue Nachricht');
  });

  it('News wait while the client has read in the case within five minutes', async () => {
    const first = await write();
    server.clock.forward(4 * minute);
    await write();
    await server.deps.db
      .updateTable('receipts')
      .set({ readAt: server.clock.now().toISOString() })
      .where('messageId', '=', first.messageId)
      .execute();
    await after(minute);
    expect(await mails()).toEqual([]);
    await after(5 * minute);
    expect((await bodies())[0]).toContain('Eine neue Nachricht');
  });

  it('News that were queued or read by a clock that was ahead are mailed', async () => {
    server.clock.jump(20 * day);
    const first = await write();
    await server.deps.db
      .updateTable('receipts')
      .set({ readAt: server.clock.now().toISOString() })
      .where('messageId', '=', first.messageId)
      .execute();
    await write();
    server.clock.jump(-20 * day);
    await after(0);
    expect(await mails()).toHaveLength(1);
  });

  it('A withdrawn message and one of a client who has left the case are not mailed', async () => {
    const { messageId } = await write();
    await practice.provider.call('DELETE', `/cases/${caseId}/messages/${messageId}`);
    await after(5 * minute);
    await write();
    await practice.provider.call('PUT', `/cases/${caseId}`, {
      header: 'Wasserschaden',
      userIds: [],
    });
    await after(5 * minute);
    expect(await mails()).toEqual([]);
  });

  it('An imported old message is not mailed', async () => {
    await write({ creationDate: '2026-11-01T09:00:00Z' });
    await after(5 * minute);
    expect(await mails()).toEqual([]);
  });

  it('A client’s own message is not mailed to them', async () => {
    await practice.client.send(caseId);
    await after(5 * minute);
    expect(await mails()).toEqual([]);
  });

  it('News that waited while no server ran are mailed once, by one of several runs', async () => {
    await write();
    server.clock.forward(day);
    await Promise.all([
      sendNotifications(server.deps),
      sendNotifications(server.deps),
      sendNotifications(server.deps),
    ]);
    expect(await mails()).toHaveLength(1);
  });

  it('A mail program can unsubscribe by one POST of the link in the mail’s header', async () => {
    await write();
    await after(5 * minute);
    const relay = await startSmtpRelay();
    const mailer = createSmtpMailer({ smtpUrl: relay.smtpUrl, from: 'portal@portal.example' });
    await sendMailOutbox({ ...server.deps, mailer }, silentLogger);
    await relay.close();
    const raw = relay.received[0]?.raw ?? '';
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const [, url = ''] = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(raw) ?? [];
    expect(url).toContain(`${server.deps.config.publicUrl}/stop-notifications?key=`);
    const answer = await server.app.inject({
      method: 'POST',
      url: url.slice(server.deps.config.publicUrl.length),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(answer.statusCode).toBe(200);
    await write();
    await after(5 * minute);
    expect(await mails()).toHaveLength(1);
  });

  it('Opening the link asks first and changes nothing; its button stops the mails', async () => {
    await write();
    await after(5 * minute);
    const url = await findStopPath();
    const page = await server.app.inject({ url, headers: { 'accept-language': 'en' } });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('No more e-mails about news?');
    expect(page.body).toContain('<form method="post"><button>Stop the e-mails</button></form>');
    await write();
    await after(5 * minute);
    expect(await mails()).toHaveLength(2);
    const done = await server.app.inject({ method: 'POST', url });
    expect(done.body).toContain('Sie bekommen keine solchen E-Mails mehr');
    await write();
    await after(5 * minute);
    expect(await mails()).toHaveLength(2);
  });

  it('A forged, foreign or expired link stops nothing', async () => {
    await write();
    await after(5 * minute);
    const url = await findStopPath();
    const post = async (path: string) =>
      (await server.app.inject({ method: 'POST', url: path })).statusCode;
    const changed = url
      .replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
      .replace('key=', 'key=A');
    for (const forged of ['/stop-notifications', '/stop-notifications?key=abc', changed])
      expect([forged, await post(forged)]).toEqual([forged, 404]);
    server.clock.forward(366 * day);
    expect(await post(url)).toBe(404);
    await write();
    await after(5 * minute);
    expect(await mails()).toHaveLength(2);
  });
});

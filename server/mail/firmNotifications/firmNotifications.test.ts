import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#schemas/platform/time.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { eicar } from '#server/ports/virusScan.ts';
import { createClient, startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addUser,
  json,
  publish,
  signIn,
  startTestServer,
  upload,
  visit,
  type TestServer,
} from '#server/testing/testServer.ts';
import { assigner, createTasks } from '#server/testing/testTasks.ts';
import { sendFirmNotifications } from './service.ts';

const email = 'post@kanzlei.example';
const allKinds = ['message', 'task', 'submission', 'file', 'client'];

describeOnEachDatabase('notifications to the firm', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  beforeEach(async () => {
    server = await startTestServer({ open, env: { NOTIFICATION_MINUTES: '5' } });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({ header: 'A', userIds: [practice.userId] }));
  });
  afterEach(() => server.close());

  const set = (settings: object) => practice.provider.call('PUT', '/notifications', settings);
  const listMails = async (recipient: string) =>
    (await listNewestMessages(server.deps, 50)).filter((mail) => mail.recipient === recipient);

  it('News of five minutes are one mail with their number, without content', async () => {
    await set({ email, kinds: allKinds });
    for (let count = 0; count < 3; count += 1)
      await practice.client.send(caseId, { TextContent: 'Geheim' });
    await practice.provider.write(caseId); // the firm's own message is no news
    await sendFirmNotifications(server.deps);
    expect(await listMails(email)).toEqual([]);
    server.clock.forward(5 * minuteMs);
    await Promise.all([1, 2, 3].map(() => sendFirmNotifications(server.deps)));
    const [mail, ...others] = await listMails(email);
    expect(others).toEqual([]);
    expect(mail?.body).toContain('3 Nachrichten von Mandanten');
    expect(mail?.body).toContain(`/business/cases?acc=${practice.accountId}`);
    expect(mail?.body).not.toContain('Geheim');
    server.clock.forward(5 * minuteMs);
    await sendFirmNotifications(server.deps);
    expect(await listMails(email)).toHaveLength(1);
  });

  it('News that were collected by a clock that was ahead are mailed', async () => {
    await set({ email, kinds: allKinds });
    server.clock.jump(20 * dayMs);
    const { accountId, userId } = practice;
    await createClient(server, accountId, await signIn(server, userId)).send(caseId, {});
    await sendFirmNotifications(server.deps);
    server.clock.jump(-20 * dayMs);
    await sendFirmNotifications(server.deps);
    expect(await listMails(email)).toHaveLength(1);
  });

  it('An answered task is mailed to its assignee once, and what visitors send to the firm', async () => {
    const { accountId, provider, headers, apiKey } = practice;
    await set({ email, kinds: allKinds });
    const colleague = await addUser(server, [accountId], { language: 'en' });
    await provider.call('PUT', `/staff/${colleague.id}`, { role: 'consultant' });
    const tasks = await assigner(server, practice);
    const { workflowId } = await tasks.assign(caseId, { assigneeId: colleague.id });
    await createTasks(server, accountId, headers).answer(workflowId);
    const { processGuid } = await publish(server, apiKey, {
      title: 'Unterlagen',
      formElements: [
        { id: 'papers', type: 'file', label: 'Unterlagen' },
        { id: 'name', type: 'input', label: 'Name' },
      ],
    });
    const visitor = await visit(server, processGuid);
    await upload(server, visitor, { name: 'a.txt', content: eicar, elementId: 'papers' });
    const sent = await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
      headers: visitor.headers,
      payload: {
        revision: 1,
        language: 'de',
        answers: [{ elementId: 'name', type: 'input', value: 'Jana' }],
      },
    });
    expect(sent.statusCode).toBe(200);
    server.clock.forward(5 * minuteMs);
    await sendFirmNotifications(server.deps);
    const [mine] = await listMails(colleague.email);
    expect(mine?.body).toContain('An answered task');
    expect(mine?.body).not.toContain('submitted form');
    const body = (await listMails(email))[0]?.body;
    expect(body).toContain('Ein ausgefülltes Formular\nEine abgelehnte Datei');
    expect(body).toContain(`/business?acc=${accountId}`);
  });

  it('A client who changed their own details is news, and a change by the firm is none', async () => {
    await set({ email, kinds: allKinds });
    const { userId, provider } = practice;
    await provider.call('POST', `/users/${userId}/enable`); // an event, too
    await server.app.inject({
      method: 'PUT',
      url: `/api/v2.0/user/${userId}/details`,
      headers: await signIn(server, userId),
      payload: { salutation: '', firstName: 'Miriam', lastName: 'Geheim', language: 'de' },
    });
    server.clock.forward(5 * minuteMs);
    await sendFirmNotifications(server.deps);
    const [mail] = await listMails(email);
    expect(mail?.body).toContain('Eine Änderung durch Mandanten: eigene Angaben');
    expect(mail?.body).not.toContain('Geheim');
  });

  it('Nothing is mailed of other kinds, of before the settings, and without an address', async () => {
    await practice.client.send(caseId);
    await set({ email, kinds: ['task'] });
    await practice.client.send(caseId);
    server.clock.forward(5 * minuteMs);
    await sendFirmNotifications(server.deps);
    await set({ email: null, kinds: allKinds });
    await practice.client.send(caseId);
    server.clock.forward(5 * minuteMs);
    await sendFirmNotifications(server.deps);
    expect(await listMails(email)).toEqual([]);
    expect(json(await practice.provider.call('GET', '/notifications'))).toEqual({
      email: null,
      kinds: allKinds,
    });
    const wrong = await set({ email: 'keine Adresse', kinds: [] });
    expect(wrong.statusCode).toBe(400);
  });
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLogger } from '#server/testing/silentLogger.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addUser, json, signIn } from '#server/testing/testServer.ts';
import {
  assigner,
  createTasks,
  startTaskWorld,
  type TaskWorld,
  addSecondClient,
} from '#server/testing/testTasks.ts';
import { DeliveryFailed } from '#server/ports/delivery.ts';
import type { Mail, Mailer } from '#server/ports/mailer.ts';
import { listNewestMessages, sendMailOutbox } from '#server/mail/mailOutbox/service.ts';
import { sendNotifications } from '#server/mail/notifications/service.ts';
import { watchDeadlines } from './service.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describeOnEachDatabase('mails about a task', (open) => {
  let { server, practice, tasks, mine, caseId } = {} as TaskWorld;

  beforeEach(async () => {
    ({ server, practice, tasks, mine, caseId } = await startTaskWorld(open));
    const { assign } = tasks;
    tasks.assign = async (...given) => {
      const task = await assign(...given);
      await sendNotifications(server.deps);
      return task;
    };
  });
  afterEach(() => server.close());

  const provide = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, key?: string) =>
    practice.provider.call(method, path, payload, key);
  /** As the server does every second. */
  async function watch(): Promise<void> {
    await watchDeadlines(server.deps);
    await sendNotifications(server.deps);
  }
  const inDays = (days: number) =>
    new Date(server.clock.now().getTime() + days * day).toISOString();
  /** The access token has expired meanwhile. */
  const loginAgain = async () => {
    mine = createTasks(server, practice.accountId, await signIn(server, practice.userId));
  };
  const secondClient = () => addSecondClient({ server, practice, caseId });

  it('A task mails no copy of its answers, because its client reads them in the portal', async () => {
    const withCopy = await assigner(server, practice, {
      title: 'Schadensmeldung',
      copy: { email: 'email', content: true },
      formElements: [
        { id: 'email', type: 'input', label: 'E-Mail', format: 'email', autocomplete: 'email' },
      ],
    });
    const { workflowId } = await withCopy.assign(caseId);
    const email = 'miriam@example.com';
    const answers = [{ elementId: 'email', type: 'input', value: email }];
    expect((await mine.answered(workflowId, { answers })).copyTo).toBeNull();
    const mails = await listNewestMessages(server.deps, 10);
    expect(mails.map(({ recipient }) => recipient)).not.toContain(email);
  });

  it('A task is mailed without data of the case, with one reminder', async () => {
    await provide('PUT', '/taskReminders', { reminderHours: 24 });
    expect(json(await provide('GET', '/taskReminders'))).toEqual({ reminderHours: 24 });
    const invited = await addUser(server, [practice.accountId], {
      status: 0,
      username: null,
      usernameKey: null,
    });
    await provide('PUT', `/cases/${caseId}`, {
      header: 'Wasserschaden',
      userIds: [practice.userId, invited.id],
    });
    const { workflowId } = await tasks.assign(caseId, { validUntil: inDays(3) });
    const [mail, ...others] = await listNewestMessages(server.deps, 10);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      kind: 'mail',
      subject: 'Eine neue Aufgabe von Kanzlei Test',
      goodUntil: inDays(3),
    });
    expect(mail?.body).toContain(
      `/akten/${caseId}/accounts/${practice.accountId}?tab=tasks&task=${workflowId}`,
    );
    expect(mail?.body).toContain('Bitte antworten Sie bis 23.11.2026, 10:00 MEZ.');
    for (const secret of ['Schadensmeldung', 'Wasserschaden'])
      expect(`${mail?.subject} ${mail?.body} ${mail?.html}`).not.toContain(secret);
    server.clock.forward(2 * day - 1);
    await watch();
    expect(await listNewestMessages(server.deps, 10)).toHaveLength(1);
    server.clock.forward(1);
    await Promise.all([watch(), watch()]);
    expect(
      (await listNewestMessages(server.deps, 10)).map(({ subject }) => subject).sort(),
    ).toEqual([
      'Eine neue Aufgabe von Kanzlei Test',
      'Erinnerung: Kanzlei Test wartet auf Ihre Antwort',
    ]);
    await provide('PUT', `/tasks/${workflowId}`, { validUntil: inDays(3), reminderHours: 24 });
    await watch();
    server.clock.forward(2 * day);
    await watch();
    expect(
      (await listNewestMessages(server.deps, 10)).filter(({ subject }) =>
        subject.startsWith('Erinnerung'),
      ),
    ).toHaveLength(1); // the mail of the earlier deadline was cancelled
  });

  it('The announcement has the current deadline if it is moved before sending', async () => {
    const { workflowId } = await tasks.assign(caseId, { validUntil: inDays(3) });
    for (const validUntil of [inDays(5), inDays(3), null]) {
      await provide('PUT', `/tasks/${workflowId}`, { validUntil });
      await watch();
      const waiting = (await listNewestMessages(server.deps, 10)).filter(
        ({ state }) => state === 'waiting',
      );
      expect(waiting.map(({ subject, goodUntil }) => [subject, goodUntil])).toEqual([
        ['Eine neue Aufgabe von Kanzlei Test', validUntil],
      ]);
    }
  });

  it('An answered task is not announced by a retried mail', async () => {
    const { workflowId } = await tasks.assign(caseId);
    const answeredMeanwhile: Mailer = {
      send: async (_, beforeHandover) => {
        await beforeHandover();
        await mine.answered(workflowId);
        throw new DeliveryFailed('451', 'notTaken');
      },
    };
    await sendMailOutbox({ ...server.deps, mailer: answeredMeanwhile }, silentLogger);
    server.clock.forward(day);
    const sent: Mail[] = [];
    await sendMailOutbox(
      { ...server.deps, mailer: { send: async (mail) => void sent.push(mail) } },
      silentLogger,
    );
    expect(sent).toEqual([]);
    expect((await listNewestMessages(server.deps, 10)).map(({ state }) => state)).toEqual([
      'lapsed',
    ]);
  });

  it('An answered task is not announced to a client who has left the case', async () => {
    const other = await secondClient();
    const { workflowId } = await tasks.assign(caseId);
    await provide('PUT', `/cases/${caseId}`, {
      header: 'Wasserschaden',
      userIds: [practice.userId],
    });
    await mine.answered(workflowId);
    expect(
      (await listNewestMessages(server.deps, 10))
        .map(({ recipient, state }) => [recipient === other.email, state])
        .sort(),
    ).toEqual([
      [false, 'lapsed'],
      [true, 'lapsed'],
    ]);
  });

  it('A task that is released after its reminder time gets no reminder', async () => {
    const { workflowId } = await tasks.assign(caseId, {
      status: 1,
      validUntil: inDays(2),
      reminderHours: 24,
    });
    server.clock.forward(day + minute);
    await provide('PUT', `/tasks/${workflowId}/status`, { status: 4 });
    await watch();
    expect((await listNewestMessages(server.deps, 10)).map(({ subject }) => subject)).toEqual([
      'Eine neue Aufgabe von Kanzlei Test',
    ]);
  });

  it('An answered or closed task gets neither reminder nor announcement', async () => {
    const made = [
      await tasks.assign(caseId, { validUntil: inDays(3), reminderHours: 25 }),
      await tasks.assign(caseId, { validUntil: inDays(3), reminderHours: 24 }),
    ] as const;
    server.clock.forward(47 * 60 * minute);
    await watch(); // one reminder each, because two at once are one mail
    server.clock.forward(60 * minute);
    await watch();
    await loginAgain();
    expect((await mine.answer(made[0].workflowId)).statusCode).toBe(200);
    await provide('POST', `/tasks/${made[1].workflowId}/close`);
    expect(
      (await listNewestMessages(server.deps, 10)).map(({ state, body }) => [state, body]),
    ).toEqual(Array.from({ length: 4 }, () => ['lapsed', '']));
    const early = await tasks.assign(caseId, { validUntil: inDays(3), reminderHours: 24 });
    await mine.answer(early.workflowId);
    server.clock.forward(3 * day);
    await watch();
    expect(
      (await listNewestMessages(server.deps, 10)).filter(({ state }) => state === 'waiting'),
    ).toEqual([]);
  });
});

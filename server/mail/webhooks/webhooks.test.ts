import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Webhook, WebhookDelivery, WebhookWithSecret } from '#schemas/mail/webhooks.ts';
import { dayMs, hourMs, minuteMs } from '#schemas/platform/time.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import { webhookDeliveryLimits } from '#server/mail/limits.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { createWebhookCaller, parseRanges } from '#server/ports/webhookCaller.ts';
import { silentLogger } from '#server/testing/silentLogger.ts';
import { createProvider, startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  visit,
  type TestServer,
} from '#server/testing/testServer.ts';
import {
  computeSignature,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#server/testing/peers/webhookReceiver.ts';
import { queueEvents } from './deliveryQueue.ts';
import { createWebhookSender } from './sender.ts';
import { deleteOldDeliveries } from './service.ts';

describeOnEachDatabase('webhooks', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let receiver: WebhookReceiver;
  let sender: ReturnType<typeof createWebhookSender>;
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
    server = await startTestServer({
      open,
      webhookCaller: createWebhookCaller({ privateRanges: parseRanges('127.0.0.1/32') }),
    });
    practice = await startPractice(server);
    sender = createWebhookSender();
  });
  afterEach(async () => {
    await server.close();
    await receiver.close();
  });

  const call = (...given: Parameters<typeof practice.provider.call>) =>
    practice.provider.call(...given);
  const create = async (wanted: object = {}) =>
    json<WebhookWithSecret>(await call('POST', '/webhooks', { url: receiver.url, ...wanted }));
  const list = async () => json<{ items: Webhook[] }>(await call('GET', '/webhooks')).items;
  const listDeliveries = async (webhookId: string, query = '') =>
    json<{ items: WebhookDelivery[]; cursor?: string }>(
      await call('GET', `/webhooks/${webhookId}/deliveries${query}`),
    );
  const happen = (caseId?: string) =>
    inTransactionWithEvents(server.deps, async (_, queueEvent) =>
      queueEvent.forPrograms(practice.accountId, {
        type: 'case.changed',
        data: caseId === undefined ? {} : { caseId },
      }),
    );
  const run = async () => {
    await sender.sendWebhooks(server.deps, silentLogger);
    await sender.drain();
  };

  it('A secret is shown once, and the list has everything else', async () => {
    const { secret, ...webhook } = await create({ types: ['case.changed'] });
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toMatchObject({ url: receiver.url, isActive: true, disabledReason: null });
    expect(await list()).toEqual([webhook]);
    const rows = await server.deps.db.selectFrom('webhooks').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    const other = createProvider(server, (await addAccount(server)).apiKey);
    for (const path of ['/test', '/rotate'])
      expect(
        (await other.call('POST', `/webhooks/${webhook.webhookId}${path}`, {})).statusCode,
      ).toBe(404);
    expect((await call('DELETE', `/webhooks/${webhook.webhookId}`)).statusCode).toBe(200);
    expect(await list()).toEqual([]);
  });

  it('A private address is refused with a sentence at its field', async () => {
    for (const url of ['https://10.0.0.1/', 'http://127.0.0.2/', 'https://a:b@receiver.example/']) {
      const refused = await call('POST', '/webhooks', { url });
      expect([refused.statusCode, Object.keys(json(refused)['fields'] as object)]).toEqual([
        400,
        ['/url'],
      ]);
    }
  });

  it('An event is sent once with its signature, and only of the chosen types', async () => {
    await happen('before-the-webhook');
    const { secret, webhookId } = await create({ types: ['case.changed'] });
    await inTransactionWithEvents(server.deps, async (_, queueEvent) =>
      queueEvent.forPrograms(practice.accountId, { type: 'client.changed', data: {} }),
    );
    await happen('case-one');
    await run();
    await run();
    expect(receiver.received.map(({ event }) => event)).toMatchObject([
      { type: 'case.changed', sequence: 3, data: { caseId: 'case-one' } },
    ]);
    const [{ id, headers, body, event } = receiver.received[0] as never] = receiver.received;
    expect([id, headers['content-type']]).toEqual([event.eventId, 'application/json']);
    const at = String(headers['webhook-timestamp']);
    expect(Number(at)).toBe(Math.floor(server.clock.now().getTime() / 1_000));
    expect(headers['webhook-signature']).toBe(computeSignature(secret, id, at, body));
    expect((await listDeliveries(webhookId)).items).toMatchObject([
      { eventId: id, state: 'delivered', attempts: 1, log: [{ status: 204, reason: null }] },
    ]);
  });

  it('Two secrets sign during the overlap, and the old one no longer afterwards', async () => {
    const { secret: first, webhookId } = await create();
    const { secret: second } = json<WebhookWithSecret>(
      await call('POST', `/webhooks/${webhookId}/rotate`, { overlapHours: 1 }),
    );
    await happen();
    await run();
    server.clock.forward(hourMs + 1);
    await happen();
    await run();
    const expected = receiver.received.map(({ id, headers, body }, index) =>
      (index === 0 ? [second, first] : [second])
        .map((secret) => computeSignature(secret, id, String(headers['webhook-timestamp']), body))
        .join(' '),
    );
    expect(receiver.received.map(({ headers }) => headers['webhook-signature'])).toEqual(expected);
    expect(expected).toHaveLength(2);
  });

  it('A later event of a case waits for the earlier one, and other cases do not', async () => {
    await create();
    for (const caseId of ['case-one', 'case-one', 'case-two']) await happen(caseId);
    let isUp = false;
    receiver.behave(({ event }) => (isUp || event.data.caseId === 'case-two' ? 204 : 500));
    await run();
    expect(receiver.taken.map(({ event }) => event.sequence)).toEqual([3]);
    expect(receiver.received).toHaveLength(2);
    isUp = true;
    await run(); // the retry is not due
    expect(receiver.received).toHaveLength(2);
    server.clock.forward(minuteMs);
    await run();
    expect(receiver.taken.map(({ event }) => event.sequence)).toEqual([3, 1, 2]);
  });

  it('A change of a submission waits for the event that it was sent', async () => {
    const { processGuid } = await publish(server, practice.apiKey, {
      title: 'Unfall',
      formElements: [{ id: 'name', type: 'input', label: 'Name' }],
    });
    await create({ types: ['form.submitted', 'submission.changed'] });
    const { workflowKey, headers } = await visit(server, processGuid);
    const sent = await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${workflowKey}`,
      headers,
      payload: { revision: 1, language: 'de', answers: [] },
    });
    const { submissionId } = json<{ submissionId: string }>(sent);
    await call('PATCH', `/submissions/${submissionId}`, { state: 'done' });
    receiver.behave(({ event }) => (event.type === 'form.submitted' ? 500 : 204));
    await run();
    expect(receiver.received.map(({ event }) => event.type)).toEqual(['form.submitted']);
    receiver.behave(() => 204);
    server.clock.forward(minuteMs);
    await run();
    expect(receiver.taken.map(({ event }) => event.type)).toEqual([
      'form.submitted',
      'submission.changed',
    ]);
  });

  it('A failing webhook gets a probe per interval, and everything after a success', async () => {
    const { webhookId } = await create();
    const { failuresBeforeProbes, probeEveryMs } = webhookDeliveryLimits;
    for (let count = 0; count < failuresBeforeProbes + 5; count += 1) await happen(`case-${count}`);
    receiver.behave(() => 503);
    await run();
    const before = receiver.received.length;
    expect(before).toBe(failuresBeforeProbes);
    await run();
    expect(receiver.received).toHaveLength(before);
    for (let probes = 1; probes <= 3; probes += 1) {
      server.clock.forward(probeEveryMs);
      await run();
      await run();
      expect(receiver.received).toHaveLength(before + probes);
    }
    expect((await list())[0]?.failingSince).not.toBeNull();
    receiver.behave(() => 200);
    server.clock.forward(probeEveryMs);
    await run();
    expect(receiver.taken).toHaveLength(failuresBeforeProbes + 5);
    expect((await list())[0]?.failingSince).toBeNull();
    expect((await listDeliveries(webhookId, '?state=waiting')).items).toEqual([]);
  });

  it('Deliveries that were queued or tried by a clock that was ahead are sent', async () => {
    const { webhookId } = await create();
    receiver.behave(() => 503);
    server.clock.jump(20 * dayMs);
    await happen('case-tried');
    await run();
    await happen('case-queued');
    await queueEvents(server.deps);
    server.clock.jump(-20 * dayMs);
    receiver.behave(() => 200);
    await run();
    expect(receiver.taken).toHaveLength(2);
    expect((await listDeliveries(webhookId, '?state=waiting')).items).toEqual([]);
  });

  it('A probe that a clock ahead has planned is sent, one per interval', async () => {
    await create();
    const { failuresBeforeProbes, probeEveryMs } = webhookDeliveryLimits;
    for (let count = 0; count < failuresBeforeProbes + 2; count += 1) await happen(`case-${count}`);
    receiver.behave(() => 503);
    server.clock.jump(20 * dayMs);
    await run();
    server.clock.jump(-20 * dayMs);
    const before = receiver.received.length;
    await run();
    await run();
    expect(receiver.received).toHaveLength(before + 1);
    receiver.behave(() => 200);
    server.clock.forward(probeEveryMs);
    await run();
    expect(receiver.taken).toHaveLength(failuresBeforeProbes + 2);
  });

  it('A webhook is turned off after three days of failures, and an answer of 410 at once', async () => {
    const { webhookId } = await create();
    await call('PUT', '/notifications', { email: 'post@kanzlei.example', kinds: [] });
    receiver.behave(() => 500);
    await happen('case-one');
    await run();
    server.clock.forward(3 * dayMs - 1);
    await run();
    expect((await list())[0]?.isActive).toBe(true);
    server.clock.forward(minuteMs);
    await happen('case-two');
    await run();
    expect((await list())[0]).toMatchObject({ isActive: false, disabledReason: 'failing' });
    const [mail] = await listNewestMessages(server.deps, 5);
    expect(mail).toMatchObject({
      recipient: 'post@kanzlei.example',
      subject: 'Ein Webhook wurde abgeschaltet',
    });
    expect(mail?.body).not.toContain('/hook');
    await run();
    const [, oldest] = (await listDeliveries(webhookId)).items;
    expect(oldest).toMatchObject({ state: 'failed', nextAttemptAt: null });
    const turnedOn = { url: receiver.url, types: [], isActive: true };
    receiver.behave(() => 410);
    await call('PUT', `/webhooks/${webhookId}`, turnedOn);
    await run();
    expect((await list())[0]).toMatchObject({ isActive: false, disabledReason: 'gone' });
    receiver.behave(() => 200);
    expect(json(await call('PUT', `/webhooks/${webhookId}`, turnedOn))).toMatchObject({
      isActive: true,
      disabledReason: null,
    });
    await run();
    expect(receiver.taken.map(({ event }) => event.data.caseId)).toEqual(['case-two']);
  });

  it('A delivery, the events since an instant and a test are queued on request', async () => {
    await happen('before-the-webhook');
    server.clock.forward(minuteMs);
    const since = server.clock.now().toISOString();
    await happen('case-one');
    const { webhookId } = await create();
    await happen('case-two');
    await run();
    const [delivery] = (await listDeliveries(webhookId)).items;
    const path = `/webhooks/${webhookId}`;
    await call('POST', `${path}/deliveries/${delivery?.deliveryId}/replay`);
    expect(json(await call('POST', `${path}/replay`, { since }))).toEqual({ queued: 2 });
    await call('POST', `${path}/test`);
    await run();
    expect(
      receiver.received.map(({ event }) => event.data.caseId ?? event.type).toSorted(),
    ).toEqual(['case-one', 'case-two', 'case-two', 'case-two', 'webhook.test']);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
    const first = await listDeliveries(webhookId, '?limit=3');
    const second = await listDeliveries(webhookId, `?limit=3&cursor=${first.cursor}`);
    expect([first.items.length, second.items.length]).toEqual([3, 2]);
    expect(
      (await call('POST', `${path}/replay`, { since: '2026-02-31T10:00:00Z' })).statusCode,
    ).toBe(400);
  });

  it('A settled delivery is deleted with its log after a month, a waiting one is not', async () => {
    const { webhookId } = await create();
    await happen('case-one');
    await run();
    server.clock.forward((webhookDeliveryLimits.keptDays + 1) * dayMs);
    await call('POST', `/webhooks/${webhookId}/test`);
    await deleteOldDeliveries(server.deps);
    expect((await listDeliveries(webhookId)).items).toMatchObject([
      { type: 'webhook.test', state: 'waiting' },
    ]);
    expect(await server.deps.db.selectFrom('webhookAttempts').selectAll().execute()).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#schemas/platform/time.ts';
import { DeliveryFailed } from '#server/ports/delivery.ts';
import type { Mailer } from '#server/ports/mailer.ts';
import { silentLogger } from '#server/testing/silentLogger.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { enqueueMail, sendMailOutbox } from './service.ts';

const taking: Mailer = { send: async (_, beforeHandover) => beforeHandover() };
const away: Mailer = {
  send: () => Promise.reject(new DeliveryFailed('ECONNREFUSED', 'notTaken')),
};
const hangingBefore: Mailer = { send: () => new Promise(() => undefined) };
const hangingAfter: Mailer = {
  send: async (_, beforeHandover) => {
    await beforeHandover();
    return new Promise(() => undefined);
  },
};

describeOnEachDatabase('mails after the clock was set back', (open) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ open });
  });
  beforeEach(() => server.deps.db.deleteFrom('mailOutbox').execute());
  afterAll(() => server.close());

  const enqueue = () =>
    enqueueMail(server.deps, server.deps.db, {
      accountId: null,
      to: { email: 'miriam@beispiel.example' },
      language: 'de',
      content: { subject: 'Ihre PIN', paragraphs: [] },
    });
  const send = (mailer: Mailer = taking) =>
    sendMailOutbox({ ...server.deps, mailer }, silentLogger);
  const rows = () =>
    server.deps.db.selectFrom('mailOutbox').selectAll().orderBy('createdAt').execute();
  const states = async () => (await rows()).map(({ state }) => state);

  it('Mails that were queued, tried or claimed while the clock was ahead are sent', async () => {
    server.clock.jump(20 * dayMs);
    await enqueue();
    await send(away);
    await enqueue();
    void send(hangingBefore);
    await expect.poll(async () => (await rows()).map(({ attempts }) => attempts)).toEqual([1, 1]);
    await enqueue();
    server.clock.jump(-20 * dayMs);
    await send();
    expect(await states()).toEqual(['sent', 'sent', 'sent']);
  });

  it('A mail that was queued by a clock a minute ahead is sent at once', async () => {
    server.clock.jump(minuteMs);
    await enqueue();
    server.clock.jump(-minuteMs);
    await send();
    expect(await states()).toEqual(['sent']);
  });

  it('A mail is not taken over from a process whose clock is ahead by minutes', async () => {
    await enqueue();
    server.clock.jump(5 * minuteMs);
    void send(hangingBefore);
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    server.clock.jump(-5 * minuteMs);
    await send();
    expect(await states()).toEqual(['waiting']);
  });

  it('A mail of a process that died after handing it over is unclear', async () => {
    await enqueue();
    server.clock.jump(20 * dayMs);
    void send(hangingAfter);
    await expect.poll(states).toEqual(['handedOver']);
    server.clock.jump(-20 * dayMs);
    await send();
    expect(await states()).toEqual(['unclear']);
  });
});

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailOutboxLimits } from '#server/mail/limits.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import { DeliveryFailed } from '#server/ports/delivery.ts';
import { createSmtpMailer, type Mailer } from '#server/ports/mailer.ts';
import { createHttpSms } from '#server/ports/sms.ts';
import { startSmtpRelay, type SmtpRelay } from '#server/testing/peers/smtpRelay.ts';
import { silentLogger } from '#server/testing/silentLogger.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import {
  enqueueMail,
  enqueueSms,
  listNewestMessages,
  sendMailOutbox,
  type MailContent,
  type NewMail,
} from './service.ts';
import { buildHtmlPart } from './mailParts.ts';
import { createRecordedLog } from '#server/testing/clients.ts';

const from = 'portal@kanzlei.example';
const content: MailContent = {
  subject: 'Ihre PIN',
  paragraphs: ['Hier ist <b>Ihre</b> PIN.'],
  code: '482913',
  link: { label: 'Portal öffnen', url: 'https://portal.example/start/geheimer-schluessel' },
};
const to = { email: 'miriam@beispiel.example', name: 'Miriam Castillo' };
const smtpError = (responseCode: number) => Object.assign(new Error('no'), { responseCode });
/** Unfolds the lines of a raw mail. */
const decoded = (raw: string) =>
  raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

describeOnEachDatabase('the mail outbox', (open) => {
  let server: TestServer;
  let relay: SmtpRelay;
  const log = createRecordedLog();
  let onMail: (raw: string) => unknown;
  let onRcpt: () => Error | undefined;

  beforeAll(async () => {
    relay = await startSmtpRelay({
      onMail: (raw) => onMail(raw),
      options: { onRcptTo: (_address, _session, done) => done(onRcpt()) },
    });
    server = await startTestServer({
      open,
      mailer: createSmtpMailer({ smtpUrl: relay.smtpUrl, from }),
    });
  });
  beforeEach(async () => {
    log.clear();
    onMail = () => undefined;
    onRcpt = () => undefined;
    relay.received.length = 0;
    await server.deps.db.deleteFrom('mailOutbox').execute();
  });
  afterAll(async () => {
    await server.close();
    await relay.close();
  });

  const enqueue = (mail: Partial<NewMail> = {}) =>
    enqueueMail(server.deps, server.deps.db, {
      accountId: null,
      to,
      language: 'de',
      content,
      ...mail,
    });
  const send = (mailer: Mailer | null = server.deps.mailer) =>
    sendMailOutbox({ ...server.deps, mailer }, log.logger);
  const rows = () =>
    server.deps.db.selectFrom('mailOutbox').selectAll().orderBy('createdAt').execute();
  const states = async () => (await rows()).map(({ state }) => state);

  it('A mail has two parts, the account’s name and its logo', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    const { key } = await server.deps.blobStore.put(Readable.from([png]), { maxBytes: 99 });
    const { accountId } = await addAccount(server, { name: 'Aydın & Kollegen', logoKey: key });
    await enqueue({ accountId });
    await send();
    const [mail] = relay.received;
    const raw = decoded(mail?.raw ?? '');
    expect(mail?.to).toEqual([to.email]);
    expect(raw).toContain(`<${from}>`);
    expect(raw).toMatch(/^From: =\?UTF-8\?/m);
    expect(raw).toContain('Auto-Submitted: auto-generated');
    expect(raw).toContain('Content-Type: text/plain');
    expect(raw).toContain('Guten Tag Miriam Castillo,');
    expect(raw).toContain('Hier ist &#60;b&#62;Ihre&#60;/b&#62; PIN.');
    expect(raw).toContain('src="cid:logo"');
    expect(raw).toContain(png.toString('base64').replace('=', ''));
    expect(raw).not.toMatch(/src="http/);
  });

  it('The button has a readable contrast in any account’s colour', () => {
    const sender = { name: 'L', contact: { contact: '' }, primaryColor: '#f2b705', logoKey: null };
    const html = buildHtmlPart(
      {
        subject: 'Link',
        paragraphs: [],
        link: { label: 'Öffnen', url: 'https://portal.example/' },
      },
      { language: 'de', recipientName: 'M', sender },
    );
    expect(html).toContain('background:#f2b705;color:#000000');
  });

  it('A mail is in the reader’s language', async () => {
    await enqueue({ language: 'en' });
    await send();
    expect(decoded(relay.received[0]?.raw ?? '')).toContain('Hello Miriam Castillo,');
  });

  it('A name or subject cannot inject a header', async () => {
    const { accountId } = await addAccount(server, { name: 'Kanzlei\r\nBcc: all@example.com' });
    await enqueue({ accountId, content: { ...content, subject: 'Eins\r\nBcc: all@example.com' } });
    await send();
    const [headers] = relay.received[0]?.raw.split('\r\n\r\n') ?? [];
    expect(headers).toContain('Subject: Eins Bcc: all@example.com');
    expect(headers).not.toMatch(/^Bcc:/m);
    expect(relay.received[0]?.to).toEqual([to.email]);
  });

  it('A rolled back transaction sends no mail', async () => {
    await server.deps.db
      .transaction()
      .execute(async (db) => {
        await enqueueMail(server.deps, db, { accountId: null, to, language: 'de', content });
        throw new Error('taken back');
      })
      .catch(() => undefined);
    await send();
    expect(relay.received).toEqual([]);
  });

  it('The text is deleted after sending and is not in the log', async () => {
    await enqueue();
    await send();
    const [row] = await rows();
    expect(row).toMatchObject({
      state: 'sent',
      attempts: 1,
      sentAt: server.clock.now().toISOString(),
      subject: '',
      sealed: '',
    });
    expect(relay.received[0]?.raw).toContain('482913');
    for (const secret of ['482913', 'geheimer-schluessel', to.email])
      expect(log.read()).not.toContain(secret);
    for (const secret of ['482913', 'geheimer-schluessel'])
      expect(JSON.stringify(row)).not.toContain(secret);
  });

  it('A waiting text is sealed for its row with the installation’s secret', async () => {
    await enqueue();
    const [row] = await rows();
    for (const secret of ['482913', 'geheimer-schluessel', 'Castillo'])
      expect(JSON.stringify(row)).not.toContain(secret);
    expect((await listNewestMessages(server.deps, 1))[0]).toMatchObject({
      body: expect.stringContaining('482913'),
      html: expect.stringContaining('geheimer-schluessel'),
    });
    const elsewhere = {
      ...server.deps,
      config: { ...server.deps.config, authSecret: 'the secret of another installation' },
    };
    await expect(listNewestMessages(elsewhere, 1)).rejects.toThrow();
    await server.deps.db.updateTable('mailOutbox').set({ id: 'another-row' }).execute();
    await expect(listNewestMessages(server.deps, 1)).rejects.toThrow();
    await server.deps.db.deleteFrom('mailOutbox').execute();
  });

  it('Concurrent processes send each mail once', async () => {
    for (let count = 0; count < 20; count += 1)
      await enqueue({ content: { ...content, subject: `Nummer ${count}` } });
    await Promise.all([send(), send(), send(), send()]);
    expect(relay.received).toHaveLength(20);
    expect(
      new Set(relay.received.map(({ raw }) => /^Message-ID: (.+)$/m.exec(raw)?.[1])).size,
    ).toBe(20);
    expect(new Set(await states())).toEqual(new Set(['sent']));
  });

  it('Retries use exponential backoff and the same Message-ID', async () => {
    await enqueue();
    const away = createSmtpMailer({ smtpUrl: 'smtp://127.0.0.1:1', from });
    await send(away);
    await send();
    expect([await states(), relay.received]).toEqual([['waiting'], []]);
    server.clock.forward(mailOutboxLimits.backOff.firstMs);
    onMail = () => {
      throw smtpError(451);
    };
    await send();
    const id = (await rows())[0]?.id ?? '';
    onMail = () => undefined;
    server.clock.forward(mailOutboxLimits.backOff.firstMs);
    await send();
    expect(await states()).toEqual(['waiting']);
    server.clock.forward(mailOutboxLimits.backOff.firstMs);
    await send();
    expect(await states()).toEqual(['sent']);
    expect(relay.received[0]?.raw).toContain(`Message-ID: <${id}@kanzlei.example>`);
    expect(log.read()).toContain('"fate":"notTaken"');
  });

  it('A mail that the relay refuses for good is not retried', async () => {
    await enqueue();
    onRcpt = () => smtpError(550);
    await send();
    onRcpt = () => undefined;
    server.clock.forward(mailOutboxLimits.backOff.maxMs);
    await send();
    expect([await states(), relay.received]).toEqual([['refused'], []]);
  });

  it('A mail with a lost reply of the relay is not retried', async () => {
    await enqueue();
    const taken: string[] = [];
    onMail = (raw) => {
      taken.push(raw);
      relay.breakOff();
      return new Promise(() => undefined);
    };
    await send();
    expect([await states(), taken.length]).toEqual([['unclear'], 1]);
  });

  it('A mail is retried if the process died before handing it over', async () => {
    await enqueue();
    void send({ send: () => new Promise(() => undefined) });
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    await send();
    expect(relay.received).toEqual([]);
    server.clock.forward(mailOutboxLimits.claimMs);
    await send();
    expect([await states(), relay.received.length]).toEqual([['sent'], 1]);
  });

  it('A mail is not retried if the process died after handing it over', async () => {
    await enqueue();
    void send({
      send: async (_, beforeHandover) => {
        await beforeHandover();
        return new Promise(() => undefined);
      },
    });
    await expect.poll(states).toEqual(['handedOver']);
    server.clock.forward(mailOutboxLimits.claimMs + 1);
    await send();
    expect([await states(), relay.received]).toEqual([['unclear'], []]);
  });

  it('A mail that another process has claimed is not handed over', async () => {
    await enqueue();
    let release = () => undefined as void;
    const slow = createSmtpMailer({ smtpUrl: relay.smtpUrl, from });
    const late = send({
      send: async (mail, beforeHandover) => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return slow.send(mail, beforeHandover);
      },
    });
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    server.clock.forward(mailOutboxLimits.claimMs);
    await send();
    release();
    await late;
    expect([await states(), relay.received.length]).toEqual([['sent'], 1]);
  });

  it('An expired mail is dropped', async () => {
    await enqueue({ goodUntil: new Date(server.clock.now().getTime() + 60_000).toISOString() });
    server.clock.forward(60_000);
    await send();
    expect([await states(), relay.received, (await rows())[0]?.sealed]).toEqual([
      ['lapsed'],
      [],
      '',
    ]);
  });

  it('A mail is given up after two days', async () => {
    await enqueue();
    server.clock.forward(mailOutboxLimits.giveUpAfterHours * 3_600_000 + 1);
    await send({
      send: async () => {
        throw new DeliveryFailed('ECONNREFUSED', 'notTaken');
      },
    });
    expect(await states()).toEqual(['lapsed']);
  });

  it('Without a relay mails are kept for a month', async () => {
    await enqueue();
    await send(null);
    expect(await listNewestMessages(server.deps, 1)).toMatchObject([
      { state: 'waiting', body: expect.stringContaining('482913') },
    ]);
    server.clock.forward(mailOutboxLimits.keptDays * 24 * 3_600_000 + 1);
    await housekeep(server.deps);
    expect(await rows()).toEqual([]);
  });
});

describe('an SMS', () => {
  let server: TestServer;
  let received: { request: IncomingMessage; body: string }[];
  let status: number;
  const gateway = createServer(
    (request, response) =>
      void text(request).then((body) => {
        received.push({ request, body });
        response.writeHead(status).end();
      }),
  );
  beforeAll(async () => {
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    server = await startTestServer({
      sms: createHttpSms({
        url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`,
        token: 'gateway-token',
      }),
    });
  });
  beforeEach(async () => {
    [received, status] = [[], 202];
    await server.deps.db.deleteFrom('mailOutbox').execute();
    await enqueueSms(server.deps, server.deps.db, {
      accountId: null,
      language: 'de',
      to: '+49 171 1234567',
      text: 'PIN 482913',
    });
  });
  afterAll(async () => {
    await server.close();
    gateway.closeAllConnections();
    gateway.close();
  });
  const send = () => sendMailOutbox(server.deps, silentLogger);
  const row = () => server.deps.db.selectFrom('mailOutbox').selectAll().executeTakeFirstOrThrow();

  it('An SMS is sent to the gateway once, with its token, and its text deleted', async () => {
    await send();
    await send();
    const { id, sealed, state } = await row();
    expect([state, sealed]).toEqual(['sent', '']);
    expect(
      received.map(({ request: { method, headers }, body: sent }) => [
        method,
        headers.authorization,
        headers['idempotency-key'],
        JSON.parse(sent) as unknown,
      ]),
    ).toEqual([
      ['POST', 'Bearer gateway-token', id, { id, to: '+49 171 1234567', text: 'PIN 482913' }],
    ]);
  });

  it.each([
    [503, 'waiting', 2],
    [429, 'waiting', 2],
    [400, 'refused', 1],
    [500, 'unclear', 1],
  ])(
    'An SMS with response %d is %s after one attempt, of %d in total',
    async (answer, state, attempts) => {
      status = answer;
      await send();
      expect((await row()).state).toBe(state);
      server.clock.forward(mailOutboxLimits.backOff.firstMs);
      await send();
      expect(received).toHaveLength(attempts);
    },
  );
});

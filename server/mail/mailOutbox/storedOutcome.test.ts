import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import { createLogger } from '#server/http/logging.ts';
import { mailOutboxLimits } from '#server/mail/limits.ts';
import { createSmtpMailer } from '#server/ports/mailer.ts';
import { createHttpSms } from '#server/ports/sms.ts';
import { startSmtpRelay } from '#server/testing/peers/smtpRelay.ts';
import { describeOnEachDatabase, type TestDatabase } from '#server/testing/testDatabase.ts';
import { startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { enqueueMail, enqueueSms, sendMailOutbox } from './service.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** Locks the outbox like a backup or another long transaction. Returns the release. */
async function lockOutbox({ databaseUrl, folder }: TestDatabase): Promise<() => Promise<void>> {
  if (!databaseUrl) {
    const file = new Sqlite(join(folder, 'formakte.sqlite'));
    file.exec('begin immediate');
    return async () => void file.close();
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select * from "mailOutbox" for update');
  return () => client.end();
}

/** A server whose statements give up soon. */
async function startImpatientServer(database: TestDatabase): Promise<TestServer> {
  const { databaseUrl, folder } = database;
  const db = databaseUrl
    ? openDatabase({ databaseUrl: `${databaseUrl}?statement_timeout=100`, dataDir: folder })
    : openSqlite(folder, 10);
  const remove = async () => {
    await db.destroy();
    await database.remove();
  };
  const server = await startTestServer({ open: async () => ({ ...database, db, remove }) });
  closings.push(() => server.close());
  return server;
}

/** Runs `onLine` with each line of the log. */
const logTo = (onLine: (line: string) => void) =>
  createLogger(
    'trace',
    new Writable({
      write(line, _, done) {
        onLine(String(line));
        done();
      },
    }),
  );

describeOnEachDatabase('An outbox that is locked after the handover', (open) => {
  /** Sends with the outbox locked from the handover until the first failure is logged. */
  async function sendLocked(
    database: TestDatabase,
    server: TestServer,
    channel: (onHandover: () => Promise<void>) => Promise<Partial<TestServer['deps']>>,
  ) {
    let release: (() => Promise<void>) | undefined;
    let failures = 0;
    const log = logTo((line) => {
      if (!line.includes('the outcome of a delivery was not stored')) return;
      failures += 1;
      void release?.();
      release = undefined;
    });
    const ports = await channel(async () => {
      release = await lockOutbox(database);
      closings.push(() => release?.());
    });
    await sendMailOutbox({ ...server.deps, ...ports }, log);
    server.clock.forward(mailOutboxLimits.claimMs + mailOutboxLimits.backOff.maxMs);
    await sendMailOutbox({ ...server.deps, ...ports }, log);
    expect(failures).toBeGreaterThan(0);
    return server.deps.db.selectFrom('mailOutbox').select(['state', 'attempts']).execute();
  }

  it('A mail that the relay took is sent once although its row was locked', async () => {
    const database = await open();
    const server = await startImpatientServer(database);
    await enqueueMail(server.deps, server.deps.db, {
      accountId: null,
      to: { email: 'miriam@beispiel.example', name: 'Miriam Castillo' },
      language: 'de',
      content: { subject: 'Ihre PIN', paragraphs: ['Text'] },
    });
    const copies: string[] = [];
    const rows = await sendLocked(database, server, async (onHandover) => {
      const relay = await startSmtpRelay({
        async onMail(raw) {
          copies.push(raw);
          await onHandover();
        },
      });
      closings.push(relay.close);
      const from = 'portal@kanzlei.example';
      return { mailer: createSmtpMailer({ smtpUrl: relay.smtpUrl, from }) };
    });
    expect([rows, copies.length]).toEqual([[{ state: 'sent', attempts: 1 }], 1]);
  });

  it('An SMS that the gateway took is sent once although its row was locked', async () => {
    const database = await open();
    const server = await startImpatientServer(database);
    const to = '+49 171 1234567';
    const sms = { accountId: null, language: 'de', to, text: 'PIN 482913' } as const;
    await enqueueSms(server.deps, server.deps.db, sms);
    let copies = 0;
    const rows = await sendLocked(database, server, async (onHandover) => {
      const gateway = createServer((_, response) => {
        copies += 1;
        void onHandover().then(() => response.writeHead(202).end());
      }).listen(0, '127.0.0.1');
      await once(gateway, 'listening');
      closings.push(() => {
        gateway.closeAllConnections();
        gateway.close();
      });
      const { port } = gateway.address() as AddressInfo;
      return { sms: createHttpSms({ url: `http://127.0.0.1:${port}/`, token: undefined }) };
    });
    expect([rows, copies]).toEqual([[{ state: 'sent', attempts: 1 }], 1]);
  });
});

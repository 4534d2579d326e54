import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#server/deps.ts';
import { hourMs, minuteMs, secondMs } from '#schemas/platform/time.ts';
import { enqueueMail } from '#server/mail/mailOutbox/service.ts';
import { createSmtpMailer } from '#server/ports/mailer.ts';
import { readDatabaseClock } from '#server/testing/clocks/databaseClock.ts';
import { describeOnEachDatabase, describeOnPostgres } from '#server/testing/testDatabase.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { buildApp } from './app.ts';

let server: TestServer | undefined;
afterEach(() => server?.close());

async function probe({ app }: Pick<TestServer, 'app'>) {
  const response = await app.inject('/readyz');
  return [response.statusCode, json<{ notReady?: string[] }>(response).notReady ?? []];
}

/** Replaces ports of a server, for example by ones that never answer. */
const replacePorts = async ({ deps }: TestServer, ports: Partial<Deps>) => ({
  app: await buildApp({ ...deps, ...ports }, { webAppFolder: 'none' }),
});

describeOnEachDatabase('Readiness', (open) => {
  const start = async (env: Record<string, string> = {}) => {
    server = await startTestServer({
      open,
      env: { DATA_DIR: tmpdir(), READY_CLOCK_SECONDS: '0', ...env },
      mailer: createSmtpMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'portal@portal.example' }),
    });
    return server;
  };

  it('A server whose parts respond is ready', async () => {
    expect(await probe(await start())).toEqual([200, []]);
  });

  it('Too little free space is named, and 0 turns the check off', async () => {
    expect(await probe(await start({ READY_FREE_MB: '100000000' }))).toEqual([503, ['disk']]);
    await server?.close();
    expect(await probe(await start({ READY_FREE_MB: '0' }))).toEqual([200, []]);
  });

  it('Too little free space is named with PostgreSQL and S3, because uploads arrive there', async () => {
    const { deps } = await start({ READY_FREE_MB: '100000000' });
    const s3 = { endpoint: '', region: '', bucket: '', accessKeyId: '', secretAccessKey: '' };
    const config = { ...deps.config, databaseUrl: 'postgres://db.example/formakte', s3 };
    const { app } = await replacePorts(server as TestServer, { config });
    expect(await probe({ app })).toEqual([503, ['disk']]);
    await app.close();
  });

  it('Several parts that are not ready are named together, without their causes', async () => {
    const { blobFolder } = await start({ READY_FREE_MB: '100000000' });
    rmSync(blobFolder, { recursive: true });
    const response = await (server as TestServer).app.inject('/readyz');
    expect(json(response)).toEqual({ status: 'notReady', notReady: ['files', 'disk'] });
  });

  it('A virus scanner is named after it could not be used for the limit', async () => {
    const { deps } = await start({ READY_SCANNER_SECONDS: '10' });
    let unusableMs = 10 * secondMs;
    const virusScan = { ...deps.virusScan, getUnusableMs: () => unusableMs };
    const { app } = await replacePorts(server as TestServer, { virusScan });
    expect(await probe({ app })).toEqual([200, []]);
    unusableMs += 1;
    expect(await probe({ app })).toEqual([503, ['scanner']]);
    await app.close();
  });

  it('Mails that wait for too long are named', async () => {
    const { deps, clock } = await start({ READY_MAIL_MINUTES: '30' });
    await enqueueMail(deps, deps.db, {
      accountId: null,
      to: { email: 'miriam@beispiel.example', name: 'Miriam Castillo' },
      language: 'de',
      content: { subject: 'Ihre PIN', paragraphs: ['Text'] },
    });
    clock.forward(30 * minuteMs);
    expect(await probe(server as TestServer)).toEqual([200, []]);
    clock.forward(1);
    expect(await probe(server as TestServer)).toEqual([503, ['mails']]);
  });
});

describe('A clock that went back', () => {
  beforeEach(async () => {
    server = await startTestServer({ env: { DATA_DIR: tmpdir(), READY_CLOCK_SECONDS: '60' } });
    expect(await probe(server)).toEqual([200, []]);
  });

  it('A clock that went back is named until it has caught up', async () => {
    server?.clock.jump(-3 * minuteMs);
    expect(await probe(server as TestServer)).toEqual([503, ['clock']]);
    server?.clock.forward(2 * minuteMs);
    expect(await probe(server as TestServer)).toEqual([200, []]);
  });

  it('A clock that went back by hours is named for five minutes, each time', async () => {
    for (const jump of [-2 * hourMs, -hourMs]) {
      server?.clock.jump(jump);
      expect(await probe(server as TestServer)).toEqual([503, ['clock']]);
      server?.clock.forward(5 * minuteMs - 1);
      expect(await probe(server as TestServer)).toEqual([503, ['clock']]);
      server?.clock.forward(1);
      expect(await probe(server as TestServer)).toEqual([200, []]);
    }
  });
});

describeOnPostgres('The clock of PostgreSQL', (open) => {
  it('A clock that differs from the one of PostgreSQL is named', async () => {
    server = await startTestServer({
      open,
      env: { DATA_DIR: tmpdir(), READY_CLOCK_SECONDS: '60' },
    });
    const setClock = (at: number) => server?.clock.forward(at - server.clock.now().getTime());
    setClock(await readDatabaseClock(server.deps.db));
    expect(await probe(server)).toEqual([200, []]);
    setClock((await readDatabaseClock(server.deps.db)) + 2 * minuteMs);
    expect(await probe(server)).toEqual([503, ['clock']]);
  });
});

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { openSqlite } from '#server/db/sqlite.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { createS3BlobStore } from '#server/ports/s3BlobStore.ts';
import { openSilentLine } from '#server/testing/peers/silentLine.ts';
import {
  describeOnPostgres,
  openSqliteTest,
  type OpenTestDatabase,
} from '#server/testing/testDatabase.ts';
import {
  addAccount,
  createBrowser,
  json,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';
import { findOutage } from './outages.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function start(open: OpenTestDatabase): Promise<TestServer> {
  const server = await startTestServer({ open });
  closings.push(() => server.close());
  return server;
}

const logIn = (server: TestServer) =>
  createBrowser(server).post('/authenticate/login', { Username: 'jonas', Password: 'falsch' });

/** Locks the server's SQLite file from another thread until it gets a message. */
async function lockDatabase(folder: string): Promise<Worker> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    const db = require('better-sqlite3')(workerData.file);
    db.exec('begin immediate');
    parentPort.postMessage('locked');
    parentPort.once('message', () => { db.exec('commit'); db.close(); });`;
  const workerData = { file: join(folder, 'formakte.sqlite') };
  const worker = new Worker(code, { eval: true, workerData });
  await once(worker, 'message');
  closings.push(() => worker.terminate());
  return worker;
}

it('A write waits for the lock of SQLite without blocking other calls', async () => {
  const { folder, ...rest } = await openSqliteTest();
  const server = await start(async () => ({ folder, ...rest }));
  const worker = await lockDatabase(folder);
  const write = logIn(server);
  for (let calls = 0; calls < 20; calls += 1) {
    await nextTurn(); // the write has failed at least once meanwhile
    expect((await server.app.inject('/healthz')).statusCode).toBe(200);
  }
  worker.postMessage('release');
  expect((await write).statusCode).toBe(401);
});

it('A transaction that begins with a read holds the write lock, so that its write cannot fail', async () => {
  const { db, folder, remove } = await openSqliteTest();
  const other = new Sqlite(join(folder, 'formakte.sqlite'), { timeout: 0 });
  closings.push(remove, () => other.close());
  await inTransaction(db, async (transaction) => {
    await transaction.selectFrom('attemptCounters').selectAll().execute();
    expect(() => other.exec('begin immediate')).toThrow('database is locked');
    await transaction
      .insertInto('attemptCounters')
      .values({ subject: 'login', count: 1, endsAt: '2026' })
      .execute();
  });
});

it('A lock of SQLite that outlasts the wait is 503 with Retry-After', async () => {
  const { folder, remove, ...rest } = await openSqliteTest();
  const db = openSqlite(folder, 50);
  closings.push(remove);
  const server = await start(async () => ({ ...rest, folder, db, remove: () => db.destroy() }));
  const worker = await lockDatabase(folder);
  const response = await logIn(server);
  expect([response.statusCode, json(response)['reason']]).toEqual([503, 'unavailable']);
  expect(response.headers['retry-after']).toBe('1');
  await worker.terminate();
});

it('A full disk is 507, and reads still succeed', async () => {
  const server = await start(openSqliteTest);
  const { apiKey } = await addAccount(server);
  const headers = { 'x-api-key': apiKey };
  const createForm = () =>
    server.app.inject({
      method: 'POST',
      url: '/provider/v1/forms',
      headers,
      payload: {
        definition: {
          title: 'Unfall',
          formElements: [{ id: 'a', type: 'input', label: 'x'.repeat(400) }],
        },
      },
    });
  await sql`pragma max_page_count = 1`.execute(server.deps.db); // SQLite keeps the used pages
  let response = await createForm();
  for (let each = 0; each < 200 && response.statusCode < 300; each += 1)
    response = await createForm();
  expect([response.statusCode, json(response)['reason']]).toEqual([507, 'storageFull']);
  const list = await server.app.inject({ method: 'GET', url: '/provider/v1/forms', headers });
  expect(list.statusCode).toBe(200);
});

it('A full disk is 507 in a transaction that shares its commit too', async () => {
  const { db } = await start(openSqliteTest).then(({ deps }) => deps);
  await sql`pragma max_page_count = 1`.execute(db);
  const fill = () =>
    inTransaction(db, (transaction) =>
      transaction
        .insertInto('attemptCounters')
        .values({ subject: randomBytes(4_000).toString('hex'), count: 1, endsAt: '2026' })
        .execute(),
    );
  let failure: unknown;
  for (let each = 0; each < 100 && !failure; each += 1)
    failure = await fill().then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(findOutage(failure)).toBe('storageFull');
});

describeOnPostgres('an outage of the database', (open) => {
  it('A database that is away is 503, and the next call after its return succeeds', async () => {
    const database = await open();
    const line = await openSilentLine(database.databaseUrl ?? '');
    const db = openDatabase({ databaseUrl: line.url.href, dataDir: database.folder });
    closings.push(database.remove);
    const server = await start(async () => ({ ...database, db, remove: () => db.destroy() }));
    expect((await logIn(server)).statusCode).toBe(401);
    line.close();
    const response = await logIn(server);
    expect([response.statusCode, json(response)['reason']]).toEqual([503, 'unavailable']);
    await line.open();
    expect((await logIn(server)).statusCode).toBe(401);
    line.close();
  });

  it('Writers get success or 503 with Retry-After while the database is away', async () => {
    const database = await open();
    const line = await openSilentLine(database.databaseUrl ?? '');
    const db = openDatabase({ databaseUrl: line.url.href, dataDir: database.folder });
    closings.push(database.remove);
    const server = await start(async () => ({ ...database, db, remove: () => db.destroy() }));
    const { apiKey } = await addAccount(server);
    const phases = { before: 0, away: 0, after: 0 };
    let phase: keyof typeof phases = 'before';
    const createForms = async () => {
      while (phases.after < 10) {
        const during = phase;
        const response = await server.app.inject({
          method: 'POST',
          url: '/provider/v1/forms',
          headers: { 'x-api-key': apiKey },
          payload: {
            definition: {
              title: 'Unfall',
              formElements: [{ id: 'a', type: 'input', label: 'Name' }],
            },
          },
        });
        const isSuccess = response.statusCode < 300;
        if (!isSuccess)
          expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
        if (isSuccess !== (during === 'away')) phases[during] += 1;
      }
    };
    const writers = [1, 2, 3].map(createForms);
    await expect.poll(() => phases.before).toBeGreaterThan(3);
    phase = 'away';
    line.close();
    await expect.poll(() => phases.away).toBeGreaterThan(10);
    await line.open();
    phase = 'after';
    await Promise.all(writers);
    line.close();
  });
});

it.each([
  ['responds with 500', 500],
  ['asks to slow down', 503],
  ['never responds', undefined],
])('A file store that %s is an outage', async (_, status) => {
  const service = createServer((__, response) => {
    if (status !== undefined) response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  closings.push(() => {
    service.closeAllConnections();
    service.close();
  });
  const store = createS3BlobStore(
    {
      endpoint: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
      bucket: 'files',
      region: 'eu-central-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    },
    { connectMs: 200, silenceMs: 200, checkMs: 300 },
  );
  const failed = async (work: Promise<unknown>) =>
    findOutage(await work.then(() => undefined).catch((error: unknown) => error));
  expect(await failed(store.get('key'))).toBe('unavailable');
  await expect(store.check()).rejects.toThrow();
});

it.each([
  ['ENOSPC', 'storageFull'],
  ['EROFS', 'unavailable'],
  ['53100', 'storageFull'],
  ['57P01', 'unavailable'],
  ['23505', undefined],
  ['SQLITE_CONSTRAINT_UNIQUE', undefined],
])('An error with the code %s is %s', (code, reason) => {
  const error = Object.assign(new Error('failed'), { code });
  expect(findOutage(error)).toBe(reason);
  expect(findOutage(new Error('saving failed', { cause: error }))).toBe(reason);
});

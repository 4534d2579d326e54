import { once } from 'node:events';
import type * as fsPromises from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { PassThrough } from 'node:stream';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { minuteMs, secondMs } from '#schemas/platform/time.ts';
import type { Deps } from '#server/deps.ts';
import { createSmtpMailer } from '#server/ports/mailer.ts';
import { createCheckedScan } from '#server/ports/clamdScan.ts';
import { silentLogger } from '#server/testing/silentLogger.ts';
import { describeOnPostgres, type OpenTestDatabase } from '#server/testing/testDatabase.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { buildApp } from './app.ts';
import { openDeps } from './openDeps.ts';

const never = <T>() => new Promise<T>(() => undefined);
const disk = vi.hoisted(() => ({ isHanging: false }));
vi.mock('node:fs/promises', async (importActual) => {
  const actual = await importActual<typeof fsPromises>();
  const statfs = (path: string) => (disk.isHanging ? never() : actual.statfs(path));
  return { ...actual, statfs };
});

/** The limit that docs/operations.md promises, and time for a machine under load. */
const limitMs = 2 * secondMs;
const marginMs = scaleTimeout(secondMs);

let releaseQueries: () => void = () => undefined;

/** Holds back the results of queries until the test ends. */
function holdBack(db: Deps['db'], isHeld: (query: string) => boolean): Deps['db'] {
  const held = new WeakSet<object>();
  const released = new Promise<void>((resolve) => {
    releaseQueries = resolve;
  });
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (isHeld(JSON.stringify(node satisfies RootOperationNode))) held.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (held.has(queryId)) await released;
      return result;
    },
  };
  return db.withPlugin(plugin);
}

/** A scanner that accepts files and never answers, examined for ten minutes. */
function startHangingScan() {
  let now = 0;
  const scan = createCheckedScan({ scanning: () => new PassThrough() }, () => now);
  void scan.check();
  now = 10 * minuteMs;
  return scan;
}

let server: TestServer;
async function start(open?: OpenTestDatabase): Promise<void> {
  server = await startTestServer({
    ...(open ? { open } : {}),
    env: { DATA_DIR: tmpdir(), READY_MAIL_MINUTES: '1', READY_CLOCK_SECONDS: '1000000' },
    mailer: createSmtpMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'portal@portal.example' }),
  });
}
afterEach(async () => {
  disk.isHanging = false;
  releaseQueries();
  await server.close();
});

/** Returns the parts that are not ready, if the answer is in time. */
async function probe(ports: Partial<Deps> = {}): Promise<string[] | undefined> {
  const app = await buildApp({ ...server.deps, ...ports }, { webAppFolder: 'none' });
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  const startedAt = performance.now();
  const response = await app.inject('/readyz');
  const elapsedMs = performance.now() - startedAt;
  releaseQueries();
  await app.close();
  expect(elapsedMs).toBeLessThan(limitMs + marginMs);
  return json<{ notReady?: string[] }>(response).notReady;
}

const createHangingStore = ({ blobStore }: Deps) => ({ ...blobStore, check: never<void> });

it('A file store that never answers is named within two seconds', async () => {
  await start();
  expect(await probe({ blobStore: createHangingStore(server.deps) })).toEqual(['files']);
});

it('A disk that never answers is named within two seconds', async () => {
  await start();
  disk.isHanging = true;
  expect(await probe()).toEqual(['disk']);
});

it('A virus scanner that never answers is named', async () => {
  await start();
  expect(await probe({ virusScan: startHangingScan() })).toEqual(['scanner']);
});

// The driver of SQLite is synchronous: its queries hang with the process.
describeOnPostgres('Readiness with a database that never answers', (open) => {
  beforeEach(() => start(open));

  it.each([
    ['database', 'select 1'],
    ['mails', 'mailOutbox'],
    ['clock', 'clock_timestamp'],
  ])('The part %s is named within two seconds', async (part, query) => {
    const db = holdBack(server.deps.db, (text) => text.includes(query));
    expect(await probe({ db })).toEqual([part]);
  });

  it('Parts that never answer are waited for at the same time', async () => {
    disk.isHanging = true;
    const db = holdBack(server.deps.db, () => true);
    const blobStore = createHangingStore(server.deps);
    const notReady = await probe({ db, blobStore, virusScan: startHangingScan() });
    expect(notReady).toEqual(['database', 'files', 'disk', 'scanner', 'mails', 'clock']);
  });
});

it('The request to a bucket that never answers ends with its check', async () => {
  await start();
  const service = createServer().listen(0, '127.0.0.1');
  await once(service, 'listening');
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const s3 = { endpoint, region: 'r', bucket: 'b', accessKeyId: 'i', secretAccessKey: 's' };
  const { config, db, insurances, virusScan } = server.deps;
  const { blobStore } = await openDeps(
    { ...config, s3, databaseUrl: undefined },
    { log: silentLogger, db, insurances, virusScan },
  );
  const startedAt = performance.now();
  await expect(blobStore.check()).rejects.toThrow();
  expect(performance.now() - startedAt).toBeLessThan(limitMs + marginMs);
  service.closeAllConnections();
  service.close();
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { FirstViews } from '#schemas/firstView.ts';
import { limits } from '#schemas/limits.ts';
import {
  ConfigError,
  dataFolderOf,
  readConfig,
  readMode,
  type Config,
  type Mode,
} from './config.ts';
import { buildApp } from './app.ts';
import { DataFolderInUse, lockDataFolder } from './db/dataFolderLock.ts';
import { migrate, openDatabase } from './db/database.ts';
import type { Deps } from './deps.ts';
import demoInsurances from './demo/insurances.json' with { type: 'json' };
import { demoEnvironment } from './demo/demoEnvironment.ts';
import { announceDemo, loadDemoWorld } from './demo/demoWorld.ts';
import { registerDemoRoutes } from './demo/routes.ts';
import { passwordCost } from './http/passwords.ts';
import { housekeep, sweepBlobs } from './housekeeping.ts';
import { answerRequests } from './modules/credentials/service.ts';
import { sendOutbox } from './modules/outbox/service.ts';
import { watchDeadlines } from './modules/tasks/service.ts';
import type { BlobStore } from './ports/blobStore.ts';
import { createCheckedScan, createClamdScan, type CheckedScan } from './ports/clamdScan.ts';
import { systemClock } from './ports/clock.ts';
import { createLocalEventBus } from './ports/eventBus.ts';
import {
  createFixedInsurances,
  createUpstreamInsurances,
  readInsurancesFile,
  type InsuranceSource,
} from './ports/insuranceSource.ts';
import { createLocalBlobStore } from './ports/localBlobStore.ts';
import { createPostgresEventBus } from './ports/postgresEventBus.ts';
import { createSmtpMailer } from './ports/mailer.ts';
import { createHttpSms } from './ports/sms.ts';
import { builtInVirusScan } from './ports/virusScan.ts';

const hourMs = 3_600_000;
const drainMs = 10_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function stopWith(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function configured<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError)
      stopWith(`The configuration is not complete:\n${error.message}`);
    throw error;
  }
}

/** The S3 client is large; it is loaded where it is used. */
async function openBlobStore({ s3, dataDir }: Config): Promise<BlobStore> {
  if (!s3) return createLocalBlobStore(join(dataDir, 'files'));
  const { createS3BlobStore } = await import('./ports/s3BlobStore.ts');
  return createS3BlobStore(s3);
}

/** One that is not set up for our files would call them clean; one that is down makes uploads wait, and nothing else. */
async function openClamd({ clamd }: Config): Promise<CheckedScan | undefined> {
  if (!clamd) return undefined;
  const scan = createCheckedScan(createClamdScan(clamd));
  const wrong = await scan.check();
  if (wrong === null) say('The virus scanner does not answer: uploads are refused until it does.');
  else if (wrong.length > 0)
    stopWith(`The virus scanner at CLAMD_URL cannot be used:\n${wrong.join('\n')}`);
  return scan;
}

/** Looks again and again whether the scanner can be used, and says so when that has changed. */
function watchClamd(scan: CheckedScan) {
  let known = '';
  return async function checkClamd(_deps: Deps, log: FastifyBaseLogger): Promise<void> {
    const wrong = await scan.check();
    const state = wrong === null ? 'It does not answer.' : wrong.join(' ');
    if (state !== known)
      log.warn({ state: state || 'It can be used.' }, 'the virus scanner has changed');
    known = state;
  };
}

/** The demo has a list of its own; without one visitors write the insurer's name. */
async function openInsurances({
  mode,
  insurances: { file, upstream },
}: Config): Promise<InsuranceSource> {
  if (upstream) return createUpstreamInsurances(upstream);
  if (!file) return createFixedInsurances(mode === 'demo' ? demoInsurances : [], 'The demo');
  return readInsurancesFile(file).catch((error: unknown) =>
    stopWith(
      `INSURANCES_FILE cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    ),
  );
}

/** Several processes may share a PostgreSQL database, but nobody shares an embedded one, nor a demo. */
function lockOwnData(mode: Mode): () => void {
  const dataDir = dataFolderOf(process.env);
  if (mode === 'production' && process.env['DATABASE_URL']?.trim()) return () => undefined;
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof DataFolderInUse)
      stopWith(`Another Formakte is using the data folder ${dataDir}. Stop it, or set DATA_DIR.`);
    throw error;
  }
}

/** The build puts it beside the server. */
async function loadFirstViews(): Promise<FirstViews | undefined> {
  const file = new URL('firstView/firstView.js', import.meta.url);
  return existsSync(file)
    ? ((await import(file.href)) as { firstViews: FirstViews }).firstViews
    : undefined;
}

const mode = configured(() => readMode(process.env));
const unlock = lockOwnData(mode);
const config = configured(() =>
  readConfig(mode === 'demo' ? demoEnvironment(process.env) : process.env, mode),
);
const db = openDatabase(config);
await migrate(db).catch((error: unknown) => {
  // What the database or the network says has a code; anything else is a mistake of ours.
  if (error instanceof Error && 'code' in error)
    stopWith(`The database cannot be used: ${error.message || String(error.code)}`);
  throw error;
});
const clamd = await openClamd(config);
const deps: Deps = {
  config,
  db,
  blobStore: await openBlobStore(config),
  insurances: await openInsurances(config),
  virusScan: clamd ?? builtInVirusScan,
  clock: systemClock,
  passwordCost,
  eventBus: config.databaseUrl ? createPostgresEventBus(config.databaseUrl) : createLocalEventBus(),
  mailer: config.mail ? createSmtpMailer(config.mail) : null,
  sms: config.sms ? createHttpSms(config.sms) : null,
};
const app = await buildApp(deps, {
  webAppFolder: fileURLToPath(new URL('../client', import.meta.url)),
  firstViews: await loadFirstViews(),
  ...(mode === 'demo' ? { extend: registerDemoRoutes } : {}),
});
if (mode === 'demo') await loadDemoWorld(deps);

/** Now and then again, never twice at once; a failure is for the log, the next time may do better. Answers how to end it. */
function repeat(
  work: (deps: Deps, log: FastifyBaseLogger) => Promise<void>,
  everyMs: number,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work(deps, app.log)
      .catch((error: unknown) =>
        app.log.error({ err: error, work: work.name }, 'work in the background failed'),
      )
      .finally(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
const endings = [
  repeat(housekeep, hourMs),
  repeat(sweepBlobs, 24 * hourMs),
  repeat(answerRequests, limits.outbox.everyMs),
  repeat(sendOutbox, limits.outbox.everyMs),
  repeat(watchDeadlines, limits.task.watchEveryMs),
  ...(clamd ? [repeat(watchClamd(clamd), limits.scanner.retryMs)] : []),
];

async function stop(): Promise<void> {
  setTimeout(() => stopWith('Not everything had ended after 10 seconds.'), drainMs).unref();
  await Promise.all([app.close(), ...endings.map((end) => end())]);
  await deps.eventBus.close();
  await db.destroy();
  unlock();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

try {
  await app.listen({ port: config.port, host: config.host });
} catch (error) {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    stopWith(`Port ${config.port} is busy. Set PORT to another one.`);
  throw error;
}
if (!config.clamd)
  say(
    'No virus scanner is configured: a built-in check knows the EICAR test file alone, and refuses archives it cannot look into.',
  );
if (mode === 'demo') await announceDemo(deps, say);
else say(`Formakte serves ${config.publicUrl}`);

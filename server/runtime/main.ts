import { hourMs } from '#schemas/platform/time.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { FirstViews } from '#schemas/portal/serverRender.ts';
import { assignmentLimits } from '#server/tasks/limits.ts';
import { mailOutboxLimits } from '#server/mail/limits.ts';
import { scannerLimits } from '#server/ports/limits.ts';
import {
  ConfigError,
  getDataFolder,
  readConfig,
  readMode,
  type Config,
  type Mode,
} from '#server/config.ts';
import { buildApp } from './app.ts';
import { DataFolderInUse, lockDataFolder } from '#server/db/dataFolderLock.ts';
import { migrate, openDatabase } from '#server/db/database.ts';
import { OlderData, rejectOlderData, setOlderDataAside } from '#server/db/olderData.ts';
import type { Deps } from '#server/deps.ts';
import demoInsurances from '#server/demo/insurances.json' with { type: 'json' };
import { demoEnvironment } from '#server/demo/demoEnvironment.ts';
import { announceDemo, loadDemoWorld } from '#server/demo/demoWorld.ts';
import { registerDemoRoutes } from '#server/demo/routes.ts';
import { createLogger, describeCause, warnOnce } from '#server/http/logging.ts';
import { passwordCost } from '#server/security/passwords.ts';
import { housekeep, sweepBlobs } from './housekeeping.ts';
import { answerRequests } from '#server/access/credentials/service.ts';
import { sendMailOutbox } from '#server/mail/mailOutbox/service.ts';
import { watchDeadlines } from '#server/tasks/tasks/service.ts';
import type { BlobStore } from '#server/ports/blobStore.ts';
import { createCheckedScan, createClamdScan, type CheckedScan } from '#server/ports/clamdScan.ts';
import { systemClock } from '#server/ports/clock.ts';
import { createLocalEventBus } from '#server/ports/eventBus.ts';
import {
  createFixedInsurances,
  createUpstreamInsurances,
  readInsurancesFile,
  type InsuranceSource,
} from '#server/ports/insuranceSource.ts';
import { createLocalBlobStore } from '#server/ports/localBlobStore.ts';
import { createPostgresEventBus } from '#server/ports/postgresEventBus.ts';
import { createSmtpMailer } from '#server/ports/mailer.ts';
import { createHttpSms } from '#server/ports/sms.ts';
import { builtInVirusScan } from '#server/ports/virusScan.ts';
import { shutDown } from './shutdown.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs one step of the start and prints how long it took. */
async function timed<Result>(step: string, work: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await work();
  say(`${step} … ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

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

/** Imports the S3 client only if it is used, because it is large. */
async function openBlobStore({ s3, dataDir }: Config): Promise<BlobStore> {
  if (!s3) return createLocalBlobStore(join(dataDir, 'files'));
  const { createS3BlobStore } = await import('#server/ports/s3BlobStore.ts');
  return createS3BlobStore(s3);
}

/**
 * A scanner with wrong settings would pass infected files, so the server exits. A scanner that is
 * down only blocks uploads.
 */
async function openClamd({ clamd }: Config): Promise<CheckedScan | undefined> {
  if (!clamd) return undefined;
  const scan = createCheckedScan(createClamdScan(clamd));
  const wrong = await scan.check();
  if (wrong === null) say('The virus scanner does not answer: uploads are refused until it does.');
  else if (wrong.length > 0)
    stopWith(`The virus scanner at CLAMD_URL cannot be used:\n${wrong.join('\n')}`);
  return scan;
}

/** Checks the scanner repeatedly and logs a change. */
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

/** The demo has its own list. Without a list visitors type the insurer's name. */
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

/** Several processes may share a PostgreSQL database, but not a SQLite one or a demo. */
function lockOwnData(mode: Mode): () => void {
  const dataDir = getDataFolder(process.env);
  if (mode === 'production' && process.env['DATABASE_URL']?.trim()) return () => undefined;
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof DataFolderInUse)
      stopWith(`Another Formakte is using the data folder ${dataDir}. Stop it, or set DATA_DIR.`);
    throw error;
  }
}

/** The demo starts with new data and keeps what a version before 0.1.0 wrote. */
async function setDemoDataAside(): Promise<void> {
  if (process.env['DATABASE_URL']?.trim()) return;
  const dataDir = getDataFolder(process.env);
  const folder = await setOlderDataAside(dataDir, systemClock.now());
  if (folder)
    say(
      `The data folder ${dataDir} was written by a version before 0.1.0. ` +
        `Its content is now in ${folder}; the demo starts with new data.`,
    );
}

async function openMigratedDatabase(config: Config): Promise<Deps['db']> {
  const db = openDatabase(config, logConnectionError);
  try {
    await rejectOlderData(db, config);
    await migrate(db);
  } catch (error) {
    if (error instanceof OlderData) stopWith(error.message);
    // Errors of the database and of the network have a code. Any other error is a bug.
    if (error instanceof Error && 'code' in error)
      stopWith(`The database cannot be used: ${error.message || String(error.code)}`);
    throw error;
  }
  return db;
}

/** The build puts it next to the server. */
async function loadFirstViews(): Promise<FirstViews | undefined> {
  const file = new URL('firstView/firstView.js', import.meta.url);
  return existsSync(file)
    ? ((await import(file.href)) as { firstViews: FirstViews }).firstViews
    : undefined;
}

const mode = configured(() => readMode(process.env));
const unlock = lockOwnData(mode);
if (mode === 'demo') await setDemoDataAside();
const config = configured(() =>
  readConfig(mode === 'demo' ? demoEnvironment(process.env) : process.env, mode),
);
const logger = createLogger(config.logLevel);
const logConnectionError = (error: unknown): void =>
  warnOnce(logger, describeCause(error), 'a broken connection to the database is replaced');
const db = await timed('Migrating the database', () => openMigratedDatabase(config));
const clamd = await openClamd(config);
const logBusError = (error: unknown): void =>
  warnOnce(logger, describeCause(error), 'the event bus reconnects to the database');
const deps: Deps = {
  config,
  log: logger,
  db,
  blobStore: await openBlobStore(config),
  insurances: await openInsurances(config),
  virusScan: clamd ?? builtInVirusScan,
  clock: systemClock,
  passwordCost,
  eventBus: config.databaseUrl
    ? createPostgresEventBus(config.databaseUrl, { onError: logBusError })
    : createLocalEventBus(),
  mailer: config.mail ? createSmtpMailer(config.mail) : null,
  sms: config.sms ? createHttpSms(config.sms) : null,
};
const app = await buildApp(deps, {
  logger,
  webAppFolder: fileURLToPath(new URL('../client', import.meta.url)),
  firstViews: await loadFirstViews(),
  ...(mode === 'demo' ? { extend: registerDemoRoutes } : {}),
});
if (mode === 'demo') await timed('Loading the demo', () => loadDemoWorld(deps));

/**
 * Runs work at an interval, never twice at once, and logs its errors. Returns a function that stops
 * it.
 */
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
  repeat(answerRequests, mailOutboxLimits.everyMs),
  repeat(sendMailOutbox, mailOutboxLimits.everyMs),
  repeat(watchDeadlines, assignmentLimits.watchEveryMs),
  ...(clamd ? [repeat(watchClamd(clamd), scannerLimits.retryMs)] : []),
];

async function stop(): Promise<void> {
  await shutDown(app, {
    background: endings,
    close: async () => {
      await deps.eventBus.close();
      await db.destroy();
    },
    limitMs: config.shutdownMs,
  });
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
    'No virus scanner is configured: a built-in check knows the EICAR test file alone, and ' +
      'refuses archives it cannot look into.',
  );
if (mode === 'demo') await announceDemo(deps, say);
else say(`Formakte serves ${config.publicUrl}`);

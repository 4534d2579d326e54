import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ServerRender } from '#schemas/portal/serverRender.ts';
import type { Config } from '#server/config.ts';
import { announceDemo, loadDemoWorld } from '#server/demo/demoWorld.ts';
import demoInsurances from '#server/demo/insurances.json' with { type: 'json' };
import { registerDemoRoutes } from '#server/demo/routes.ts';
import type { Deps } from '#server/deps.ts';
import { createLogger } from '#server/http/logging.ts';
import { OperatorError } from '#server/operatorError.ts';
import { createCheckedScan, createClamdScan, type CheckedScan } from '#server/ports/clamdScan.ts';
import {
  createFixedInsurances,
  createUpstreamInsurances,
  readInsurancesFile,
  type InsuranceSource,
} from '#server/ports/insuranceSource.ts';
import { scannerLimits } from '#server/ports/limits.ts';
import { setUpLimits } from '#server/portal/limits.ts';
import { createSetUpLink } from '#server/portal/setUp/link.ts';
import { builtInVirusScan } from '#server/ports/virusScan.ts';
import { buildApp } from './app.ts';
import { startBackground, type Job } from './background.ts';
import { explainFullDisk } from './explainFullDisk.ts';
import { closeDeps, openDeps, readOwnConfig, readOwnMode } from './openDeps.ts';
import { lockServerData, openServerDatabase } from './openServerData.ts';
import { say, timed } from './say.ts';
import { shutDown } from './shutdown.ts';
import { watchClamd } from './watchClamd.ts';

/** Aborted one after the other while the server stops: background work first. */
const [stopping, deliveries, scans] = [
  new AbortController(),
  new AbortController(),
  new AbortController(),
];

/** Refuses every file until the scanner has passed its check. */
const openClamd = ({ clamd }: Config): CheckedScan | undefined =>
  clamd &&
  createCheckedScan(
    createClamdScan(clamd, scannerLimits, scans.signal),
    undefined,
    createClamdScan(clamd, scannerLimits, stopping.signal),
  );

/** The demo has its own list. Without a list visitors type the insurer's name. */
async function openInsurances({
  mode,
  insurances: { file, upstream },
}: Config): Promise<InsuranceSource> {
  if (upstream) return createUpstreamInsurances(upstream);
  if (!file) return createFixedInsurances(mode === 'demo' ? demoInsurances : [], 'The demo');
  return readInsurancesFile(file).catch((error: unknown) => {
    throw new OperatorError(
      `INSURANCES_FILE cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
}

/** The build puts it next to the server. */
async function loadServerRender(): Promise<ServerRender | undefined> {
  const file = new URL('serverRender/serverRender.js', import.meta.url);
  return existsSync(file)
    ? ((await import(file.href)) as { serverRender: ServerRender }).serverRender
    : undefined;
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new OperatorError(`Port ${port} is busy. Set PORT to another one.`);
    throw error;
  }
}

/** Runs the work in the background, and stops the server after a signal or a wrong scanner. */
function runUntilStopped(
  app: FastifyInstance,
  deps: Deps,
  { clamd, unlock }: { clamd: CheckedScan | undefined; unlock: () => void },
): void {
  const scannerJobs: Job[] = clamd
    ? [{ work: watchClamd(clamd, stopWithWrongScanner), everyMs: scannerLimits.retryMs }]
    : [];
  const background = startBackground(deps, app.log, stopping.signal, scannerJobs);

  function stopWithWrongScanner(wrong: readonly string[]): void {
    process.stderr.write(`The virus scanner at CLAMD_URL cannot be used:\n${wrong.join('\n')}\n`);
    void stop(1);
  }

  async function stop(exitCode = 0): Promise<void> {
    if (stopping.signal.aborted) return;
    stopping.abort();
    await shutDown(app, {
      background,
      abortDeliveries: () => deliveries.abort(),
      abortScans: () => scans.abort(),
      close: () => closeDeps(deps),
      limitMs: deps.config.shutdownMs,
    });
    unlock();
    process.exit(exitCode);
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

/** Prints the address, and the set-up link of an empty installation. */
async function announce(deps: Deps): Promise<void> {
  say(`Formakte serves ${deps.config.publicUrl}`);
  const link = await createSetUpLink(deps);
  if (link === undefined) return;
  const { linkHours } = setUpLimits;
  say(`There is no firm yet. This link creates it, once and within ${linkHours} hours:\n${link}`);
}

/** Starts the server. Throws `OperatorError`. */
async function start(): Promise<void> {
  const mode = readOwnMode();
  const unlock = await lockServerData(mode);
  const config = readOwnConfig(mode);
  const log = createLogger(config.logLevel);
  const clamd = openClamd(config);
  const db = await timed('Migrating the database', () => openServerDatabase(config, log));
  const insurances = await openInsurances(config);
  const deps = await openDeps(
    config,
    { log, db, insurances, virusScan: clamd ?? builtInVirusScan },
    deliveries.signal,
  );
  const app = await buildApp(deps, {
    logger: log,
    webAppFolder: fileURLToPath(new URL('../client', import.meta.url)),
    serverRender: await loadServerRender(),
    ...(mode === 'demo' ? { extend: registerDemoRoutes } : {}),
  });
  if (mode === 'demo') await timed('Loading the demo', () => loadDemoWorld(deps));
  runUntilStopped(app, deps, { clamd, unlock });
  await listen(app, config);
  if (!config.clamd)
    say(
      'No virus scanner is configured: a built-in check knows the EICAR test file alone, and ' +
        'refuses archives it cannot look into.',
    );
  if (mode === 'demo') await announceDemo(deps, say);
  else await announce(deps);
}

try {
  await start();
} catch (failure) {
  const error = explainFullDisk(failure);
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

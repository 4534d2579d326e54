import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig, type Config, type Mode } from './config.ts';
import { buildApp } from './app.ts';
import { DataFolderInUse, lockDataFolder } from './db/dataFolderLock.ts';
import { migrate, openDatabase } from './db/database.ts';
import type { Deps } from './deps.ts';
import { demoEnvironment } from './demo/demoEnvironment.ts';
import { announceDemo, loadDemoWorld } from './demo/demoWorld.ts';
import { registerDemoRoutes } from './demo/routes.ts';
import { removeOrphans } from './modules/files/service.ts';
import type { BlobStore } from './ports/blobStore.ts';
import { systemClock } from './ports/clock.ts';
import { createLocalBlobStore } from './ports/localBlobStore.ts';
import { builtInVirusScan } from './ports/virusScan.ts';

const housekeepingMs = 3_600_000;
const drainMs = 10_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function stopWith(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function configure(mode: Mode): Config {
  try {
    return readConfig(mode === 'demo' ? demoEnvironment(process.env) : process.env, mode);
  } catch (error) {
    if (error instanceof ConfigError) stopWith(`The configuration is not complete:\n${error.message}`);
    throw error;
  }
}

/** The S3 client is large; it is loaded where it is used. */
async function openBlobStore({ s3, dataDir }: Config): Promise<BlobStore> {
  if (!s3) return createLocalBlobStore(join(dataDir, 'files'));
  const { createS3BlobStore } = await import('./ports/s3BlobStore.ts');
  return createS3BlobStore(s3);
}

/** Several processes may share a PostgreSQL database, but nobody shares an embedded one. */
function lockEmbeddedData({ databaseUrl, dataDir }: Config): () => void {
  if (databaseUrl) return () => undefined;
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof DataFolderInUse) stopWith(`Another Formakte is using the data folder ${dataDir}. Stop it, or set DATA_DIR.`);
    throw error;
  }
}

const mode: Mode = process.env['FORMAKTE_MODE'] === 'production' ? 'production' : 'demo';
const config = configure(mode);
const unlock = lockEmbeddedData(config);
const db = openDatabase(config);
await migrate(db);
const deps: Deps = { config, db, blobStore: await openBlobStore(config), virusScan: builtInVirusScan, clock: systemClock };
const app = await buildApp(deps, {
  webAppFolder: fileURLToPath(new URL('../client', import.meta.url)),
  ...(mode === 'demo' ? { extend: registerDemoRoutes } : {}),
});
if (mode === 'demo') await loadDemoWorld(deps);

const housekeeping = setInterval(() => {
  removeOrphans(deps).catch((error: unknown) => app.log.error({ err: error }, 'housekeeping failed'));
}, housekeepingMs);

async function stop(): Promise<void> {
  clearInterval(housekeeping);
  setTimeout(() => stopWith('Not everything had ended after 10 seconds.'), drainMs).unref();
  await app.close();
  await db.destroy();
  unlock();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

try {
  await app.listen({ port: config.port, host: config.host });
} catch (error) {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') stopWith(`Port ${config.port} is busy. Set PORT to another one.`);
  throw error;
}
say('No virus scanner is configured: a built-in check finds the EICAR test file only.');
if (mode === 'demo') await announceDemo(deps, say);
else say(`Formakte serves ${config.publicUrl}`);

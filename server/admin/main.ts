// `npm run admin`: commands for the operator, also while the server runs.
import { requireCurrentSchema } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { createLogger } from '#server/http/logging.ts';
import { createFixedInsurances } from '#server/ports/insuranceSource.ts';
import { builtInVirusScan } from '#server/ports/virusScan.ts';
import { prepareDataFolder } from '#server/runtime/dataFolder.ts';
import { closeDeps, openDeps, readOwnConfig, readOwnMode } from '#server/runtime/openDeps.ts';
import { openReadyDatabase } from '#server/runtime/openReadyDatabase.ts';
import { runAdmin } from './runAdmin.ts';

/** Takes no lock of the data folder: SQLite lets several processes write one after the other. */
async function openCommandDeps(): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const config = readOwnConfig(readOwnMode());
  if (!config.databaseUrl) prepareDataFolder(config.dataDir);
  const deps = await openDeps(config, {
    log: createLogger('silent'),
    db: await openReadyDatabase(config, requireCurrentSchema),
    insurances: createFixedInsurances([], 'The command'),
    virusScan: builtInVirusScan,
  });
  return { deps, close: () => closeDeps(deps) };
}

process.exitCode = await runAdmin(process.argv.slice(2), openCommandDeps, {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
});

import { getDataFolder, type Config, type Mode } from '#server/config.ts';
import { migrate } from '#server/db/database.ts';
import { DataFolderInUse, lockDataFolder } from '#server/db/dataFolderLock.ts';
import { emptyDatabase } from '#server/db/emptyDatabase.ts';
import { setOlderDataAside } from '#server/db/releases/olderData.ts';
import { checkAfterCrash, explainFileError } from '#server/db/sqlite.ts';
import { isHalfLoaded } from '#server/demo/loading.ts';
import type { Deps } from '#server/deps.ts';
import { describeCause, warnOnce } from '#server/http/logging.ts';
import { OperatorError } from '#server/operatorError.ts';
import { systemClock } from '#server/ports/clock.ts';
import { prepareDataFolder } from './dataFolder.ts';
import { explainDatabaseError, openReadyDatabase } from './openReadyDatabase.ts';
import { say } from './say.ts';

const hasDatabaseUrl = (): boolean => Boolean(process.env['DATABASE_URL']?.trim());

/**
 * Prepares the data folder and locks it. Several processes may share a PostgreSQL database, but not
 * a SQLite one or a demo. Returns the function that unlocks it. Throws `OperatorError`.
 */
export async function lockServerData(mode: Mode): Promise<() => void> {
  const dataDir = getDataFolder(process.env);
  try {
    return await lockFolder(mode, dataDir);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

async function lockFolder(mode: Mode, dataDir: string): Promise<() => void> {
  const unprotected = prepareDataFolder(dataDir);
  if (unprotected)
    say(`The modes of the data folder ${dataDir} cannot be set: ${unprotected.message}`);
  const unlock =
    mode === 'production' && hasDatabaseUrl() ? () => undefined : lockUnshared(dataDir);
  if (!hasDatabaseUrl()) {
    checkAfterCrash(dataDir);
    if (mode === 'demo') await setDemoDataAside(dataDir);
  }
  return unlock;
}

function lockUnshared(dataDir: string): () => void {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof DataFolderInUse)
      throw new OperatorError(
        `Another Formakte is using the data folder ${dataDir}. Stop it, or set DATA_DIR.`,
      );
    throw error;
  }
}

/** The demo starts with new data and keeps what a version before 0.1.0 wrote. */
async function setDemoDataAside(dataDir: string): Promise<void> {
  const aside = await setOlderDataAside(dataDir, systemClock.now());
  if (!aside) return;
  say(
    `The data folder ${dataDir} was written by a version before 0.1.0. ` +
      `Its content is now in ${aside.folder}; the demo starts with new data.`,
  );
  if (aside.kept.length > 0)
    say(`Mounted, and therefore still in its place: ${aside.kept.join(', ')}.`);
}

/**
 * Opens and migrates the database. Starts again with an empty one if the demo was not loaded to its
 * end. Throws `OperatorError`.
 */
export async function openServerDatabase(config: Config, log: Deps['log']): Promise<Deps['db']> {
  const open = () =>
    openReadyDatabase(config, migrate, (error) =>
      warnOnce(log, describeCause(error), 'a broken connection to the database is replaced'),
    );
  const db = await open();
  try {
    if (config.mode !== 'demo' || !(await isHalfLoaded(db))) return db;
    say('The demo was not loaded to its end, so it is loaded again.');
    await emptyDatabase(db, config);
  } catch (error) {
    throw explainDatabaseError(error, config);
  }
  return open();
}

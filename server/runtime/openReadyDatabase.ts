import type { Config } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { rejectOlderData } from '#server/db/releases/olderData.ts';
import { explainFileError } from '#server/db/sqlite.ts';
import type { Deps } from '#server/deps.ts';
import { OperatorError } from '#server/operatorError.ts';
import { checkSecret } from '#server/security/secretCheck.ts';
import { explainFullDisk } from './explainFullDisk.ts';

/** Errors of the database and of the network have a code. Any other error is a bug. */
export function explainDatabaseError(failure: unknown, { databaseUrl, dataDir }: Config): unknown {
  const error = explainFullDisk(databaseUrl ? failure : explainFileError(failure, dataDir));
  if (error instanceof OperatorError || !(error instanceof Error && 'code' in error)) return error;
  return new OperatorError(`The database cannot be used: ${error.message || String(error.code)}`);
}

/** Opens the database, then runs `prepare`, which migrates or checks it. Throws `OperatorError`. */
export async function openReadyDatabase(
  config: Config,
  prepare: (db: Deps['db']) => Promise<void>,
  onConnectionError?: (error: unknown) => void,
): Promise<Deps['db']> {
  const db = openDatabase(config, onConnectionError);
  try {
    await rejectOlderData(db, config);
    await prepare(db);
    await checkSecret({ db, config });
    return db;
  } catch (error) {
    await db.destroy();
    throw explainDatabaseError(error, config);
  }
}

import { toCanonicalJson } from '#schemas/platform/canonicalJson.ts';
import type { EvidenceEntry } from '#schemas/forms/evidence.ts';
import { createBatch } from '#server/db/batch.ts';
import { isSqlite } from '#server/db/dialect.ts';
import { getHash, hashOfText } from '#server/db/hash.ts';
import type { Db, EvidenceRow, WaitingEvidenceRow } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { describeCause, warnOnce } from '#server/http/logging.ts';
import { evidenceLimits } from '#server/forms/limits.ts';
import * as repository from './repository.ts';

/** Moves the oldest waiting records into the account's chain; returns how many. */
async function appendWaiting(db: Db, accountId: string): Promise<number> {
  let { position, hash } = await repository.lockChain(db, accountId);
  const waiting = await repository.listWaiting(db, accountId, evidenceLimits.entriesPerCommit);
  const rows: EvidenceRow[] = [];
  for (const { submissionId, submittedAt, record } of waiting) {
    position += 1;
    const entry: EvidenceEntry = {
      accountId,
      position,
      previousHash: hash,
      submissionId,
      submittedAt,
      recordHash: hashOfText(record),
    };
    hash = getHash(entry);
    rows.push({ submissionId, accountId, position, hash, entry: toCanonicalJson(entry), record });
  }
  await repository.append(db, accountId, rows);
  return rows.length;
}

/** One run per account: requests that arrive meanwhile share the next one. */
const runPerAccount = createBatch<string, void>(
  evidenceLimits.requestsPerRun,
  async (db, accountIds) => {
    const [accountId = ''] = accountIds;
    let isMore = true;
    while (isMore) {
      const count = await inTransaction(db, (tx) => appendWaiting(tx, accountId));
      isMore = count === evidenceLimits.entriesPerCommit;
    }
    return accountIds.map(() => ({ status: 'fulfilled', value: undefined }));
  },
  (accountId) => accountId,
);

/** Chains all records of an account that are committed. */
export const chainWaiting = (db: Db, accountId: string): Promise<void> =>
  runPerAccount(db, accountId);

/**
 * Stores a record in the submission's transaction. PostgreSQL chains it after the commit: a lock of
 * the chain until the commit is on disk would make an account's submissions wait for each other.
 * SQLite has one writer anyway, so it saves the second commit.
 */
export async function addToChain(db: Db, waiting: WaitingEvidenceRow): Promise<void> {
  await repository.insertWaiting(db, waiting);
  if (isSqlite(db)) await appendWaiting(db, waiting.accountId);
}

const runningByDb = new WeakMap<Db, Set<Promise<void>>>();

/** Starts chaining without waiting for it. `chainAllWaiting` repeats what fails. */
export function chainAfterCommit({ db, log }: Deps, accountId: string): void {
  if (isSqlite(db)) return;
  const running = runningByDb.get(db) ?? new Set();
  runningByDb.set(db, running);
  const run = chainWaiting(db, accountId)
    .catch((error: unknown) => warnOnce(log, describeCause(error), 'evidence is chained later'))
    .finally(() => running.delete(run));
  running.add(run);
}

/** Waits for the chaining that this process has started. */
export async function finishChaining({ db }: Deps): Promise<void> {
  await Promise.all(runningByDb.get(db) ?? new Set<Promise<void>>());
}

/** Chains what a crash or an outage left between a submission's commit and its entry. */
export async function chainAllWaiting({ db }: Deps): Promise<void> {
  for (const accountId of await repository.listAccountsWithWaiting(db))
    await chainWaiting(db, accountId);
}

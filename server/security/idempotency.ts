/*
 * Makes a call idempotent: the same request twice runs once, and a retry gets the stored response.
 */
import { minuteMs } from '#schemas/platform/time.ts';
import { idempotencyLimits } from '#server/security/limits.ts';
import type { Db } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { deleteResponsesBefore, findStoredResponse, insertResponse } from './repository.ts';
import { seal, unseal } from './sealing.ts';
import { computeMac, hashSecret, isMac } from './secrets.ts';

/** The Idempotency-Key of one call by one caller. */
export type CallKey = {
  /** names the call and the caller, because two callers may send the same Idempotency-Key */
  scope: string;
  /** undefined: nothing is found and nothing is stored */
  idempotencyKey: string | undefined;
  /** time to live of the stored response; a day by default */
  minutes?: number;
};

/** Rolls back the transaction of a request that lost the race against an equal one. */
class StoredMeanwhile extends Error {}

const getSealContext = (rowKey: string) => ({ purpose: 'answer', id: rowKey });
const hashKey = ({ scope, idempotencyKey = '' }: CallKey): string =>
  hashSecret(`${scope} ${idempotencyKey}`);

/**
 * The Idempotency-Key is part of the MAC and is stored nowhere. The installation's secret alone
 * is therefore not enough to guess a password in the body.
 */
const computeBodyMac = (deps: Deps, key: CallKey, body: unknown): string =>
  computeMac(deps, 'answer', describeBody(key, body));
const describeBody = ({ idempotencyKey = '' }: CallKey, body: unknown): string =>
  `${idempotencyKey} ${JSON.stringify(body)}`;

/**
 * Returns the stored response of an equal request, or undefined for a first request.
 * Throws `conflict` for another body under the same Idempotency-Key.
 */
export async function findResponse<T extends object>(
  deps: Deps,
  key: CallKey,
  body: unknown,
): Promise<T | undefined> {
  if (!key.idempotencyKey) return undefined;
  const rowKey = hashKey(key);
  const row = await findStoredResponse(deps.db, rowKey, deps.clock.now().toISOString());
  if (!row) return undefined;
  if (!isMac(deps, row.bodyHash, 'answer', describeBody(key, body)))
    throw createProblem('conflict');
  // Only `storeResponse` can have sealed it, so its type is known.
  return JSON.parse(unseal(deps, getSealContext(rowKey), row.sealed)) as T;
}

/**
 * Stores the response for retries, in the transaction that has the effect. Throws when an equal
 * request was faster: the transaction rolls back, and `findAfterRace` returns that one's response.
 */
export async function storeResponse<T extends object>(
  tx: Deps,
  key: CallKey,
  body: unknown,
  response: T,
): Promise<T> {
  if (!key.idempotencyKey) return response;
  const { minutes = idempotencyLimits.retryMinutes } = key;
  const now = tx.clock.now().getTime();
  const rowKey = hashKey(key);
  const row = {
    key: rowKey,
    bodyHash: computeBodyMac(tx, key, body),
    sealed: seal(tx, getSealContext(rowKey), JSON.stringify(response)),
    validUntil: new Date(now + minutes * minuteMs).toISOString(),
  };
  if (!(await insertResponse(tx.db, row, new Date(now).toISOString()))) throw new StoredMeanwhile();
  return response;
}

/**
 * Returns the response of an equal request that finished first, or throws `error` again.
 * A request that lost the race fails, because its link, code or password is already used.
 */
export async function findAfterRace<T extends object>(
  deps: Deps,
  key: CallKey,
  body: unknown,
  error: unknown,
): Promise<T> {
  const replay = await findResponse<T>(deps, key, body);
  if (replay) return replay;
  throw error;
}

export const deleteExpiredResponses = ({ db, clock }: Deps): Promise<void> =>
  deleteResponsesBefore(db, clock.now().toISOString());

/**
 * Returns the row that an earlier call with this Idempotency-Key has created. Such a row is found
 * without a time limit and needs no stored response. Throws `conflict` for another body.
 */
export function assertSameBody<T extends { bodyHash: string }>(
  earlier: T | undefined,
  bodyHash: string,
): T | undefined {
  if (earlier && earlier.bodyHash !== bodyHash) throw createProblem('conflict');
  return earlier;
}

/** Runs a change in a transaction; a retry gets its response, which is stored sealed. */
export async function runOnce<T extends object>(
  deps: Deps,
  key: CallKey,
  body: unknown,
  change: (db: Db) => Promise<T>,
): Promise<T> {
  const replay = await findResponse<T>(deps, key, body);
  if (replay) return replay;
  return inTransaction(deps.db, async (db) =>
    storeResponse({ ...deps, db }, key, body, await change(db)),
  ).catch((error: unknown) => findAfterRace<T>(deps, key, body, error));
}

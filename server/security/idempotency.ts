import { minuteMs } from '#schemas/platform/time.ts';
import { idempotencyLimits } from '#server/security/limits.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { deleteResponsesBefore, findResponse, insertResponse } from './repository.ts';
import { seal, unseal } from './sealing.ts';
import { computeMac, hashSecret } from './secrets.ts';

/** Makes a call idempotent: a request that is sent twice runs once. */

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
const hashBody = (deps: Deps, { idempotencyKey = '' }: CallKey, body: unknown): string =>
  computeMac(deps, 'answer', `${idempotencyKey} ${JSON.stringify(body)}`);

/**
 * Returns the stored response of an equal request, or undefined for a first request.
 * Throws `conflict` for another body under the same Idempotency-Key.
 */
export async function find<T extends object>(
  deps: Deps,
  key: CallKey,
  body: unknown,
): Promise<T | undefined> {
  if (!key.idempotencyKey) return undefined;
  const rowKey = hashKey(key);
  const row = await findResponse(deps.db, rowKey, deps.clock.now().toISOString());
  if (!row) return undefined;
  if (row.bodyHash !== hashBody(deps, key, body)) throw problem('conflict');
  // Only `store` can have sealed it, so its type is known.
  return JSON.parse(unseal(deps, getSealContext(rowKey), row.sealed)) as T;
}

/**
 * Stores the response for retries, in the transaction that has the effect. Throws when an equal
 * request was faster: the transaction rolls back, and `findAfterRace` returns that one's response.
 */
export async function store<T extends object>(
  tx: Deps,
  key: CallKey,
  body: unknown,
  response: T,
): Promise<T> {
  if (!key.idempotencyKey) return response;
  const { minutes = idempotencyLimits.repeatMinutes } = key;
  const now = tx.clock.now().getTime();
  const rowKey = hashKey(key);
  const row = {
    key: rowKey,
    bodyHash: hashBody(tx, key, body),
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
  const replay = await find<T>(deps, key, body);
  if (replay) return replay;
  throw error;
}

export const deleteExpiredResponses = ({ db, clock }: Deps): Promise<void> =>
  deleteResponsesBefore(db, clock.now().toISOString());

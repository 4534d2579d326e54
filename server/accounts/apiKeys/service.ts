import type { ApiKey, NewApiKey } from '#schemas/accounts/apiKeys.ts';
import { keyScopes, type KeyScope } from '#schemas/platform/endpoint.ts';
import { hourMs } from '#schemas/platform/time.ts';
import { newId } from '#server/db/newId.ts';
import type { Db } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { runOnce } from '#server/security/idempotency.ts';
import { createSecret, hashSecret } from '#server/security/secrets.ts';
import * as repository from './repository.ts';
import type { StoredKey } from './repository.ts';

type KeyOptions = { name: string; scopes: readonly KeyScope[]; validUntil?: string };

/** Limits what a caller can hand on: a key makes no key that opens more than itself. */
type Granter = { accountId: string; scopes: readonly KeyScope[] };

const defaultOverlapHours = 24;

const present = ({ id, accountId: _, ...key }: StoredKey): ApiKey => ({ keyId: id, ...key });

/** Throws `keyScopeMissing`. All groups together include reading. */
function checkGrant(granter: Granter, wanted: readonly KeyScope[]): void {
  const hasAll = keyScopes.every((scope) => scope === 'read' || granter.scopes.includes(scope));
  const missing = hasAll ? [] : wanted.filter((scope) => !granter.scopes.includes(scope));
  if (missing.length > 0)
    throw createProblem('keyScopeMissing', undefined, { scopes: missing.join(', ') });
}

async function insertNew(
  deps: Deps,
  db: Db,
  key: Pick<StoredKey, 'accountId' | 'name' | 'scopes' | 'validUntil'>,
): Promise<NewApiKey> {
  const apiKey = `fmk_${createSecret()}`;
  const row: StoredKey = {
    id: newId(),
    createdAt: deps.clock.now().toISOString(),
    rotatedAt: null,
    lastUsedAt: null,
    ...key,
  };
  await repository.insertKey(db, hashSecret(apiKey), row);
  return { ...present(row), apiKey };
}

export const listApiKeys = async ({ db }: Deps, accountId: string): Promise<ApiKey[]> =>
  (await repository.listKeys(db, accountId)).map(present);

/** Creates a key. Only its hash is stored. */
export function createApiKey(
  deps: Deps,
  granter: Granter,
  { name, scopes, validUntil }: KeyOptions,
  idempotencyKey?: string,
): Promise<NewApiKey> {
  checkGrant(granter, scopes);
  const { accountId } = granter;
  const key = { accountId, name, scopes: [...scopes], validUntil: validUntil ?? null };
  return runOnce(deps, { scope: `createApiKey ${accountId}`, idempotencyKey }, key, (db) =>
    insertNew(deps, db, key),
  );
}

function assertFound(key: StoredKey | undefined): StoredKey {
  if (!key) throw createProblem('notFound');
  return key;
}

const pickEarlier = (one: string | null, other: string): string =>
  one !== null && one < other ? one : other;

/** Returns the end of a successor, which lives as long as the key was meant to. */
const computeEnd = ({ validUntil, createdAt }: StoredKey, now: number): string | null =>
  validUntil && new Date(now + Date.parse(validUntil) - Date.parse(createdAt)).toISOString();

/**
 * Replaces a key by a new one of the same scopes and lifetime; both are valid for the overlap.
 * Throws `keyEnded` for a key that has ended, or has a successor.
 */
export async function rotateApiKey(
  deps: Deps,
  granter: Granter,
  keyId: string,
  { overlapHours = defaultOverlapHours }: { overlapHours?: number },
  idempotencyKey?: string,
): Promise<NewApiKey> {
  const { accountId } = granter;
  // Before a retry gets the stored response, which has the key itself.
  checkGrant(granter, assertFound(await repository.findKey(deps.db, accountId, keyId)).scopes);
  const callKey = { scope: `rotateApiKey ${accountId} ${keyId}`, idempotencyKey };
  return runOnce(deps, callKey, overlapHours, async (db) => {
    const old = assertFound(await repository.lockKey(db, accountId, keyId));
    const now = deps.clock.now().getTime();
    const hasEnded = old.validUntil !== null && Date.parse(old.validUntil) <= now;
    if (hasEnded || old.rotatedAt !== null) throw createProblem('keyEnded');
    const end = new Date(now + overlapHours * hourMs).toISOString();
    await repository.updateKey(db, keyId, {
      validUntil: pickEarlier(old.validUntil, end),
      rotatedAt: new Date(now).toISOString(),
    });
    const { name, scopes } = old;
    return insertNew(deps, db, { accountId, name, scopes, validUntil: computeEnd(old, now) });
  });
}

/** Ends a key at once. */
export const revokeApiKey = ({ db, clock }: Deps, accountId: string, keyId: string) =>
  inTransaction(db, async (tx): Promise<ApiKey> => {
    const key = assertFound(await repository.lockKey(tx, accountId, keyId));
    const validUntil = pickEarlier(key.validUntil, clock.now().toISOString());
    await repository.updateKey(tx, keyId, { validUntil });
    return present({ ...key, validUntil });
  });

import { minuteMs } from '#schemas/platform/time.ts';
import type { Deps } from '#server/deps.ts';
import { describeCause, warnOnce } from './logging.ts';
import { setSeen } from './repository.ts';
import type { Caller } from './session.ts';

const notedEveryMs = 5 * minuteMs;

/** Returns the account that a call is about: the one in its path, or the only one of the login. */
function findVisited(allAccountIds: readonly string[], params: unknown): string | undefined {
  const { acc } = (params ?? {}) as { acc?: string };
  return acc ?? (allAccountIds.length === 1 ? allAccountIds[0] : undefined);
}

/**
 * Stores a client's visit at an account, at most every five minutes. A visit at one account of a
 * login says nothing to the others. A failure does not stop the call.
 */
export async function noteVisit(
  { clock, db, log }: Deps,
  caller: Caller,
  params: unknown,
): Promise<void> {
  if (caller.kind !== 'registered') return;
  const accountId = findVisited(caller.allAccountIds, params);
  const userId = accountId === undefined ? undefined : caller.clientIds.get(accountId);
  if (accountId === undefined || userId === undefined) return;
  const now = clock.now();
  const last = caller.lastSeen.get(accountId) ?? null;
  const age = last === null ? Infinity : now.getTime() - Date.parse(last);
  if (age >= 0 && age < notedEveryMs) return;
  await setSeen(db, { accountId, userId }, now.toISOString()).catch((error: unknown) =>
    warnOnce(log, describeCause(error), 'the visit of a client was not stored'),
  );
}

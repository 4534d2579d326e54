import { minuteMs } from '#schemas/platform/time.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { addToCounter, deleteCounter, deleteCountersBefore, findCounter } from './repository.ts';
import { computeMac } from './secrets.ts';

/** Attempts in the current window, and the time (ISO) at which the window ends. */
export type AttemptCount = { count: number; endsAt: string };

/** Hides the subject, which may be a name, a number or an address, from readers of the table. */
const hashSubject = (deps: Pick<Deps, 'config'>, subject: string): string =>
  computeMac(deps, 'count', subject, 'hex');

/**
 * Counts an attempt for a rate limit against brute force. The window is fixed and starts at the
 * first attempt. Atomic: each of several concurrent attempts gets another count.
 */
export function countAttempt(
  deps: Pick<Deps, 'config' | 'clock'> & { db: Db },
  subject: string,
  windowMinutes: number,
  amount = 1,
): Promise<AttemptCount> {
  const now = deps.clock.now();
  return addToCounter(
    deps.db,
    {
      subject: hashSubject(deps, subject),
      count: amount,
      endsAt: new Date(now.getTime() + windowMinutes * minuteMs).toISOString(),
    },
    now.toISOString(),
  );
}

/** Reads the counter without counting an attempt. */
export async function getAttempts(
  deps: Pick<Deps, 'config' | 'clock' | 'db'>,
  subject: string,
): Promise<AttemptCount> {
  const now = deps.clock.now().toISOString();
  return (await findCounter(deps.db, hashSubject(deps, subject), now)) ?? { count: 0, endsAt: now };
}

export const resetAttempts = (
  deps: Pick<Deps, 'config'> & { db: Db },
  subject: string,
): Promise<void> => deleteCounter(deps.db, hashSubject(deps, subject));

export const deleteExpiredCounters = ({ db, clock }: Deps): Promise<void> =>
  deleteCountersBefore(db, clock.now().toISOString());

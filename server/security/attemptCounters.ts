/*
 * Counts attempts such as mails, downloads and calls. Logins are counted in
 * server/access/sessions/loginAttempts.ts, wrong PINs in server/forms/pins/service.ts.
 */
import { minuteMs } from '#schemas/platform/time.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { addToCounters, deleteCounter, deleteCountersBefore, findCounter } from './repository.ts';
import { computeMac } from './secrets.ts';

/** Attempts in the current window, and the time (ISO) at which the window ends. */
export type AttemptCount = { count: number; endsAt: string };

/** Hides the subject, which may be a name, a number or an address, from readers of the table. */
const hashSubject = (deps: Pick<Deps, 'config'>, subject: string): string =>
  computeMac(deps, 'count', subject, 'hex');

type CountDeps = Pick<Deps, 'config' | 'clock'> & { db: Db };

/** Computes the times (ISO) of a window that starts now. */
function computeWindow({ clock }: Pick<Deps, 'clock'>, windowMinutes: number) {
  const now = clock.now().getTime();
  const [start = '', endsAt = '', latestEnd = ''] = [0, 1, 2].map((windows) =>
    new Date(now + windows * windowMinutes * minuteMs).toISOString(),
  );
  return { now: start, endsAt, latestEnd };
}

/** Counts amounts by subject, and returns the new counts by subject. */
async function count(
  deps: CountDeps,
  amounts: ReadonlyMap<string, number>,
  windowMinutes: number,
): Promise<Map<string, AttemptCount>> {
  const { now, endsAt, latestEnd } = computeWindow(deps, windowMinutes);
  const bySubject = new Map([...amounts.keys()].map((each) => [hashSubject(deps, each), each]));
  const rows = await addToCounters(
    deps.db,
    [...bySubject]
      .map(([subject, name]) => ({ subject, count: amounts.get(name) ?? 0, endsAt }))
      .sort((one, other) => (one.subject < other.subject ? -1 : 1)),
    { now, latestEnd },
  );
  return new Map(rows.map(({ subject, ...counted }) => [bySubject.get(subject) ?? '', counted]));
}

/**
 * Counts an attempt for a rate limit against brute force. The window is fixed and starts at the
 * first attempt. Atomic: each of several concurrent attempts gets another count.
 */
export async function countAttempt(
  deps: CountDeps,
  subject: string,
  windowMinutes: number,
  amount = 1,
): Promise<AttemptCount> {
  const counted = (await count(deps, new Map([[subject, amount]]), windowMinutes)).get(subject);
  if (!counted) throw new Error('The counter was not stored');
  return counted;
}

/** Counts several calls with one statement. Each gets another count, also of one subject. */
export async function countCalls(
  deps: CountDeps,
  subjects: readonly string[],
  windowMinutes: number,
): Promise<AttemptCount[]> {
  const amounts = new Map<string, number>();
  const places = subjects.map((subject) => {
    const place = (amounts.get(subject) ?? 0) + 1;
    amounts.set(subject, place);
    return place;
  });
  const counted = await count(deps, amounts, windowMinutes);
  return subjects.map((subject, index) => {
    const { count: last = 0, endsAt = '' } = counted.get(subject) ?? {};
    return { count: last - (amounts.get(subject) ?? 0) + (places[index] ?? 0), endsAt };
  });
}

/** Reads the counter without counting an attempt. Pass the window that attempts are counted with. */
export async function getAttempts(
  deps: Pick<Deps, 'config' | 'clock' | 'db'>,
  subject: string,
  windowMinutes: number,
): Promise<AttemptCount> {
  const { now, latestEnd } = computeWindow(deps, windowMinutes);
  const counter = await findCounter(deps.db, hashSubject(deps, subject), { now, latestEnd });
  return counter ?? { count: 0, endsAt: now };
}

export const resetAttempts = (
  deps: Pick<Deps, 'config'> & { db: Db },
  subject: string,
): Promise<void> => deleteCounter(deps.db, hashSubject(deps, subject));

export const deleteExpiredCounters = ({ db, clock }: Deps): Promise<void> =>
  deleteCountersBefore(db, clock.now().toISOString());

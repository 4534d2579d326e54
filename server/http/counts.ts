import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { addToCount, deleteCount, deleteCountsBefore, findCount } from './repository.ts';
import { macOf } from './secrets.ts';

const minuteMs = 60_000;
export const [hourMinutes, dayMinutes] = [60, 24 * 60];

/** How much it is by now, and when it begins anew. */
export type Counted = { count: number; endsAt: string };

/** What is counted may be a name, a number or an address: the table does not tell. */
const subjectOf = (deps: Pick<Deps, 'config'>, subject: string): string =>
  macOf(deps, 'count', subject, 'hex');

/** Counts so much more in the time that began with the first; of many at once each gets another answer. */
export function countWithin(
  deps: Pick<Deps, 'config' | 'clock'> & { db: Db },
  subject: string,
  minutes: number,
  amount = 1,
): Promise<Counted> {
  const now = deps.clock.now();
  return addToCount(
    deps.db,
    {
      subject: subjectOf(deps, subject),
      count: amount,
      endsAt: new Date(now.getTime() + minutes * minuteMs).toISOString(),
    },
    now.toISOString(),
  );
}

/** How much it is without counting. */
export async function countSoFar(
  deps: Pick<Deps, 'config' | 'clock' | 'db'>,
  subject: string,
): Promise<Counted> {
  const now = deps.clock.now().toISOString();
  return (await findCount(deps.db, subjectOf(deps, subject), now)) ?? { count: 0, endsAt: now };
}

/** Begins to count anew. */
export const forgetCount = (
  deps: Pick<Deps, 'config'> & { db: Db },
  subject: string,
): Promise<void> => deleteCount(deps.db, subjectOf(deps, subject));

/** Forgets how often something was done in a time that is over. */
export const forgetCounts = ({ db, clock }: Deps): Promise<void> =>
  deleteCountsBefore(db, clock.now().toISOString());

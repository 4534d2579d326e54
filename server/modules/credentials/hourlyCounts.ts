import { createHmac } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';

const hourMs = 3_600_000;

/** What is counted may be a name or an address: the table does not tell. */
const hashed = ({ config }: Deps, subject: string): string => createHmac('sha256', config.authSecret).update(subject).digest('hex');

/** Counts once more, and answers which time it was in the hour that the first one began; of many at once each gets another answer. */
export function countWithinHour(deps: Deps, subject: string): Promise<number> {
  const now = deps.clock.now();
  return repository.countWithinHour(deps.db, hashed(deps, subject), now.toISOString(), new Date(now.getTime() - hourMs).toISOString());
}

/** Begins to count anew. */
export const forgetCount = (deps: Deps, subject: string): Promise<void> => repository.forgetCount(deps.db, hashed(deps, subject));

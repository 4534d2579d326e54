import { limits } from '#schemas/limits.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';

export { answerRequests } from './requests.ts';

const hourMs = 3_600_000;

/** Forgets links that are long over, and how often something was asked for more than an hour ago. */
export async function forgetLinks({ db, clock }: Deps): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms).toISOString();
  await repository.deleteBefore(db, { links: before(limits.credentials.linksKeptDays * 24 * hourMs), counts: before(hourMs) });
}

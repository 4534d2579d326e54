import { dayMs } from '#schemas/platform/time.ts';
import { credentialRateLimits } from '#server/access/limits.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';

export { assertPassword, getRegisteredUser } from './change.ts';
export type { Registered } from './repository.ts';
export { answerRequests } from './requests.ts';

/** Deletes links that expired long ago. */
export const forgetLinks = ({ db, clock }: Deps): Promise<void> =>
  repository.deleteLinksBefore(
    db,
    new Date(clock.now().getTime() - credentialRateLimits.linksKeptDays * dayMs).toISOString(),
  );

import { dayMs } from '#schemas/platform/time.ts';
import { credentialRateLimits } from '#server/access/limits.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';

export { assertPassword, getRegisteredUser } from './change.ts';
export type { Registered } from './repository.ts';
export { answerRequests, storeRequest } from './requests.ts';
export { getUsernameOfLink, resetPassword } from './reset.ts';

/** Voids the mailed links of a user, in the caller's transaction. */
export const voidLinks = ({ clock }: Deps, db: Db, userId: string): Promise<void> =>
  repository.markLinksUsed(db, userId, clock.now().toISOString());

/** Deletes links that expired long ago. */
export const forgetLinks = ({ db, clock }: Deps): Promise<void> =>
  repository.deleteLinksBefore(
    db,
    new Date(clock.now().getTime() - credentialRateLimits.linksKeptDays * dayMs).toISOString(),
  );

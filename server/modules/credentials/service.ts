import { limits } from '#schemas/limits.ts';
import type { Deps } from '#server/deps.ts';
import * as repository from './repository.ts';

export { assertPassword, registeredUser } from './change.ts';
export type { Registered } from './repository.ts';
export { answerRequests } from './requests.ts';

const dayMs = 24 * 3_600_000;

/** Forgets links that are long over. */
export const forgetLinks = ({ db, clock }: Deps): Promise<void> =>
  repository.deleteLinksBefore(
    db,
    new Date(clock.now().getTime() - limits.credentials.linksKeptDays * dayMs).toISOString(),
  );

import { createHash } from 'node:crypto';
import { storedFactorLimits } from '#server/access/limits.ts';
import type { UserRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { createToken, readToken, consumeToken } from '#server/security/sealedTokens.ts';
import * as repository from './repository.ts';

const kind = { name: 'login', minutes: storedFactorLimits.challengeMinutes };
type Content = { userId: string; password: string };

/** Changes with the password, so that a change voids the challenge. */
const hashPasswordHash = ({ passwordHash }: UserRow): string =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');

/** Creates a challenge, which proves that the password was given. */
export const createChallenge = (deps: Deps, user: UserRow): string =>
  createToken(deps, kind, { userId: user.id, password: hashPasswordHash(user) } satisfies Content);

/**
 * Returns the user of a challenge. Throws `tookTooLong` if it has expired or the password was
 * changed.
 */
export async function readChallenge(deps: Deps, challenge: string): Promise<UserRow> {
  const content = readToken<Content>(deps, kind, challenge);
  const user = content && (await repository.findUser(deps.db, content.userId));
  if (!user || hashPasswordHash(user) !== content.password) throw createProblem('tookTooLong');
  return user;
}

/** Marks a challenge as used; throws `tookTooLong` for a used one. */
export async function consumeChallenge(deps: Deps, challenge: string): Promise<void> {
  if (!(await consumeToken(deps, kind, challenge))) throw createProblem('tookTooLong');
}

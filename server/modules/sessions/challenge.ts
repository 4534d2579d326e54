import { createHash } from 'node:crypto';
import { limits } from '#schemas/limits.ts';
import type { UserRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { makeToken, readToken, useToken } from '#server/http/sealedTokens.ts';
import * as repository from './repository.ts';

const kind = { name: 'login', minutes: limits.secondFactor.challengeMinutes };
type Content = { userId: string; password: string };

/** Another one after each change of the password. */
const markOf = ({ passwordHash }: UserRow): string =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url');

/** Says that its holder has just given this user's password. */
export const makeChallenge = (deps: Deps, user: UserRow): string =>
  makeToken(deps, kind, { userId: user.id, password: markOf(user) } satisfies Content);

/** Whose first step it was. Throws `tookTooLong` for one that is over, or whose password is another one by now. */
export async function readChallenge(deps: Deps, challenge: string): Promise<UserRow> {
  const content = readToken<Content>(deps, kind, challenge);
  const user = content && (await repository.findUser(deps.db, content.userId));
  if (!user || markOf(user) !== content.password) throw problem('tookTooLong');
  return user;
}

/** Lets it open one session, and no second one: throws `tookTooLong`. */
export async function spendChallenge(deps: Deps, challenge: string): Promise<void> {
  if (!(await useToken(deps, kind, challenge))) throw problem('tookTooLong');
}

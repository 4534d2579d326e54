import { credentialLimits } from '#schemas/access/limits.ts';
import type { Language } from '#schemas/platform/common.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import type { PasswordLinkRow } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { hashPassword, getPasswordError } from '#server/security/passwords.ts';
import { getIntervalEnd } from '#server/security/intervals.ts';
import * as idempotency from '#server/security/idempotency.ts';
import { hashSecret } from '#server/security/secrets.ts';
import { endSessions, resetLoginLockout } from '#server/access/sessions/service.ts';
import { resetChangeAttempts, mailChangeNotice } from './change.ts';
import * as repository from './repository.ts';

/** Returns the end of a link in ms. A clock that is set back does not lengthen it. */
export function getLinkEnd(
  deps: Pick<Deps, 'clock'>,
  { keyHash, validUntil }: Pick<PasswordLinkRow, 'keyHash' | 'validUntil'>,
): number {
  const startedAt = Date.parse(validUntil) - credentialLimits.linkMinutes * minuteMs;
  return getIntervalEnd(
    deps,
    `passwordLink:${keyHash}`,
    new Date(startedAt).toISOString(),
    validUntil,
  );
}

/**
 * Returns a usable link and its user. Throws `linkInvalid` for an unknown key and
 * `linkExpired` for a link that was used or is too old.
 */
async function getUsableLink(
  deps: Deps,
  key: string,
): Promise<{ link: PasswordLinkRow; user: repository.Registered }> {
  const { db, clock } = deps;
  const link = await repository.findLink(db, hashSecret(key));
  const [user] = link ? await repository.listRegistered(db, 'id', link.userId) : [];
  if (!link || !user) throw createProblem('linkInvalid');
  if (link.usedAt !== null || getLinkEnd(deps, link) <= clock.now().getTime())
    throw createProblem('linkExpired');
  return { link, user };
}

export const getUsernameOfLink = async (deps: Deps, key: string): Promise<string> =>
  (await getUsableLink(deps, key)).user.username;

type Changed = { changed: true };

/**
 * Sets a password by a link, ends the user's sessions and lockouts, and mails a notice.
 * A retry gets the same response. Throws `invalidInput` for a password that is not allowed.
 */
export async function resetPassword(
  deps: Deps,
  linkKey: string,
  password: string,
  { language, idempotencyKey }: { language: Language; idempotencyKey: string | undefined },
): Promise<Changed> {
  const key = { scope: `resetPassword:${linkKey}`, idempotencyKey };
  const replay = await idempotency.findResponse<Changed>(deps, key, password);
  if (replay) return replay;
  return consumeLink(deps, linkKey, password, language, key).catch((error: unknown) =>
    idempotency.findAfterRace<Changed>(deps, key, password, error),
  );
}

async function consumeLink(
  deps: Deps,
  linkKey: string,
  password: string,
  language: Language,
  key: idempotency.CallKey,
): Promise<Changed> {
  const { link, user } = await getUsableLink(deps, linkKey);
  const error = getPasswordError(password, user, language);
  if (error) throw createProblem('invalidInput', { '/password': error });
  const passwordHash = await hashPassword(deps, password);
  return inTransaction(deps.db, async (transaction) => {
    if (!(await repository.useLink(transaction, link, deps.clock.now().toISOString())))
      throw createProblem('linkExpired');
    await repository.setPasswordHash(transaction, user.id, passwordHash);
    const within = { ...deps, db: transaction };
    await endSessions(within, user.id);
    await resetChangeAttempts(within, user.id);
    await resetLoginLockout(within, user.username);
    await mailChangeNotice(deps, transaction, user);
    return idempotency.storeResponse<Changed>(within, key, password, { changed: true });
  });
}

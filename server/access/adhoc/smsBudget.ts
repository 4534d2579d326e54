import type { FastifyBaseLogger } from 'fastify';
import { minutesPerDay } from '#schemas/platform/time.ts';
import { smsLimits } from '#server/mail/limits.ts';
import type { Deps } from '#server/deps.ts';
import { countAttempt } from '#server/security/attemptCounters.ts';
import { smsNumber, type KnownInvitation } from '#server/access/users/service.ts';

const { perNumberPerDay, perAccountPerDay } = smsLimits;

/**
 * Reserves an SMS in the daily limits of a number and an account, in the caller's transaction.
 * Returns undefined if it may be sent, else the end of the limit.
 */
export async function reserveSms(
  deps: Deps,
  { client, account }: KnownInvitation,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<string | undefined> {
  const ofNumber = await countAttempt(
    deps,
    `smsTo:${smsNumber(client.mobile) ?? ''}`,
    minutesPerDay,
  );
  if (ofNumber.count > perNumberPerDay) return ofNumber.endsAt;
  const ofAccount = await countAttempt(deps, `smsOf:${account.id}`, minutesPerDay);
  if (ofAccount.count <= perAccountPerDay) return undefined;
  log.warn(
    { account: account.id, until: ofAccount.endsAt },
    'an account has used up its SMS of the day',
  );
  return ofAccount.endsAt;
}

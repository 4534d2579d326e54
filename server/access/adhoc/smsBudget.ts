import type { FastifyBaseLogger } from 'fastify';
import { minutesPerDay } from '#schemas/platform/time.ts';
import { smsLimits } from '#server/mail/limits.ts';
import type { Deps } from '#server/deps.ts';
import { countAttempt } from '#server/security/attemptCounters.ts';

const { perNumberPerDay, perAccountPerDay } = smsLimits;

/**
 * Reserves an SMS in the daily limits of a number and an account, in the caller's transaction.
 * Returns undefined if it may be sent, else the end of the limit.
 */
export async function reserveSms(
  deps: Deps,
  { to, accountId }: { to: string; accountId: string | null },
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<string | undefined> {
  const ofNumber = await countAttempt(deps, `smsTo:${to}`, minutesPerDay);
  if (ofNumber.count > perNumberPerDay) return ofNumber.endsAt;
  const ofAccount = await countAttempt(deps, `smsOf:${accountId ?? ''}`, minutesPerDay);
  if (ofAccount.count <= perAccountPerDay) return undefined;
  log.warn(
    { account: accountId, until: ofAccount.endsAt },
    'an account has used up its SMS of the day',
  );
  return ofAccount.endsAt;
}

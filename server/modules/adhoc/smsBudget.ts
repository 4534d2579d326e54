import type { FastifyBaseLogger } from 'fastify';
import { limits } from '#schemas/limits.ts';
import type { Deps } from '#server/deps.ts';
import { countWithin, dayMinutes } from '#server/http/counts.ts';
import { smsNumber, type KnownInvitation } from '#server/modules/users/service.ts';

const { perNumberPerDay, perAccountPerDay } = limits.sms;

/** Takes an SMS of what a number and an account have for a day, in the caller's transaction. Answers until when that is used up; undefined: it may be sent. */
export async function takeSms(
  deps: Deps,
  { client, account }: KnownInvitation,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<string | undefined> {
  const ofNumber = await countWithin(deps, `smsTo:${smsNumber(client.mobile) ?? ''}`, dayMinutes);
  if (ofNumber.count > perNumberPerDay) return ofNumber.endsAt;
  const ofAccount = await countWithin(deps, `smsOf:${account.id}`, dayMinutes);
  if (ofAccount.count <= perAccountPerDay) return undefined;
  log.warn(
    { account: account.id, until: ofAccount.endsAt },
    'an account has used up its SMS of the day',
  );
  return ofAccount.endsAt;
}

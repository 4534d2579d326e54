import { dayMs, minuteMs } from '#schemas/platform/time.ts';
import { linkKeyParam, webAddresses } from '#schemas/platform/webAddresses.ts';
import { notificationLimits } from '#server/mail/limits.ts';
import type { Deps } from '#server/deps.ts';
import { createToken, readToken } from '#server/security/sealedTokens.ts';
import type { Recipient } from './repository.ts';

const kind = {
  name: 'stopNotifications',
  minutes: (notificationLimits.stopLinkDays * dayMs) / minuteMs,
};

/** Builds the link that ends an account's mails to a client, without a login. */
export function buildStopUrl(deps: Deps, { userId, accountId }: Recipient): string {
  const key = createToken(deps, kind, { userId, accountId });
  return `${deps.config.publicUrl}${webAddresses.stopNotifications}?${linkKeyParam}=${key}`;
}

/** Reads the key of a link; undefined for one that is forged or expired. */
export function readStopKey(deps: Deps, key: string): Recipient | undefined {
  const content = readToken<Recipient>(deps, kind, key);
  return content && { userId: content.userId, accountId: content.accountId };
}

import { minuteMs, minutesPerHour } from '#schemas/platform/time.ts';
import { credentialLimits } from '#schemas/access/limits.ts';
import { buildEmailKey } from '#schemas/access/users.rules.ts';
import { buildFoldedKey, buildUnfoldedKey } from '#schemas/access/usernames.rules.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { credentialRateLimits } from '#server/access/limits.ts';
import type { CredentialRequestRow, Db } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { countAttempt } from '#server/security/attemptCounters.ts';
import { hashSecret, createSecret } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import { findUsernameKey } from '#server/access/sessions/service.ts';
import { enqueueMail, type MailContent } from '#server/mail/mailOutbox/service.ts';
import { getLinkEnd } from './reset.ts';
import * as repository from './repository.ts';

type Kind = CredentialRequestRow['kind'];
const batchSize = 50;

/**
 * Stores a request for a username or a link without looking up the user, so that response and
 * timing reveal nothing. `answerRequests` looks it up later. Requests above the rate limit are
 * dropped silently. All spellings of a username are counted as one.
 */
export async function storeRequest(deps: Deps, kind: Kind, text: string): Promise<void> {
  const askedFor = kind === 'username' ? buildEmailKey(text) : buildUnfoldedKey(text);
  const counted = kind === 'username' ? askedFor : buildFoldedKey(text);
  await inTransaction(deps.db, async (transaction) => {
    const { count: times } = await countAttempt(
      { ...deps, db: transaction },
      `${kind}:${counted}`,
      minutesPerHour,
    );
    if (times <= credentialRateLimits.mailsPerHour)
      await repository.insertRequest(transaction, {
        id: newId(),
        kind,
        askedFor,
        createdAt: deps.clock.now().toISOString(),
      });
  });
}

function buildUsernameMail({ username, language }: repository.Registered): MailContent {
  const text = getTexts(language);
  return {
    subject: text('mail.username.subject', {}),
    paragraphs: [text('mail.username.text', {})],
    code: username,
    closing: [text('mail.notAsked', {})],
  };
}

/** Creates the link as well, because its key is in the mail only. */
async function buildLinkMail(
  deps: Deps,
  db: Db,
  { id, username, language }: repository.Registered,
  validUntil: string,
): Promise<MailContent> {
  const text = getTexts(language);
  const key = createSecret();
  const link = { keyHash: hashSecret(key), userId: id, validUntil, usedAt: null };
  await repository.insertLink(db, link);
  getLinkEnd(deps, link); // its interval begins now, whatever the clock does later
  return {
    subject: text('mail.passwordLink.subject', {}),
    paragraphs: [
      text('mail.passwordLink.text', { username, minutes: credentialLimits.linkMinutes }),
    ],
    link: {
      label: text('mail.passwordLink.label', {}),
      url: deps.config.publicUrl + webAddresses.resetPassword(key),
    },
    closing: [text('mail.notAsked', {})],
  };
}

async function answer(deps: Deps, db: Db, { kind, askedFor }: CredentialRequestRow): Promise<void> {
  const validUntil = new Date(
    deps.clock.now().getTime() + credentialLimits.linkMinutes * minuteMs,
  ).toISOString();
  const users =
    kind === 'username'
      ? await repository.listRegistered(db, 'emailKey', askedFor)
      : await repository.listRegistered(db, 'usernameKey', await findUsernameKey(db, askedFor));
  for (const user of users) {
    const { accountId, language, email, firstName, lastName } = user;
    const content =
      kind === 'username'
        ? buildUsernameMail(user)
        : await buildLinkMail(deps, db, user, validUntil);
    await enqueueMail(deps, db, {
      accountId,
      userId: user.id,
      language,
      to: { email, name: formatPersonName({ firstName, lastName }) },
      content,
      ...(kind === 'password' ? { goodUntil: validUntil } : {}),
    });
  }
}

/** Sends the requested mails once each, also when several processes run it at once. */
export async function answerRequests(deps: Deps): Promise<void> {
  for (;;) {
    const requests = await repository.listRequests(deps.db, batchSize);
    if (requests.length === 0) return;
    for (const request of requests) {
      await inTransaction(deps.db, async (transaction) => {
        if (await repository.claimRequest(transaction, request.id))
          await answer(deps, transaction, request);
      });
    }
  }
}

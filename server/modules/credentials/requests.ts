import { limits } from '#schemas/limits.ts';
import { emailKeyOf, usernameKeyOf } from '#schemas/users.rules.ts';
import { webAddresses } from '#schemas/webAddresses.ts';
import type { CredentialRequestRow, Db } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { countWithin, hourMinutes } from '#server/http/counts.ts';
import { hashSecret, newSecret } from '#server/http/secrets.ts';
import { textsIn } from '#server/http/texts.ts';
import { enqueueMail, type MailContent } from '#server/modules/outbox/service.ts';
import * as repository from './repository.ts';

type Kind = CredentialRequestRow['kind'];
const minuteMs = 60_000;
const takenAtOnce = 50;

/**
 * Notes that somebody asks for a username or a link, and does not look whether there is such a user: nothing in the answer
 * or in its time can tell. `answerRequests` looks, a moment later. What is asked for too often is dropped in silence.
 */
export async function ask(deps: Deps, kind: Kind, text: string): Promise<void> {
  const askedFor = kind === 'username' ? emailKeyOf(text) : usernameKeyOf(text);
  await deps.db.transaction().execute(async (transaction) => {
    const { count: times } = await countWithin(
      { ...deps, db: transaction },
      `${kind}:${askedFor}`,
      hourMinutes,
    );
    if (times <= limits.credentials.mailsPerHour)
      await repository.insertRequest(transaction, {
        id: newId(),
        kind,
        askedFor,
        createdAt: deps.clock.now().toISOString(),
      });
  });
}

function usernameMail({ username, language }: repository.Registered): MailContent {
  const text = textsIn(language);
  return {
    subject: text('mail.username.subject', {}),
    paragraphs: [text('mail.username.text', {})],
    code: username,
    closing: [text('mail.notAsked', {})],
  };
}

/** Makes the link, too: nobody but the mail ever holds its key. */
async function linkMail(
  deps: Deps,
  db: Db,
  { id, username, language }: repository.Registered,
  validUntil: string,
): Promise<MailContent> {
  const text = textsIn(language);
  const key = newSecret();
  await repository.insertLink(db, {
    keyHash: hashSecret(key),
    userId: id,
    validUntil,
    usedAt: null,
  });
  return {
    subject: text('mail.passwordLink.subject', {}),
    paragraphs: [
      text('mail.passwordLink.text', { username, minutes: limits.credentials.linkMinutes }),
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
    deps.clock.now().getTime() + limits.credentials.linkMinutes * minuteMs,
  ).toISOString();
  for (const user of await repository.listRegistered(
    db,
    kind === 'username' ? 'emailKey' : 'usernameKey',
    askedFor,
  )) {
    const { accountId, language, email, firstName, lastName } = user;
    const content =
      kind === 'username' ? usernameMail(user) : await linkMail(deps, db, user, validUntil);
    await enqueueMail(deps, db, {
      accountId,
      language,
      to: { email, name: `${firstName} ${lastName}` },
      content,
      ...(kind === 'password' ? { goodUntil: validUntil } : {}),
    });
  }
}

/** Writes the mails that were asked for, once each, also when several processes do this at once. */
export async function answerRequests(deps: Deps): Promise<void> {
  for (;;) {
    const requests = await repository.listRequests(deps.db, takenAtOnce);
    if (requests.length === 0) return;
    for (const request of requests) {
      await deps.db.transaction().execute(async (transaction) => {
        if (await repository.takeRequest(transaction, request.id))
          await answer(deps, transaction, request);
      });
    }
  }
}

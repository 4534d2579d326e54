import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '#schemas/common.ts';
import { limits } from '#schemas/limits.ts';
import type { Db, OutboxRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { openSealed, seal } from '#server/http/seal.ts';
import { accountOf, logoOf } from '#server/modules/accounts/service.ts';
import { DeliveryFailed } from '#server/ports/delivery.ts';
import { htmlPart, plainPart, senderName, type MailContent } from './mailParts.ts';
import * as repository from './repository.ts';

export type { MailContent } from './mailParts.ts';

type Envelope = {
  /** whose name and logo it carries; null: the portal's own */
  accountId: string | null;
  language: Language;
  /** not sent after this: a PIN that is void helps nobody */
  goodUntil?: string;
  /** names what gives rise to it: a second message with the same one is not written */
  onceKey?: string;
};
export type NewMail = Envelope & {
  to: { email: string; name: string };
  /** without it the mail says that nobody reads answers */
  replyTo?: string;
  content: MailContent;
};
export type NewSms = Envelope & { to: string; text: string };

type Said = { /** the text without markup */ body: string; html: string | null };
/** A message with what it says; nothing once that is forgotten. */
export type OpenMessage = Omit<OutboxRow, 'sealed'> & Said;

const placeOf = (id: string) => ({ purpose: 'outbox', of: id });

/** PINs and keys of links wait here to be sent: whoever reads the table meanwhile must not have them. */
function openMessage(deps: Deps, { sealed, ...row }: OutboxRow): OpenMessage {
  const said =
    sealed === ''
      ? { body: '', html: null }
      : (JSON.parse(openSealed(deps, placeOf(row.id), sealed)) as Said); // only we can have written it
  return { ...row, ...said };
}

function newMessage(
  deps: Deps,
  { accountId, language, goodUntil, onceKey }: Envelope,
  said: Said,
): Omit<OutboxRow, 'kind' | 'recipient' | 'replyTo' | 'subject'> {
  const now = deps.clock.now().toISOString();
  const id = newId();
  return {
    id,
    accountId,
    language,
    sealed: seal(deps, placeOf(id), JSON.stringify(said)),
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: now,
    goodUntil: goodUntil ?? null,
    onceKey: onceKey ?? null,
    sentAt: null,
    createdAt: now,
  };
}

/** Writes a mail into the outbox, in the caller's transaction: it is sent if and only if that is committed. */
export async function enqueueMail(deps: Deps, db: Db, mail: NewMail): Promise<void> {
  const sender = mail.accountId ? await accountOf(db, { accountId: mail.accountId }) : undefined;
  const frame = {
    language: mail.language,
    recipientName: mail.to.name,
    replyTo: mail.replyTo,
    sender,
  };
  await repository.insertMessage(db, {
    ...newMessage(deps, mail, {
      body: plainPart(mail.content, frame),
      html: htmlPart(mail.content, frame),
    }),
    kind: 'mail',
    recipient: mail.to.email,
    replyTo: mail.replyTo ?? null,
    subject: mail.content.subject,
  });
}

/** Writes an SMS into the outbox, likewise. */
export async function enqueueSms(deps: Deps, db: Db, sms: NewSms): Promise<void> {
  await repository.insertMessage(db, {
    ...newMessage(deps, sms, { body: sms.text, html: null }),
    kind: 'sms',
    recipient: sms.to,
    replyTo: null,
    subject: '',
  });
}

/** Whether an SMS would reach anybody: there is a gateway, or this is the demo, where the outbox can be read. */
export const canSendSms = ({ sms, config }: Deps): boolean =>
  sms !== null || config.mode === 'demo';

/** Takes back mails whose names begin so, in the caller's transaction: nobody needs them any more. What is being handed over goes out, or never. Answers how many. */
export const takeBackMails = ({ clock }: Deps, db: Db, beginning: string): Promise<number> =>
  repository.settleNamed(db, beginning, clock.now().toISOString());

type Log = Pick<FastifyBaseLogger, 'warn'>;

async function deliver(
  deps: Deps,
  message: OpenMessage,
  beforeHandover: () => Promise<void>,
): Promise<void> {
  if (message.kind === 'sms')
    return deps.sms?.send(
      { id: message.id, to: message.recipient, text: message.body },
      beforeHandover,
    );
  const sender = message.accountId
    ? await accountOf(deps.db, { accountId: message.accountId })
    : undefined;
  const { id, recipient, replyTo, subject, body, html, createdAt } = message;
  return deps.mailer?.send(
    {
      id,
      fromName: senderName(sender, message.language),
      to: recipient,
      replyTo,
      subject,
      text: body,
      html: html ?? '',
      logo: await logoOf(deps, sender),
      date: new Date(createdAt),
    },
    beforeHandover,
  );
}

const later = ({ clock }: Deps, ms: number): string =>
  new Date(clock.now().getTime() + ms).toISOString();
const backoffMs = (attempts: number): number =>
  Math.min(limits.outbox.retryMs * 2 ** attempts, limits.outbox.maxRetryMs);
const isTooOld = ({ clock }: Deps, { createdAt }: OutboxRow): boolean =>
  clock.now().getTime() - Date.parse(createdAt) > limits.outbox.giveUpAfterHours * 3_600_000;

/**
 * Sends one message if no other process does. It is noted as handed over before its text leaves us: a process that dies
 * before that has sent nothing, and another tries again; one that dies after it leaves a message that nobody sends again.
 */
async function sendOnce(deps: Deps, message: OutboxRow, log: Log): Promise<void> {
  const { db, clock } = deps;
  const claimedUntil = later(deps, limits.outbox.claimMs);
  if (!(await repository.claim(db, message, claimedUntil))) return;
  const beforeHandover = async () => {
    if (!(await repository.noteHandover(db, message.id, claimedUntil)))
      throw new Error('claimed by another process');
  };
  try {
    await deliver(deps, openMessage(deps, message), beforeHandover);
    await repository.settle(db, message.id, { state: 'sent', sentAt: clock.now().toISOString() });
  } catch (error) {
    const { code, fate } =
      error instanceof DeliveryFailed
        ? error
        : new DeliveryFailed(error instanceof Error ? error.name : 'unknown', 'notTaken');
    log.warn(
      { message: message.id, kind: message.kind, attempts: message.attempts + 1, code, fate },
      'a message was not sent',
    );
    if (fate !== 'notTaken')
      return repository.settle(db, message.id, { state: fate, sentAt: null });
    if (isTooOld(deps, message))
      return repository.settle(db, message.id, { state: 'lapsed', sentAt: null });
    await repository.postpone(
      db,
      message.id,
      claimedUntil,
      later(deps, backoffMs(message.attempts)),
    );
  }
}

/** Sends what waits, a few at a time, until nothing is due. Several processes may do this at once. Without a way to send, messages stay in the outbox. */
export async function sendOutbox(deps: Deps, log: Log): Promise<void> {
  const kinds = [...(deps.mailer ? ['mail' as const] : []), ...(deps.sms ? ['sms' as const] : [])];
  if (kinds.length === 0) return;
  const now = deps.clock.now().toISOString();
  const abandoned = await repository.settleAbandoned(deps.db, now);
  const lapsed = await repository.settleLapsed(deps.db, now);
  if (abandoned + lapsed > 0) log.warn({ abandoned, lapsed }, 'messages were not sent');
  for (;;) {
    const due = await repository.listDue(
      deps.db,
      kinds,
      deps.clock.now().toISOString(),
      limits.outbox.sentAtOnce,
    );
    if (due.length === 0) return;
    await Promise.all(due.map((message) => sendOnce(deps, message, log)));
  }
}

/** What was written last, the newest first: for the demo, where nobody sends it. */
export const newestMessages = async (deps: Deps, limit: number): Promise<OpenMessage[]> =>
  (await repository.listMessages(deps.db, limit)).map((row) => openMessage(deps, row));

/** Forgets whom was written to, when it has been long enough. */
export const forgetMessages = ({ db, clock }: Deps): Promise<void> =>
  repository.deleteMessagesBefore(
    db,
    new Date(clock.now().getTime() - limits.outbox.keptDays * 24 * 3_600_000).toISOString(),
  );

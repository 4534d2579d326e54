/*
 * The mail queue (outbox): stores mails and SMS in the caller's transaction, sends each once and
 * retries with back-off.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '#schemas/platform/common.ts';
import { dayMs, hourMs } from '#schemas/platform/time.ts';
import { mailOutboxLimits } from '#server/mail/limits.ts';
import type { Db, MailOutboxRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { getBackOffMs } from '#server/getBackOffMs.ts';
import { getInstantAfter } from '#server/getInstantAfter.ts';
import { createProblem } from '#server/problem.ts';
import { unseal, seal } from '#server/security/sealing.ts';
import { getAccount, readLogo } from '#server/accounts/accounts/service.ts';
import { DeliveryFailed, type DeliveryFate } from '#server/ports/delivery.ts';
import { buildHtmlPart, buildPlainPart, formatSenderName, type MailContent } from './mailParts.ts';
import * as repository from './repository.ts';

export { mailStates } from '#server/db/schema/mail.ts';
export type { MailContent } from './mailParts.ts';
export const { deleteMessagesOf } = repository;

type Envelope = {
  /** for the sender's name and logo; null: the portal's own */
  accountId: string | null;
  language: Language;
  /** whom the message is for, whose erasure deletes it; undefined: no user of the account */
  userId?: string;
  /** not sent after this instant, e.g. with an expired PIN */
  goodUntil?: string;
  /** idempotency key: a second message with the same one is not stored */
  onceKey?: string;
};
export type NewMail = Envelope & {
  /** without a name the greeting has none */
  to: { email: string; name?: string };
  /** without it the mail says that replies are not read */
  replyTo?: string;
  content: MailContent;
};
export type NewSms = Envelope & { to: string; text: string };

type Said = { /** plain text */ body: string; html: string | null; stopUrl?: string };
/** A message with its text, which is empty after deletion. */
export type OpenMessage = Omit<MailOutboxRow, 'sealed'> & Said;

const getSealContext = (id: string) => ({ purpose: 'outbox', id });

/** Decrypts the text, which is sealed because it may contain PINs and link keys. */
function openMessage(deps: Deps, { sealed, ...row }: MailOutboxRow): OpenMessage {
  if (sealed === '') return { ...row, body: '', html: null };
  // Only newMessage can have sealed it, so its type is known.
  const said = JSON.parse(unseal(deps, getSealContext(row.id), sealed)) as Said;
  return { ...row, ...said };
}

function newMessage(
  deps: Deps,
  { accountId, language, userId, goodUntil, onceKey }: Envelope,
  said: Said,
): Omit<MailOutboxRow, 'kind' | 'recipient' | 'replyTo' | 'subject'> {
  const now = deps.clock.now().toISOString();
  const id = newId();
  return {
    id,
    accountId,
    language,
    userId: userId ?? null,
    sealed: seal(deps, getSealContext(id), JSON.stringify(said)),
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: now,
    goodUntil: goodUntil ?? null,
    onceKey: onceKey ?? null,
    sentAt: null,
    createdAt: now,
  };
}

/** Stores a mail in the caller's transaction: it is sent if and only if that commits. */
export async function enqueueMail(deps: Deps, db: Db, mail: NewMail): Promise<void> {
  const sender = mail.accountId ? await getAccount(db, { accountId: mail.accountId }) : undefined;
  const frame = {
    language: mail.language,
    recipientName: mail.to.name,
    replyTo: mail.replyTo,
    sender,
  };
  await repository.insertMessage(db, {
    ...newMessage(deps, mail, {
      body: buildPlainPart(mail.content, frame),
      html: buildHtmlPart(mail.content, frame),
      ...(mail.content.stop ? { stopUrl: mail.content.stop.url } : {}),
    }),
    kind: 'mail',
    recipient: mail.to.email,
    replyTo: mail.replyTo ?? null,
    subject: mail.content.subject,
  });
}

/** Stores an SMS in the caller's transaction. */
export async function enqueueSms(deps: Deps, db: Db, sms: NewSms): Promise<void> {
  await repository.insertMessage(db, {
    ...newMessage(deps, sms, { body: sms.text, html: null }),
    kind: 'sms',
    recipient: sms.to,
    replyTo: null,
    subject: '',
  });
}

/** Returns true with a gateway, and in the demo, which shows the outbox. */
export const canSendSms = ({ sms, config }: Deps): boolean =>
  sms !== null || config.mode === 'demo';

/**
 * Cancels mails by the prefix of their `onceKey`, in the caller's transaction. A mail that is being
 * handed over is not retried. Returns how many.
 */
export const cancelMails = ({ clock }: Deps, db: Db, beginning: string): Promise<number> =>
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
    ? await getAccount(deps.db, { accountId: message.accountId })
    : undefined;
  const { id, recipient, replyTo, subject, body, html, stopUrl = null, createdAt } = message;
  return deps.mailer?.send(
    {
      id,
      fromName: formatSenderName(sender, message.language),
      to: recipient,
      replyTo,
      stopUrl,
      subject,
      text: body,
      html: html ?? '',
      logo: await readLogo(deps, sender),
      date: new Date(createdAt),
    },
    beforeHandover,
  );
}

const isTooOld = ({ clock }: Deps, { createdAt }: MailOutboxRow): boolean =>
  clock.now().getTime() - Date.parse(createdAt) > mailOutboxLimits.giveUpAfterHours * hourMs;

/**
 * Delivers a message and returns the outcome. Only an error of the delivery itself allows a retry:
 * any other error after the handover is `unclear`.
 */
async function attemptDelivery(
  deps: Deps,
  message: MailOutboxRow,
  markHandover: () => Promise<void>,
  log: Log,
): Promise<DeliveryFate | 'sent'> {
  let wasHandedOver = false;
  try {
    await deliver(deps, openMessage(deps, message), async () => {
      await markHandover();
      wasHandedOver = true;
    });
    return 'sent';
  } catch (error) {
    const { code, fate } =
      error instanceof DeliveryFailed
        ? error
        : new DeliveryFailed(
            error instanceof Error ? error.name : 'unknown',
            wasHandedOver ? 'unclear' : 'notTaken',
          );
    log.warn(
      { message: message.id, kind: message.kind, attempts: message.attempts + 1, code, fate },
      'a message was not sent',
    );
    return fate;
  }
}

/**
 * Stores the outcome of a delivery and retries that alone, never the delivery. If all attempts fail,
 * the message stays handed over and becomes `unclear` when its claim ends.
 */
async function storeOutcome(store: () => Promise<void>, log: Log): Promise<void> {
  const { outcomeAttempts, outcomeBackOff } = mailOutboxLimits;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store();
    } catch (error) {
      log.warn({ err: error, attempt }, 'the outcome of a delivery was not stored');
      if (attempt === outcomeAttempts) return;
      await sleep(getBackOffMs(outcomeBackOff, attempt - 1));
    }
  }
}

/**
 * Sends one message unless another process has claimed it. It is marked as handed over before its
 * text is sent: after a crash before that it is retried, after a crash later it is never sent
 * twice.
 */
async function sendQueuedMail(deps: Deps, message: MailOutboxRow, log: Log): Promise<void> {
  const { db, clock } = deps;
  const claimedUntil = getInstantAfter(deps, mailOutboxLimits.claimMs);
  if (!(await repository.claim(db, message, claimedUntil))) return;
  const markHandover = async () => {
    if (!(await repository.markHandover(db, message.id, claimedUntil)))
      throw new Error('claimed by another process');
  };
  const outcome = await attemptDelivery(deps, message, markHandover, log);
  const sentAt = outcome === 'sent' ? clock.now().toISOString() : null;
  const state = outcome === 'notTaken' && isTooOld(deps, message) ? 'lapsed' : outcome;
  const nextAttemptAt = getInstantAfter(
    deps,
    getBackOffMs(mailOutboxLimits.backOff, message.attempts),
  );
  await storeOutcome(
    () =>
      state === 'notTaken'
        ? repository.postpone(db, message.id, claimedUntil, nextAttemptAt)
        : repository.settle(db, message.id, { state, sentAt }),
    log,
  );
}

const listKinds = ({ mailer, sms }: Deps): MailOutboxRow['kind'][] => [
  ...(mailer ? ['mail' as const] : []),
  ...(sms ? ['sms' as const] : []),
];

/** Returns for how long the oldest message waits that this installation can send; 0 for none. */
export async function getOldestWaitingMs(deps: Deps): Promise<number> {
  const kinds = listKinds(deps);
  const oldest = kinds.length > 0 && (await repository.findOldestWaiting(deps.db, kinds));
  return oldest ? deps.clock.now().getTime() - Date.parse(oldest) : 0;
}

/**
 * Sends due messages in batches until none is left. Several processes may run it at once. Without a
 * relay messages stay in the outbox. Takes no further message once the server stops.
 */
export async function sendMailOutbox(deps: Deps, log: Log, stopping?: AbortSignal): Promise<void> {
  const kinds = listKinds(deps);
  if (kinds.length === 0) return;
  const now = deps.clock.now().toISOString();
  const abandoned = await repository.settleAbandoned(deps.db, now);
  const lapsed = await repository.settleLapsed(deps.db, now);
  if (abandoned + lapsed > 0) log.warn({ abandoned, lapsed }, 'messages were not sent');
  while (!stopping?.aborted) {
    const due = await repository.listDue(
      deps.db,
      kinds,
      deps.clock.now().toISOString(),
      mailOutboxLimits.sentAtOnce,
    );
    if (due.length === 0) return;
    await Promise.all(due.map((message) => sendQueuedMail(deps, message, log)));
  }
}

/** Lists the newest messages for the demo, which sends none. */
export const listNewestMessages = async (deps: Deps, limit: number): Promise<OpenMessage[]> =>
  (await repository.listMessages(deps.db, limit)).map((row) => openMessage(deps, row));

/** Returns the recipient of a message by its `onceKey`, for as long as it is known. */
export const { findRecipient } = repository;

/** Lists messages for the operator, without their texts. Only one that waits has a next attempt. */
export const listStates = async (
  { db }: Deps,
  wanted: { state?: MailOutboxRow['state']; limit: number },
) =>
  (await repository.listStates(db, wanted)).map((message) => ({
    ...message,
    nextAttemptAt: message.state === 'waiting' ? message.nextAttemptAt : null,
  }));

/** Sends a message again. Throws `conflict` if it was sent, or has lost its text or its use. */
export async function sendAgain({ db, clock }: Deps, id: string): Promise<void> {
  if (!(await repository.sendAgain(db, id, clock.now().toISOString())))
    throw createProblem('conflict');
}

/** Marks a message whose fate the operator has found out. Throws `conflict`. */
export async function markMessage(
  { db, clock }: Deps,
  id: string,
  state: 'sent' | 'lapsed',
): Promise<void> {
  const sentAt = state === 'sent' ? clock.now().toISOString() : null;
  if (!(await repository.settleByHand(db, id, { state, sentAt }))) throw createProblem('conflict');
}

/** Deletes old messages with their recipients, and earlier the texts of those that failed. */
export async function deleteOldMessages({ db, clock }: Deps): Promise<void> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms).toISOString();
  await repository.emptyFailed(db, before(mailOutboxLimits.giveUpAfterHours * hourMs));
  await repository.deleteMessagesBefore(db, before(mailOutboxLimits.keptDays * dayMs));
}

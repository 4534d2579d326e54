import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { SentPin } from '#schemas/access/adhoc.ts';
import { pinLimits } from '#schemas/forms/limits.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { PinChannel } from '#schemas/access/users.ts';
import { minutesPerDay } from '#schemas/platform/time.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { pinRateLimits } from '#server/forms/limits.ts';
import type { Db, InvitationRow, PinRow } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { getAttempts, countAttempt } from '#server/security/attemptCounters.ts';
import { createProblem, createProblemUntil, ProblemError, ignoreProblem } from '#server/problem.ts';
import * as idempotency from '#server/security/idempotency.ts';
import { getTexts } from '#server/texts.ts';
import { enqueueMail, enqueueSms } from '#server/mail/mailOutbox/service.ts';
import {
  assertMayMakePin,
  checkPin,
  createFalsePinError,
  storePin,
  getNewestPin,
  newPin,
  getInvitationSubject,
  consumePin,
  type NewPin,
} from '#server/forms/pins/service.ts';
import {
  findSession,
  findSessionAfterRace,
  openSessionOnce,
  type SessionCall,
} from '#server/access/sessions/service.ts';
import { lockMembership } from '#server/accounts/staff/service.ts';
import {
  getInvitation,
  readSmsNumber,
  listUsableChannels,
  type KnownInvitation,
} from '#server/access/users/service.ts';
import { readBrowserHash } from './browser.ts';
import { reserveSms } from './smsBudget.ts';

export { markBrowser } from './browser.ts';
export { reserveSms } from './smsBudget.ts';

async function sendMail(
  deps: Deps,
  db: Db,
  { client, account }: KnownInvitation,
  pin: string,
  goodUntil: string,
): Promise<SentPin> {
  const { language, firstName, lastName, email } = client;
  const text = getTexts(language);
  const name = account.name;
  await enqueueMail(deps, db, {
    accountId: account.id,
    userId: client.id,
    language,
    to: { email, name: formatPersonName({ firstName, lastName }) },
    goodUntil,
    content: {
      subject: text('mail.pin.subject', { name }),
      paragraphs: [text('mail.pin.text', { name })],
      code: pin,
      closing: [
        text('mail.pin.valid', { minutes: pinLimits.validMinutes }),
        text('mail.pin.notAsked', {}),
      ],
    },
  });
  return { channel: 'Email' };
}

/** Ends with the origin-bound code line, so that a phone fills the PIN in on our page only. */
async function sendSms(
  deps: Deps,
  db: Db,
  { client, account }: KnownInvitation,
  pin: string,
  goodUntil: string,
): Promise<SentPin> {
  const { language } = client;
  const to = readSmsNumber(client.mobile) ?? '';
  const text = getTexts(language)('sms.pin', {
    pin,
    name: account.name,
    minutes: pinLimits.validMinutes,
  });
  await enqueueSms(deps, db, {
    accountId: account.id,
    userId: client.id,
    language,
    to,
    goodUntil,
    text: `${text}\n\n@${new URL(deps.config.publicUrl).hostname} #${pin}`,
  });
  return { channel: 'Sms', numberEndsWith: to.slice(-3) };
}

/** Finds an unused invitation; undefined for any other key, so that keys cannot be probed. */
async function findOpenInvitation(deps: Deps, key: string): Promise<KnownInvitation | undefined> {
  const known = await getInvitation(deps, key).catch(ignoreProblem);
  return known?.client.status === 0 ? known : undefined;
}

const getAttemptsSubject = ({ id }: InvitationRow): string => `pinWrong:${id}`;

/** Throws `tooManyRequests` above the daily limit of wrong PINs per invitation. */
async function assertAttemptsLeft(deps: Deps, invitation: InvitationRow): Promise<void> {
  const { count, endsAt } = await getAttempts(deps, getAttemptsSubject(invitation), minutesPerDay);
  if (count >= pinRateLimits.wrongAttemptsPerDay)
    throw createProblemUntil('tooManyRequests', endsAt);
}

type PinRequest = {
  browserHash: string;
  idempotencyKey: string | undefined;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** Sends by SMS if it was requested and is within the budget, else by mail. */
async function sendPin(
  deps: Deps,
  db: Db,
  invited: KnownInvitation,
  channel: PinChannel,
  pin: string,
  goodUntil: string,
  log: PinRequest['log'],
): Promise<SentPin> {
  const usedUpUntil =
    channel === 'Sms'
      ? await reserveSms(
          { ...deps, db },
          { to: readSmsNumber(invited.client.mobile) ?? '', accountId: invited.account.id },
          log,
        )
      : undefined;
  if (usedUpUntil === undefined)
    return (channel === 'Sms' ? sendSms : sendMail)(deps, db, invited, pin, goodUntil);
  if (!listUsableChannels(deps, invited).includes('Email'))
    throw createProblemUntil('tooManyRequests', usedUpUntil);
  return sendMail(deps, db, invited, pin, goodUntil);
}

/** Chooses the preferred channel if it can be used, else mail. Throws `pinNotSent` without any. */
function chooseChannel(
  deps: Deps,
  invited: KnownInvitation,
  preferred: PinChannel | undefined,
): PinChannel {
  const channels = listUsableChannels(deps, invited);
  const channel =
    channels.find((one) => one === preferred) ??
    channels.find((one) => one === 'Email') ??
    channels[0];
  if (!channel) throw createProblem('pinNotSent');
  return channel;
}

type PinCall = { key: idempotency.CallKey; body: object };

async function createAndSendPin(
  deps: Deps,
  key: string,
  preferred: PinChannel | undefined,
  { browserHash, log }: PinRequest,
  call: PinCall,
): Promise<SentPin> {
  const invited = await findOpenInvitation(deps, key);
  if (!invited) return { channel: 'Email' };
  const { invitation, client } = invited;
  const subject = getInvitationSubject(invitation.id);
  await assertAttemptsLeft(deps, invitation);
  await assertMayMakePin(deps, deps.db, subject);
  const pin: NewPin = await newPin(deps);
  return inTransaction(deps.db, async (db) => {
    await lockMembership(db, client.accountId, client.id);
    // Again, because the address may have been corrected while the PIN was hashed.
    const current = await findOpenInvitation({ ...deps, db }, key);
    if (!current) return { channel: 'Email' };
    const channel = chooseChannel(deps, current, preferred);
    const { validUntil } = await storePin(deps, db, subject, pin, { browserHash });
    const sent = await sendPin(deps, db, current, channel, pin.digits, validUntil, log);
    return idempotency.storeResponse({ ...deps, db }, call.key, call.body, sent);
  });
}

/**
 * Sends a PIN that opens the invitation in the requesting browser, and returns the channel.
 * A retry, and a key that opens nothing, get the same response and send nothing. Throws
 * `pinNotSent` without a channel, `tooManyRequests` with the time of the next attempt.
 */
export async function requestPin(
  deps: Deps,
  key: string,
  preferred: PinChannel | undefined,
  request: PinRequest,
): Promise<SentPin> {
  const { browserHash, idempotencyKey } = request;
  const call: PinCall = {
    key: { scope: `requestPin:${key}`, idempotencyKey, minutes: pinRateLimits.retryMinutes },
    body: { preferred, browserHash },
  };
  const replay = await idempotency.findResponse<SentPin>(deps, call.key, call.body);
  if (replay) return replay;
  return createAndSendPin(deps, key, preferred, request, call).catch((error: unknown) =>
    idempotency.findAfterRace<SentPin>(deps, call.key, call.body, error),
  );
}

/** Returns the PIN of this browser. Another browser gets `falsePin`, which counts no attempt. */
async function getBrowserPin(
  deps: Deps,
  { id }: InvitationRow,
  browserHash: string | undefined,
): Promise<PinRow> {
  const pin = await getNewestPin(deps, getInvitationSubject(id));
  if (!pin) throw createProblem('pinVoid');
  if (pin.browserHash !== browserHash) throw createFalsePinError();
  return pin;
}

/**
 * Checks a PIN and returns its invitation. Throws `linkInvalid` or `linkExpired` for the key,
 * `falsePin`, `pinVoid` for a used, expired or locked PIN, and `tooManyRequests`.
 */
async function checkRightPin(
  deps: Deps,
  key: string,
  given: string,
  browserHash: string | undefined,
): Promise<KnownInvitation & { pin: PinRow }> {
  const known = await getInvitation(deps, key);
  if (known.client.status === 1) throw createProblem('alreadyRegistered');
  const pin = await getBrowserPin(deps, known.invitation, browserHash);
  await assertAttemptsLeft(deps, known.invitation);
  await checkPin(deps, pin, given).catch(async (error: unknown) => {
    if (error instanceof ProblemError && error.reason === 'falsePin')
      await countAttempt(deps, getAttemptsSubject(known.invitation), minutesPerDay);
    throw error;
  });
  return { ...known, pin };
}

/**
 * Marks a PIN as used and opens a session. A retry, for some minutes and while that session is
 * unused, gets the same session. Throws like `checkRightPin`.
 */
export async function login(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  body: { key: string; password: string },
  idempotencyKey: string | undefined,
): Promise<UserSession> {
  const browserHash = readBrowserHash(request);
  const call: SessionCall = {
    kind: 'unregistered',
    scope: `loginAdhoc:${browserHash}`,
    idempotencyKey,
    body,
    spent: 'pinVoid',
  };
  const openByPin = async (): Promise<UserSession> => {
    const { client, invitation, pin } = await checkRightPin(
      deps,
      body.key,
      body.password,
      browserHash,
    );
    return inTransaction(deps.db, async (db) => {
      const tx = { ...deps, db };
      const whose = { userId: client.id, accountId: invitation.accountId };
      await lockMembership(db, whose.accountId, whose.userId);
      if (!(await consumePin(tx, pin))) throw createProblem('pinVoid');
      return openSessionOnce(tx, reply, request, call, whose);
    });
  };
  return (
    (await findSession(deps, reply, call)) ??
    openByPin().catch((error: unknown) => findSessionAfterRace(deps, reply, call, error))
  );
}

import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { SentPin } from '#schemas/adhoc.ts';
import { limits } from '#schemas/limits.ts';
import type { UserSession } from '#schemas/sessions.ts';
import type { PinChannel } from '#schemas/users.ts';
import type { Db, InvitationRow, PinRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { countSoFar, countWithin, dayMinutes } from '#server/http/counts.ts';
import { problem, problemUntil, ProblemError, undefinedOnProblem } from '#server/http/errors.ts';
import { answerOnce, type Keep } from '#server/http/repeats.ts';
import { textsIn } from '#server/http/texts.ts';
import { enqueueMail, enqueueSms } from '#server/modules/outbox/service.ts';
import {
  assertMayMakePin,
  checkPin,
  falsePin,
  keepPin,
  newestPin,
  newPin,
  pinOfInvitation,
  spendPin,
  type NewPin,
} from '#server/modules/pins/service.ts';
import { openSessionOnce } from '#server/modules/sessions/service.ts';
import {
  knownInvitation,
  lockInvitation,
  smsNumber,
  usableChannels,
  type KnownInvitation,
} from '#server/modules/users/service.ts';
import { markOf } from './browser.ts';
import { takeSms } from './smsBudget.ts';

async function sendMail(
  deps: Deps,
  db: Db,
  { client, account }: KnownInvitation,
  pin: string,
  goodUntil: string,
): Promise<SentPin> {
  const { language, firstName, lastName, email } = client;
  const text = textsIn(language);
  const name = account.name;
  await enqueueMail(deps, db, {
    accountId: account.id,
    language,
    to: { email, name: `${firstName} ${lastName}` },
    goodUntil,
    content: {
      subject: text('mail.pin.subject', { name }),
      paragraphs: [text('mail.pin.text', { name })],
      code: pin,
      closing: [
        text('mail.pin.valid', { minutes: limits.pin.validMinutes }),
        text('mail.pin.notAsked', {}),
      ],
    },
  });
  return { channel: 'Email' };
}

/** Its last line lets a telephone offer the PIN to our page, and to no other. */
async function sendSms(
  deps: Deps,
  db: Db,
  { client, account }: KnownInvitation,
  pin: string,
  goodUntil: string,
): Promise<SentPin> {
  const { language } = client;
  const to = smsNumber(client.mobile) ?? '';
  const text = textsIn(language)('sms.pin', {
    pin,
    name: account.name,
    minutes: limits.pin.validMinutes,
  });
  await enqueueSms(deps, db, {
    accountId: account.id,
    language,
    to,
    goodUntil,
    text: `${text}\n\n@${new URL(deps.config.publicUrl).hostname} #${pin}`,
  });
  return { channel: 'Sms', numberEndsWith: to.slice(-3) };
}

/** An invitation that waits to be used; undefined for any other key, so that nobody can tell one from the other. */
async function openInvitation(deps: Deps, key: string): Promise<KnownInvitation | undefined> {
  const known = await knownInvitation(deps, key).catch(undefinedOnProblem);
  return known?.client.status === 0 ? known : undefined;
}

const wrongTriesOf = ({ id }: InvitationRow): string => `pinWrong:${id}`;

/** Throws `tooManyRequests` with the time of the next try: over all its PINs an invitation has so many a day. */
async function assertTriesLeft(deps: Deps, invitation: InvitationRow): Promise<void> {
  const { count, endsAt } = await countSoFar(deps, wrongTriesOf(invitation));
  if (count >= limits.pin.wrongTriesPerDay) throw problemUntil('tooManyRequests', endsAt);
}

type PinRequest = {
  browserHash: string;
  idempotencyKey: string | undefined;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

/** By SMS where that is wanted and the budget allows it. */
async function send(
  deps: Deps,
  db: Db,
  invited: KnownInvitation,
  channel: PinChannel,
  pin: string,
  goodUntil: string,
  log: PinRequest['log'],
): Promise<SentPin> {
  const usedUpUntil = channel === 'Sms' ? await takeSms({ ...deps, db }, invited, log) : undefined;
  if (usedUpUntil === undefined)
    return (channel === 'Sms' ? sendSms : sendMail)(deps, db, invited, pin, goodUntil);
  if (!usableChannels(deps, invited).includes('Email'))
    throw problemUntil('tooManyRequests', usedUpUntil);
  return sendMail(deps, db, invited, pin, goodUntil);
}

async function requestNow(
  deps: Deps,
  key: string,
  preferred: PinChannel | undefined,
  { browserHash, log }: PinRequest,
  keep: Keep<SentPin>,
): Promise<SentPin> {
  const invited = await openInvitation(deps, key);
  if (!invited) return { channel: 'Email' };
  const { invitation } = invited;
  const channels = usableChannels(deps, invited);
  const channel =
    channels.find((one) => one === preferred) ??
    channels.find((one) => one === 'Email') ??
    channels[0];
  if (!channel) throw problem('pinNotSent');
  const subject = pinOfInvitation(invitation.id);
  await assertTriesLeft(deps, invitation);
  await assertMayMakePin(deps, deps.db, subject);
  const pin: NewPin = await newPin(deps);
  return deps.db.transaction().execute(async (db) => {
    await lockInvitation(db, invitation.id);
    const { validUntil } = await keepPin(deps, db, subject, pin, { browserHash });
    return keep(db, await send(deps, db, invited, channel, pin.digits, validUntil, log));
  });
}

/**
 * Sends a PIN that opens the invitation in the browser that asks, and answers the way it goes; a repeat answers the same and
 * sends nothing. For a key that opens nothing it answers the same and sends nothing. Throws `pinNotSent` where there is no
 * way (any more), `tooManyRequests` too soon, with the time of the next one.
 */
export const requestPin = (
  deps: Deps,
  key: string,
  preferred: PinChannel | undefined,
  request: PinRequest,
): Promise<SentPin> => {
  const { browserHash, idempotencyKey } = request;
  return answerOnce<SentPin>(
    deps,
    {
      of: `requestPin:${key}`,
      idempotencyKey,
      body: { preferred, browserHash },
      minutes: limits.pin.repeatMinutes,
    },
    (keep) => requestNow(deps, key, preferred, request, keep),
  );
};

/** The PIN that was asked for in this browser. Any other browser is told that its PIN is wrong, and costs whoever asked no try. */
async function pinOfBrowser(
  deps: Deps,
  { id }: InvitationRow,
  browserHash: string | undefined,
): Promise<PinRow> {
  const pin = await newestPin(deps, pinOfInvitation(id));
  if (!pin) throw problem('pinVoid');
  if (pin.browserHash !== browserHash) throw falsePin();
  return pin;
}

/**
 * A PIN that is right, and whom it lets in. Throws `linkInvalid` or `linkExpired` for a key that opens nothing (any more),
 * `falsePin`, and `pinVoid` for a PIN that was used, is too old or was tried too often; `tooManyRequests` where several were.
 */
async function rightPin(
  deps: Deps,
  key: string,
  given: string,
  browserHash: string | undefined,
): Promise<KnownInvitation & { pin: PinRow }> {
  const known = await knownInvitation(deps, key);
  if (known.client.status === 1) throw problem('alreadyRegistered');
  const pin = await pinOfBrowser(deps, known.invitation, browserHash);
  await assertTriesLeft(deps, known.invitation);
  await checkPin(deps, pin, given).catch(async (error: unknown) => {
    if (error instanceof ProblemError && error.reason === 'falsePin')
      await countWithin(deps, wrongTriesOf(known.invitation), dayMinutes);
    throw error;
  });
  return { ...known, pin };
}

/**
 * Uses a PIN up and opens a session for whom it lets in. A repeat, for some minutes and while that session is unused, gives
 * the same one: the PIN is spent, and the answer may have been lost. Throws like `rightPin`.
 */
export function login(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  body: { key: string; password: string },
  idempotencyKey: string | undefined,
): Promise<UserSession> {
  const browserHash = markOf(request);
  return openSessionOnce(
    deps,
    reply,
    request,
    {
      of: `loginAdhoc:${browserHash}`,
      idempotencyKey,
      body,
      kind: 'unregistered',
      spent: 'pinVoid',
    },
    async () => {
      const { client, invitation, pin } = await rightPin(
        deps,
        body.key,
        body.password,
        browserHash,
      );
      return async (within) => {
        if (!(await spendPin(within, pin))) throw problem('pinVoid');
        return { userId: client.id, accountId: invitation.accountId };
      };
    },
  );
}

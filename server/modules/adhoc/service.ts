import { limits } from '#schemas/limits.ts';
import type { PinChannel } from '#schemas/users.ts';
import type { Db, InvitationRow, PinRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem, undefinedOnProblem } from '#server/http/errors.ts';
import { textsIn } from '#server/http/texts.ts';
import { enqueueMail, enqueueSms } from '#server/modules/outbox/service.ts';
import { assertMayMakePin, checkPin, keepPin, newestPin, newPin, pinOfInvitation, spendPin } from '#server/modules/pins/service.ts';
import { knownInvitation, usableChannels, type KnownInvitation } from '#server/modules/users/service.ts';
import { lockInvitation } from './repository.ts';

async function sendMail(deps: Deps, db: Db, { client, account }: KnownInvitation, pin: string, goodUntil: string): Promise<void> {
  const { language, firstName, lastName, email } = client;
  const text = textsIn(language);
  const name = account.name;
  await enqueueMail(deps, db, {
    accountId: account.id, language, to: { email, name: `${firstName} ${lastName}` }, goodUntil,
    content: {
      subject: text('mail.pin.subject', { name }), paragraphs: [text('mail.pin.text', { name })], code: pin,
      closing: [text('mail.pin.valid', { minutes: limits.pin.validMinutes }), text('mail.pin.notAsked', {})],
    },
  });
}

/** Its last line lets a telephone offer the PIN to our page, and to no other. */
async function sendSms(deps: Deps, db: Db, { client, account }: KnownInvitation, pin: string, goodUntil: string): Promise<void> {
  const { language, mobile } = client;
  const text = textsIn(language)('sms.pin', { pin, name: account.name, minutes: limits.pin.validMinutes });
  await enqueueSms(deps, db, { accountId: account.id, language, to: mobile ?? '', goodUntil, text: `${text}\n\n@${new URL(deps.config.publicUrl).hostname} #${pin}` });
}

/** An invitation that waits to be used; undefined for any other key, so that nobody can tell one from the other. */
async function openInvitation(deps: Deps, key: string): Promise<KnownInvitation | undefined> {
  const known = await knownInvitation(deps, key).catch(undefinedOnProblem);
  return known?.client.status === 0 ? known : undefined;
}

/**
 * Sends a PIN that opens the invitation in the browser that asks, and answers the way it goes. For a key that opens nothing
 * it answers the same and sends nothing. Throws `pinNotSent` where there is no way (any more), `tooManyRequests` too soon.
 */
export async function requestPin(deps: Deps, key: string, preferred: PinChannel | undefined, browserHash: string): Promise<PinChannel> {
  const invited = await openInvitation(deps, key);
  if (!invited) return 'Email';
  const channels = usableChannels(deps, invited);
  const channel = channels.find((one) => one === preferred) ?? channels.find((one) => one === 'Email') ?? channels[0];
  if (!channel) throw problem('pinNotSent');
  const subject = pinOfInvitation(invited.invitation.id);
  await assertMayMakePin(deps, deps.db, subject);
  const pin = await newPin(deps);
  await deps.db.transaction().execute(async (db) => {
    await lockInvitation(db, invited.invitation.id);
    const { validUntil } = await keepPin(deps, db, subject, pin, { browserHash });
    await (channel === 'Sms' ? sendSms : sendMail)(deps, db, invited, pin.digits, validUntil);
  });
  return channel;
}

/** The PIN that was asked for in this browser. Any other browser is told that its PIN is wrong, and costs whoever asked no try. */
async function pinOfBrowser(deps: Deps, { id }: InvitationRow, browserHash: string | undefined): Promise<PinRow> {
  const pin = await newestPin(deps, pinOfInvitation(id));
  if (!pin) throw problem('pinVoid');
  if (pin.browserHash !== browserHash) throw problem('falsePin');
  return pin;
}

/**
 * Uses a PIN up, and answers whom it lets in. Throws `linkInvalid` or `linkExpired` for a key that opens nothing (any more),
 * `falsePin`, and `pinVoid` for a PIN that was used, is too old or was tried too often.
 */
export async function usePin(deps: Deps, key: string, given: string, browserHash: string | undefined): Promise<{ userId: string; accountId: string }> {
  const { invitation, client } = await knownInvitation(deps, key);
  if (client.status === 1) throw problem('alreadyRegistered');
  const pin = await pinOfBrowser(deps, invitation, browserHash);
  await checkPin(deps, pin, given);
  if (!(await spendPin(deps, pin))) throw problem('pinVoid');
  return { userId: client.id, accountId: invitation.accountId };
}

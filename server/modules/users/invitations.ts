import { limits } from '#schemas/limits.ts';
import {
  pinChannels,
  type Invitation,
  type InvitationMetadata,
  type NewInvitation,
  type PinChannel,
} from '#schemas/users.ts';
import type { AccountRow, Db, InvitationRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { hashBody, hashSecret, macOf, newSecret } from '#server/http/secrets.ts';
import { dateIn, textsIn } from '#server/http/texts.ts';
import type { Language } from '#schemas/common.ts';
import { webAddresses } from '#schemas/webAddresses.ts';
import {
  accountOf,
  contactOf,
  logoUrl,
  statementHashesOf,
} from '#server/modules/accounts/service.ts';
import { canSendSms, enqueueMail } from '#server/modules/outbox/service.ts';
import { offersOf } from '#server/modules/providerForms/service.ts';
import { endInvitedSessions } from '#server/modules/sessions/service.ts';
import { ownClient } from './clients.ts';
import { smsNumber } from './mobileNumber.ts';
import * as repository from './repository.ts';

export type { KnownInvitation } from './repository.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** 256 bits. Under an idempotency key it follows from our secret: a repeat is given the same one, though only its hash is stored. */
const keyFor = (
  deps: Deps,
  accountId: string,
  userId: string,
  idempotencyKey: string | undefined,
): string =>
  idempotencyKey
    ? macOf(deps, 'invitation', `${accountId}:${userId}:${idempotencyKey}`)
    : newSecret();

const channelsOf = (invitation: InvitationRow): PinChannel[] =>
  pinChannels.filter((channel) => invitation.pinChannels.split(',').includes(channel));

/** The ways by which a PIN can reach whoever is invited, as things are now. */
export const usableChannels = (
  deps: Deps,
  { invitation, client }: repository.KnownInvitation,
): PinChannel[] =>
  channelsOf(invitation).filter(
    (channel) =>
      channel === 'Email' || (smsNumber(client.mobile) !== undefined && canSendSms(deps)),
  );

function chooseChannels(
  deps: Deps,
  client: repository.Client,
  wanted: readonly PinChannel[] | undefined,
  language: Language,
): readonly PinChannel[] {
  const isSmsPossible = smsNumber(client.mobile) !== undefined && canSendSms(deps);
  if (wanted?.includes('Sms') && !isSmsPossible)
    throw problem('invalidInput', {
      '/pinChannels': textsIn(language)('invitation.error.noSms', {}),
    });
  return wanted ?? (isSmsPossible ? pinChannels : ['Email']);
}

async function writeMail(
  deps: Deps,
  db: Db,
  client: repository.Client,
  account: AccountRow,
  { url, validUntil }: Invitation,
): Promise<void> {
  const { language, firstName, lastName, email } = client;
  const text = textsIn(language);
  const name = account.name;
  await enqueueMail(deps, db, {
    accountId: account.id,
    language,
    to: { email, name: `${firstName} ${lastName}` },
    goodUntil: validUntil,
    content: {
      subject: text('mail.invitation.subject', { name }),
      paragraphs: [text('mail.invitation.text', { name })],
      link: { label: text('mail.invitation.label', {}), url },
      closing: [
        text('mail.invitation.validUntil', { date: dateIn(language, validUntil) }),
        text('mail.invitation.notYou', { name }),
      ],
    },
  });
}

/** The invitation an earlier call with this key has made; throws `conflict` when that call asked for another one. */
async function invitedBefore(
  { db }: Pick<Deps, 'db'>,
  keyHash: string,
  bodyHash: string,
): Promise<InvitationRow | undefined> {
  const earlier = (await repository.findInvitation(db, keyHash))?.invitation;
  if (earlier && earlier.bodyHash !== bodyHash) throw problem('conflict');
  return earlier;
}

/** What a call under this key has made. */
export const invitationUnder = async (
  deps: Deps,
  accountId: string,
  userId: string,
  idempotencyKey: string,
): Promise<InvitationRow | undefined> =>
  (
    await repository.findInvitation(
      deps.db,
      hashSecret(keyFor(deps, accountId, userId, idempotencyKey)),
    )
  )?.invitation;

/** Invites a client; the links before end. Throws `alreadyRegistered`, or `tooManyRequests` when it happens too often. */
export async function inviteUser(
  deps: Deps,
  { accountId, language }: { accountId: string; language: Language },
  userId: string,
  wanted: NewInvitation,
  idempotencyKey?: string,
): Promise<Invitation> {
  const client = await ownClient(deps, accountId, userId);
  const account = await accountOf(deps.db, { accountId });
  const hashUserKey = keyFor(deps, accountId, userId, idempotencyKey);
  const present = ({ id, validUntil }: InvitationRow): Invitation => ({
    invitationId: id,
    hashUserKey,
    url: deps.config.publicUrl + webAddresses.start(hashUserKey),
    validUntil,
  });
  const [keyHash, bodyHash] = [hashSecret(hashUserKey), hashBody(wanted)];
  const earlier = await invitedBefore(deps, keyHash, bodyHash);
  if (earlier) return present(earlier);
  if (client.status === 1) throw problem('alreadyRegistered');

  const now = deps.clock.now();
  const row: InvitationRow = {
    id: newId(),
    keyHash,
    bodyHash,
    userId,
    accountId,
    pregivenUsername: wanted.pregivenUsername ?? null,
    pinChannels: chooseChannels(deps, client, wanted.pinChannels, language).join(','),
    validUntil: new Date(
      now.getTime() + (wanted.validDays ?? limits.invitation.validDays) * dayMs,
    ).toISOString(),
    revokedAt: null,
    createdAt: now.toISOString(),
  };
  return deps.db.transaction().execute(async (db) => {
    await repository.lockMembership(db, accountId, userId);
    const lately = await repository.countInvitations(
      db,
      accountId,
      userId,
      new Date(now.getTime() - hourMs).toISOString(),
    );
    if (lately >= limits.invitation.perHour) throw problem('tooManyRequests');
    const isFirst = await repository.insertInvitation(db, row);
    const invitation = isFirst ? row : await invitedBefore({ db }, keyHash, bodyHash);
    if (!invitation) throw problem('conflict');
    if (isFirst) {
      await repository.revokeInvitations(db, accountId, userId, row.createdAt, row.id);
      if (wanted.sendMail !== false) await writeMail(deps, db, client, account, present(row));
    }
    return present(invitation);
  });
}

/** Ends a client's open invitations, and the sessions that they have opened. How many invitations there were. */
export async function revokeInvitations(
  deps: Deps,
  accountId: string,
  userId: string,
): Promise<number> {
  await ownClient(deps, accountId, userId);
  return deps.db.transaction().execute(async (db) => {
    await endInvitedSessions({ ...deps, db }, userId, accountId);
    return repository.revokeInvitations(db, accountId, userId, deps.clock.now().toISOString());
  });
}

/**
 * The invitation behind a key. Throws `linkInvalid` for a key we never made, `linkExpired` for one that was taken back, or
 * that nobody has used in its time. A registered user's key stays good: it leads to the login, and nothing else.
 */
export async function knownInvitation(
  { db, clock }: Deps,
  hashUserKey: string,
): Promise<repository.KnownInvitation> {
  const known = await repository.findInvitation(db, hashSecret(hashUserKey));
  if (!known) throw problem('linkInvalid');
  const { invitation, client } = known;
  const isOver = client.status === 0 && invitation.validUntil <= clock.now().toISOString();
  if (invitation.revokedAt !== null || client.isDisabled === 1 || isOver)
    throw problem('linkExpired');
  return known;
}

/** What may be told of an invitation to whoever has its link. */
export async function describeInvitation(
  deps: Deps,
  hashUserKey: string,
): Promise<InvitationMetadata> {
  const known = await knownInvitation(deps, hashUserKey);
  const { invitation, client, account } = known;
  const isRegistered = client.status === 1;
  const { contact: phone, street, postalCode, city } = contactOf(account);
  return {
    accountId: account.id,
    uniqueAccountKey: account.uniqueKey,
    accountName: account.name,
    userId: client.id,
    userStatus: client.status,
    authentication: hashUserKey,
    userRegistered: isRegistered,
    isSmsAvailable: !isRegistered && usableChannels(deps, known).includes('Sms'),
    language: client.language,
    pregivenUsername: isRegistered ? null : invitation.pregivenUsername,
    esyThingAgb: account.terms,
    esyThingDatenschutz: account.privacy,
    statementHashes: statementHashesOf(account),
    phone,
    address: { street, postalCode, city },
    mainColor: account.primaryColor,
    secondaryColor: account.secondaryColor,
    primaryLogoUrl: logoUrl(account, 'logo'),
    assistants: (await offersOf(deps, account, logoUrl(account, 'logo'))).assistants.map(
      ({ name, url }) => ({ name, url }),
    ),
  };
}

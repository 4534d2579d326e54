import { dayMs, hourMs } from '#schemas/platform/time.ts';
import { invitationLimits } from '#schemas/access/limits.ts';
import {
  pinChannels,
  type Invitation,
  type InvitationMetadata,
  type NewInvitation,
  type PinChannel,
} from '#schemas/access/users.ts';
import type { AccountRow, Db, InvitationRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { hashBody, hashSecret, computeMac, createSecret } from '#server/security/secrets.ts';
import { formatDate, getTexts } from '#server/texts.ts';
import type { Language } from '#schemas/platform/common.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { invitationRateLimits } from '#server/access/limits.ts';
import {
  getAccount,
  getContact,
  getLogoUrl,
  hashStatements,
} from '#server/accounts/accounts/service.ts';
import { canSendSms, enqueueMail } from '#server/mail/mailOutbox/service.ts';
import { listOffers } from '#server/forms/providerForms/service.ts';
import { endInvitedSessions } from '#server/access/sessions/service.ts';
import { getOwnClient } from './clients.ts';
import { smsNumber } from './mobileNumber.ts';
import * as repository from './repository.ts';

export type { KnownInvitation } from './repository.ts';

/**
 * Creates a key of 256 bits. With an Idempotency-Key it is derived, so that a retry gets the same
 * key though only its hash is stored.
 */
const createKey = (
  deps: Deps,
  accountId: string,
  userId: string,
  idempotencyKey: string | undefined,
): string =>
  idempotencyKey
    ? computeMac(deps, 'invitation', `${accountId}:${userId}:${idempotencyKey}`)
    : createSecret();

const parseChannels = (invitation: InvitationRow): PinChannel[] =>
  pinChannels.filter((channel) => invitation.pinChannels.split(',').includes(channel));

/** Lists the channels by which a PIN can be sent now. */
export const listUsableChannels = (
  deps: Deps,
  { invitation, client }: repository.KnownInvitation,
): PinChannel[] =>
  parseChannels(invitation).filter(
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
      '/pinChannels': getTexts(language)('invitation.error.noSms', {}),
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
  const text = getTexts(language);
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
        text('mail.invitation.validUntil', { date: formatDate(language, validUntil) }),
        text('mail.invitation.notYou', { name }),
      ],
    },
  });
}

/** Returns the invitation of an earlier call with this key; throws `conflict` for another body. */
async function findEarlier(
  { db }: Pick<Deps, 'db'>,
  keyHash: string,
  bodyHash: string,
): Promise<InvitationRow | undefined> {
  const earlier = (await repository.findInvitation(db, keyHash))?.invitation;
  if (earlier && earlier.bodyHash !== bodyHash) throw problem('conflict');
  return earlier;
}

/** Finds the invitation of an Idempotency-Key. */
export const invitationUnder = async (
  deps: Deps,
  accountId: string,
  userId: string,
  idempotencyKey: string,
): Promise<InvitationRow | undefined> =>
  (
    await repository.findInvitation(
      deps.db,
      hashSecret(createKey(deps, accountId, userId, idempotencyKey)),
    )
  )?.invitation;

/**
 * Invites a client and revokes earlier links. Throws `alreadyRegistered`, or `tooManyRequests`
 * above the rate limit.
 */
export async function inviteUser(
  deps: Deps,
  { accountId, language }: { accountId: string; language: Language },
  userId: string,
  wanted: NewInvitation,
  idempotencyKey?: string,
): Promise<Invitation> {
  const client = await getOwnClient(deps, accountId, userId);
  const account = await getAccount(deps.db, { accountId });
  const hashUserKey = createKey(deps, accountId, userId, idempotencyKey);
  const present = ({ id, validUntil }: InvitationRow): Invitation => ({
    invitationId: id,
    hashUserKey,
    url: deps.config.publicUrl + webAddresses.start(hashUserKey),
    validUntil,
  });
  const [keyHash, bodyHash] = [hashSecret(hashUserKey), hashBody(wanted)];
  const earlier = await findEarlier(deps, keyHash, bodyHash);
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
      now.getTime() + (wanted.validDays ?? invitationLimits.validDays) * dayMs,
    ).toISOString(),
    revokedAt: null,
    createdAt: now.toISOString(),
  };
  return inTransaction(deps.db, async (db) => {
    await repository.lockMembership(db, accountId, userId);
    const lately = await repository.countInvitations(
      db,
      accountId,
      userId,
      new Date(now.getTime() - hourMs).toISOString(),
    );
    if (lately >= invitationRateLimits.perHour) throw problem('tooManyRequests');
    const isFirst = await repository.insertInvitation(db, row);
    const invitation = isFirst ? row : await findEarlier({ db }, keyHash, bodyHash);
    if (!invitation) throw problem('conflict');
    if (isFirst) {
      await repository.revokeInvitations(db, accountId, userId, row.createdAt, row.id);
      if (wanted.sendMail !== false) await writeMail(deps, db, client, account, present(row));
    }
    return present(invitation);
  });
}

/**
 * Revokes a client's open invitations and ends their sessions. Returns the number of invitations.
 */
export async function revokeInvitations(
  deps: Deps,
  accountId: string,
  userId: string,
): Promise<number> {
  await getOwnClient(deps, accountId, userId);
  return inTransaction(deps.db, async (db) => {
    await endInvitedSessions({ ...deps, db }, userId, accountId);
    return repository.revokeInvitations(db, accountId, userId, deps.clock.now().toISOString());
  });
}

/**
 * Returns the invitation of a key. Throws `linkInvalid` for an unknown key, `linkExpired` for a
 * revoked or unused expired one. A registered user's key stays valid and opens the login only.
 */
export async function getInvitation(
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

/** Returns the data of an invitation that its link may show. */
export async function describeInvitation(
  deps: Deps,
  hashUserKey: string,
): Promise<InvitationMetadata> {
  const known = await getInvitation(deps, hashUserKey);
  const { invitation, client, account } = known;
  const isRegistered = client.status === 1;
  const { contact: phone, street, postalCode, city } = getContact(account);
  return {
    accountId: account.id,
    uniqueAccountKey: account.uniqueKey,
    accountName: account.name,
    userId: client.id,
    userStatus: client.status,
    authentication: hashUserKey,
    userRegistered: isRegistered,
    isSmsAvailable: !isRegistered && listUsableChannels(deps, known).includes('Sms'),
    language: client.language,
    pregivenUsername: isRegistered ? null : invitation.pregivenUsername,
    esyThingAgb: account.terms,
    esyThingDatenschutz: account.privacy,
    statementHashes: hashStatements(account),
    phone,
    address: { street, postalCode, city },
    mainColor: account.primaryColor,
    secondaryColor: account.secondaryColor,
    primaryLogoUrl: getLogoUrl(account, 'logo'),
    assistants: (await listOffers(deps, account, getLogoUrl(account, 'logo'))).assistants.map(
      ({ name, url }) => ({ name, url }),
    ),
  };
}

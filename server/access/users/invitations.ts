import { dayMs, hourMs } from '#schemas/platform/time.ts';
import { invitationLimits } from '#schemas/access/limits.ts';
import { cleanUsername } from '#schemas/access/usernames.rules.ts';
import {
  pinChannels,
  type Invitation,
  type InvitationMetadata,
  type NewInvitation,
  type PinChannel,
} from '#schemas/access/users.ts';
import type { Db, InvitationRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { assertSameBody } from '#server/security/idempotency.ts';
import {
  hashBody,
  hashSecret,
  computeMac,
  createSecret,
  listMacs,
} from '#server/security/secrets.ts';
import { formatDate, getTexts } from '#server/texts.ts';
import type { Language } from '#schemas/platform/common.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { invitationRateLimits } from '#server/access/limits.ts';
import {
  getAccount,
  getLogoUrl,
  hashStatements,
  type StoredAccount,
} from '#server/accounts/accounts/service.ts';
import {
  isEmployee,
  lockMembership,
  queueFirmClientEvents,
} from '#server/accounts/staff/service.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import { canSendSms, enqueueMail } from '#server/mail/mailOutbox/service.ts';
import { listOffers } from '#server/forms/providerForms/service.ts';
import { resumeUnregistered } from '#server/access/acceptances/service.ts';
import { endInvitedSessions } from '#server/access/sessions/service.ts';
import { getOwnClient } from './clients.ts';
import { readSmsNumber } from './mobileNumber.ts';
import * as repository from './repository.ts';

export type { KnownInvitation } from './repository.ts';

/**
 * Creates a key of 256 bits. With an Idempotency-Key it is derived, so that a retry gets the same
 * key though only its hash is stored, also when the secret was rotated meanwhile.
 */
async function createKey(
  deps: Deps,
  accountId: string,
  userId: string,
  idempotencyKey: string | undefined,
): Promise<string> {
  if (!idempotencyKey) return createSecret();
  const content = `${accountId}:${userId}:${idempotencyKey}`;
  const current = computeMac(deps, 'invitation', content);
  for (const key of listMacs(deps, 'invitation', content))
    if (key !== current && (await repository.findInvitation(deps.db, hashSecret(key)))) return key;
  return current;
}

const parseChannels = (invitation: InvitationRow): PinChannel[] =>
  pinChannels.filter((channel) => invitation.pinChannels.split(',').includes(channel));

/** Lists the channels by which a PIN can be sent now. */
export const listUsableChannels = (
  deps: Deps,
  { invitation, client }: repository.KnownInvitation,
): PinChannel[] =>
  parseChannels(invitation).filter(
    (channel) =>
      channel === 'Email' || (readSmsNumber(client.mobile) !== undefined && canSendSms(deps)),
  );

function chooseChannels(
  deps: Deps,
  client: repository.Client,
  wanted: readonly PinChannel[] | undefined,
  language: Language,
): readonly PinChannel[] {
  const isSmsPossible = readSmsNumber(client.mobile) !== undefined && canSendSms(deps);
  if (wanted?.includes('Sms') && !isSmsPossible)
    throw createProblem('invalidInput', {
      '/pinChannels': getTexts(language)('invitation.error.noSms', {}),
    });
  return wanted ?? (isSmsPossible ? pinChannels : ['Email']);
}

async function writeMail(
  deps: Deps,
  db: Db,
  client: repository.Client,
  account: StoredAccount,
  { url, validUntil }: Invitation,
): Promise<void> {
  const { language, firstName, lastName, email } = client;
  const text = getTexts(language);
  const name = account.name;
  const isStaff = await isEmployee(db, account.id, client.id);
  await enqueueMail(deps, db, {
    accountId: account.id,
    userId: client.id,
    language,
    to: { email, name: formatPersonName({ firstName, lastName }) },
    goodUntil: validUntil,
    content: {
      subject: text('mail.invitation.subject', { name }),
      paragraphs: [text(isStaff ? 'mail.invitation.staff' : 'mail.invitation.text', { name })],
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
  return assertSameBody(earlier, bodyHash);
}

/** Finds the invitation of an Idempotency-Key. */
export const findByIdempotencyKey = async (
  deps: Deps,
  accountId: string,
  userId: string,
  idempotencyKey: string,
): Promise<InvitationRow | undefined> =>
  (
    await repository.findInvitation(
      deps.db,
      hashSecret(await createKey(deps, accountId, userId, idempotencyKey)),
    )
  )?.invitation;

type Inviter = { accountId: string; language: Language };

/** Builds the row of a new invitation; throws `invalidInput` for a channel that cannot be used. */
function buildInvitation(
  deps: Deps,
  client: repository.Client,
  wanted: NewInvitation,
  language: Language,
): Omit<InvitationRow, 'keyHash' | 'bodyHash'> {
  const now = deps.clock.now();
  const { validDays = invitationLimits.validDays } = wanted;
  return {
    id: newId(),
    userId: client.id,
    accountId: client.accountId,
    pregivenUsername:
      wanted.pregivenUsername === undefined ? null : cleanUsername(wanted.pregivenUsername),
    pinChannels: chooseChannels(deps, client, wanted.pinChannels, language).join(','),
    validUntil: new Date(now.getTime() + validDays * dayMs).toISOString(),
    revokedAt: null,
    createdAt: now.toISOString(),
  };
}

/** Throws `tooManyRequests` for a client who was invited too often in the last hour. */
async function assertNotTooMany({ db, clock }: Deps, client: repository.Client): Promise<void> {
  const since = new Date(clock.now().getTime() - hourMs).toISOString();
  const lately = await repository.countInvitations(db, client.accountId, client.id, since);
  if (lately >= invitationRateLimits.perHour) throw createProblem('tooManyRequests');
}

/** Invites a client like `inviteUser`, in the caller's transaction. */
export async function createInvitation(
  tx: Deps,
  { accountId, language }: Inviter,
  userId: string,
  wanted: NewInvitation,
  idempotencyKey?: string,
): Promise<Invitation> {
  await lockMembership(tx.db, accountId, userId);
  const client = await getOwnClient(tx, accountId, userId);
  const hashUserKey = await createKey(tx, accountId, userId, idempotencyKey);
  const present = ({ id, validUntil }: InvitationRow): Invitation => ({
    invitationId: id,
    hashUserKey,
    url: tx.config.publicUrl + webAddresses.start(hashUserKey),
    validUntil,
  });
  const [keyHash, bodyHash] = [hashSecret(hashUserKey), hashBody(wanted)];
  const earlier = await findEarlier(tx, keyHash, bodyHash);
  if (earlier) return present(earlier);
  if (client.status === 1 && client.endedAt === null) throw createProblem('alreadyRegistered');
  if (client.isDisabled === 1) throw createProblem('clientDisabled');
  await assertNotTooMany(tx, client);
  const row = { ...buildInvitation(tx, client, wanted, language), keyHash, bodyHash };
  if (!(await repository.insertInvitation(tx.db, row))) throw createProblem('conflict');
  if (client.status === 0 && client.endedAt !== null)
    await resumeUnregistered(tx.db, { accountId, userId });
  await repository.revokeInvitations(tx.db, accountId, userId, row.createdAt, row.id);
  await endInvitedSessions(tx, userId, accountId);
  if (wanted.sendMail !== false)
    await writeMail(tx, tx.db, client, await getAccount(tx.db, { accountId }), present(row));
  return present(row);
}

/**
 * Invites a client and revokes earlier links. Throws `alreadyRegistered`, `clientDisabled`, or
 * `tooManyRequests` above the rate limit.
 */
export const inviteUser = (
  deps: Deps,
  inviter: Inviter,
  userId: string,
  wanted: NewInvitation,
  idempotencyKey?: string,
): Promise<Invitation> =>
  inTransactionWithEvents(deps, async (db, queueEvent) => {
    const tx = { ...deps, db };
    const invitation = await createInvitation(tx, inviter, userId, wanted, idempotencyKey);
    await queueFirmClientEvents(db, queueEvent, inviter.accountId);
    return invitation;
  });

/**
 * Revokes a client's open invitations and ends their sessions. Returns the number of invitations.
 */
export async function revokeInvitations(
  deps: Deps,
  accountId: string,
  userId: string,
): Promise<number> {
  await getOwnClient(deps, accountId, userId);
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    await queueFirmClientEvents(db, queueEvent, accountId);
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
  if (!known) throw createProblem('linkInvalid');
  const { invitation, client } = known;
  const isOver = client.status === 0 && invitation.validUntil <= clock.now().toISOString();
  if (invitation.revokedAt !== null || client.isDisabled === 1 || isOver)
    throw createProblem('linkExpired');
  return known;
}

/** Returns the data of an invitation that its link may show. */
export async function describeInvitation(
  deps: Deps,
  hashUserKey: string,
  language: Language,
): Promise<InvitationMetadata> {
  const known = await getInvitation(deps, hashUserKey);
  const { invitation, client, account } = known;
  const isRegistered = client.status === 1;
  const { contact: phone, street, postalCode, city } = account.contact;
  const headerLogoUrl = getLogoUrl(account, 'logo');
  const { assistants } = await listOffers(deps, account, { headerLogoUrl, language });
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
    primaryLogoUrl: headerLogoUrl,
    assistants: assistants.map(({ name, url }) => ({ name, url })),
  };
}

import { defaultLanguage, type Language } from '#schemas/platform/common.ts';
import type { NewUser, ProviderUser } from '#schemas/access/users.ts';
import { buildEmailKey } from '#schemas/access/users.rules.ts';
import type { UserRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/problem.ts';
import { hashBody } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import { transactionWithEvents } from '#server/events/service.ts';
import { endSessionsWithoutAccess } from '#server/access/sessions/service.ts';
import { queueStaffEvents, worksAt } from '#server/accounts/staff/service.ts';
import { internationalNumber } from './mobileNumber.ts';
import * as repository from './repository.ts';

/** The provider's view of a client. */
export const presentUser = (client: repository.Client): ProviderUser => ({
  userId: client.id,
  firstName: client.firstName,
  lastName: client.lastName,
  salutation: client.salutation,
  email: client.email,
  mobile: client.mobile,
  language: client.language,
  userStatus: client.status,
  isDisabled: client.isDisabled === 1,
  createdAt: client.knownSince,
  registeredAt: client.registeredAt,
});

/** Returns a client of this account; throws `notFound` alike for foreign and unknown ids. */
export async function getOwnClient(
  { db }: Deps,
  accountId: string,
  userId: string,
): Promise<repository.Client> {
  const client = await repository.findClient(db, accountId, userId);
  if (!client) throw problem('notFound');
  return client;
}

/** Returns the client of an earlier call with this key; throws `conflict` for another body. */
async function findCreated(
  { db }: Deps,
  accountId: string,
  bodyHash: string,
  idempotencyKey: string | undefined,
): Promise<repository.Client | undefined> {
  const earlier = idempotencyKey
    ? await repository.findClientByIdempotencyKey(db, accountId, idempotencyKey)
    : undefined;
  if (earlier && earlier.bodyHash !== bodyHash) throw problem('conflict');
  return earlier;
}

function normalizeMobile({ mobile }: NewUser, language: Language): string | null {
  if (mobile === undefined) return null;
  const number = internationalNumber(mobile);
  if (number === undefined)
    throw problem('invalidInput', { '/mobile': getTexts(language)('user.error.mobile', {}) });
  return number;
}

/**
 * Creates a user as a client of this account. Does not look for the same person in other accounts,
 * because that must not be revealed.
 */
export async function createUser(
  deps: Deps,
  { accountId, language: spoken }: { accountId: string; language: Language },
  wanted: NewUser,
  idempotencyKey?: string,
): Promise<ProviderUser> {
  const bodyHash = hashBody(wanted);
  const earlier = await findCreated(deps, accountId, bodyHash, idempotencyKey);
  if (earlier) return presentUser(earlier);
  const createdAt = deps.clock.now().toISOString();
  const { firstName, lastName, salutation = '', email, language = defaultLanguage } = wanted;
  const mobile = normalizeMobile(wanted, spoken);
  const user: UserRow = {
    id: newId(),
    firstName,
    lastName,
    salutation,
    email,
    emailKey: buildEmailKey(email),
    mobile,
    language,
    username: null,
    usernameKey: null,
    passwordHash: null,
    status: 0,
    pictureKey: null,
    createdAt,
    registeredAt: null,
  };
  const membership = {
    userId: user.id,
    accountId,
    isDisabled: 0 as const,
    acceptedAt: null,
    termsHash: null,
    privacyHash: null,
    idempotencyKey: idempotencyKey ?? null,
    bodyHash,
    createdAt,
  };
  const isFirst = await inTransaction(deps.db, async (db) => {
    await repository.insertUser(db, user);
    if (await repository.insertMembership(db, membership)) return true;
    throw new CreatedMeanwhile();
  }).catch((error: unknown) => {
    if (error instanceof CreatedMeanwhile) return false;
    throw error;
  });
  if (isFirst) return presentUser({ ...user, ...membership, knownSince: createdAt });
  const winner = await findCreated(deps, accountId, bodyHash, idempotencyKey);
  if (!winner) throw problem('conflict');
  return presentUser(winner);
}

/** Rolls back the request that lost the race against an equal one. */
class CreatedMeanwhile extends Error {}

/**
 * Enables or disables a client's access. Effective at once, because every request checks it. A
 * re-enabled client must log in again.
 */
export async function setAccess(
  deps: Deps,
  accountId: string,
  userId: string,
  isDisabled: 0 | 1,
): Promise<ProviderUser> {
  await getOwnClient(deps, accountId, userId);
  await transactionWithEvents(deps, async (db, queueEvent) => {
    const hasWorked = await worksAt(db, accountId, userId);
    await repository.setDisabled(db, accountId, userId, isDisabled);
    if (isDisabled) await endSessionsWithoutAccess({ ...deps, db }, userId, accountId);
    if (hasWorked !== (await worksAt(db, accountId, userId)))
      await queueStaffEvents(db, queueEvent, accountId, userId);
  });
  return presentUser(await getOwnClient(deps, accountId, userId));
}

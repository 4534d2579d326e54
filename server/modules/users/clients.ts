import { defaultLanguage, type Language } from '#schemas/common.ts';
import type { NewUser, ProviderUser } from '#schemas/users.ts';
import { emailKeyOf } from '#schemas/users.rules.ts';
import type { UserRow } from '#server/db/schema.ts';
import { newId } from '#server/db/newId.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { hashBody } from '#server/http/secrets.ts';
import { textsIn } from '#server/http/texts.ts';
import { changeAndTell } from '#server/modules/events/service.ts';
import { endSessionsWithoutAccess } from '#server/modules/sessions/service.ts';
import { tellOfStaff, worksAt } from '#server/modules/staff/service.ts';
import { internationalNumber } from './mobileNumber.ts';
import * as repository from './repository.ts';

/** What a provider sees of a client. */
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

/** A client of this account; throws `notFound` for another's as for an unknown one. */
export async function ownClient(
  { db }: Deps,
  accountId: string,
  userId: string,
): Promise<repository.Client> {
  const client = await repository.findClient(db, accountId, userId);
  if (!client) throw problem('notFound');
  return client;
}

/** The client an earlier call with this key has made; throws `conflict` when that call asked for another one. */
async function createdBefore(
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

function mobileOf({ mobile }: NewUser, language: Language): string | null {
  if (mobile === undefined) return null;
  const number = internationalNumber(mobile);
  if (number === undefined)
    throw problem('invalidInput', { '/mobile': textsIn(language)('user.error.mobile', {}) });
  return number;
}

/** Creates a user who is a client of this account. Whether another account knows the same person is not looked at: it must not be told. */
export async function createUser(
  deps: Deps,
  { accountId, language: spoken }: { accountId: string; language: Language },
  wanted: NewUser,
  idempotencyKey?: string,
): Promise<ProviderUser> {
  const bodyHash = hashBody(wanted);
  const earlier = await createdBefore(deps, accountId, bodyHash, idempotencyKey);
  if (earlier) return presentUser(earlier);
  const createdAt = deps.clock.now().toISOString();
  const { firstName, lastName, salutation = '', email, language = defaultLanguage } = wanted;
  const mobile = mobileOf(wanted, spoken);
  const user: UserRow = {
    id: newId(),
    firstName,
    lastName,
    salutation,
    email,
    emailKey: emailKeyOf(email),
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
  const isFirst = await deps.db
    .transaction()
    .execute(async (db) => {
      await repository.insertUser(db, user);
      if (await repository.insertMembership(db, membership)) return true;
      throw new CreatedMeanwhile();
    })
    .catch((error: unknown) => {
      if (error instanceof CreatedMeanwhile) return false;
      throw error;
    });
  if (isFirst) return presentUser({ ...user, ...membership, knownSince: createdAt });
  const winner = await createdBefore(deps, accountId, bodyHash, idempotencyKey);
  if (!winner) throw problem('conflict');
  return presentUser(winner);
}

/** Takes back what this call has written: another one under the same key was faster. */
class CreatedMeanwhile extends Error {}

/** Gives a client access to this account, or takes it: at once, because every call looks it up. Whoever gets it back logs in anew. */
export async function setAccess(
  deps: Deps,
  accountId: string,
  userId: string,
  isDisabled: 0 | 1,
): Promise<ProviderUser> {
  await ownClient(deps, accountId, userId);
  await changeAndTell(deps, async (db, tell) => {
    const hasWorked = await worksAt(db, accountId, userId);
    await repository.setDisabled(db, accountId, userId, isDisabled);
    if (isDisabled) await endSessionsWithoutAccess({ ...deps, db }, userId, accountId);
    if (hasWorked !== (await worksAt(db, accountId, userId)))
      await tellOfStaff(db, tell, accountId, userId);
  });
  return presentUser(await ownClient(deps, accountId, userId));
}

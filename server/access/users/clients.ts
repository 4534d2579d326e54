import { defaultLanguage, type Language } from '#schemas/platform/common.ts';
import { UserChange, type NewUser, type ProviderUser } from '#schemas/access/clients.ts';
import { buildEmailKey } from '#schemas/access/users.rules.ts';
import type { MembershipRow, UserRow } from '#server/db/schema.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import { newId } from '#server/db/newId.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createTakenProblem } from '#server/externalIds.ts';
import { createProblem } from '#server/problem.ts';
import { assertSameBody } from '#server/security/idempotency.ts';
import { hashBody } from '#server/security/secrets.ts';
import { getTexts } from '#server/texts.ts';
import { assertMatches, computeEtag } from '#server/http/etags.ts';
import { inTransactionWithEvents } from '#server/events/service.ts';
import { endSessionsWithoutAccess } from '#server/access/sessions/service.ts';
import {
  assertMayChangePerson,
  lockMembership,
  queueFirmClientEvents,
  queueStaffEvents,
  worksAt,
  type Actor,
} from '#server/accounts/staff/service.ts';
import { notifyOfChange } from './changeNotice.ts';
import { indexClient } from './clientSearch.ts';
import { toInternationalNumber } from './mobileNumber.ts';
import { endPinAccess } from './pinAccess.ts';
import { presentUser } from './presentUser.ts';
import * as repository from './repository.ts';

type Provider = { accountId: string; language: Language };

/** Returns a client of this account; throws `notFound` alike for foreign and unknown ids. */
export async function getOwnClient(
  { db }: Deps,
  accountId: string,
  userId: string,
): Promise<repository.Client> {
  const client = await repository.findClient(db, accountId, userId);
  if (!client) throw createProblem('notFound');
  return client;
}

/** Returns the client of an earlier call with this key; throws `conflict` for another body. */
export async function findCreated(
  { db }: Deps,
  accountId: string,
  { idempotencyKey, bodyHash }: CreatingCall,
): Promise<repository.Client | undefined> {
  const earlier = idempotencyKey
    ? await repository.findClientByIdempotencyKey(db, accountId, idempotencyKey)
    : undefined;
  return assertSameBody(earlier, bodyHash);
}

function normalizeMobile(mobile: string | null, language: Language): string | null {
  if (mobile === null) return null;
  const number = toInternationalNumber(mobile);
  if (number === undefined)
    throw createProblem('invalidInput', { '/mobile': getTexts(language)('user.error.mobile', {}) });
  return number;
}

/** A new user as a client of one account, not stored yet. */
type NewClient = { user: UserRow; membership: MembershipRow };

/** The Idempotency-Key of a call, and the hash of its body. */
export type CreatingCall = { idempotencyKey: string | undefined; bodyHash: string };

/** Builds the rows of a new client; throws `invalidInput` for a wrong mobile number. */
function buildClient(
  { clock }: Pick<Deps, 'clock'>,
  { accountId, language: spoken }: Provider,
  wanted: NewUser,
  { idempotencyKey, bodyHash }: CreatingCall,
): NewClient {
  const createdAt = clock.now().toISOString();
  const { firstName, lastName, salutation = '', email, language = defaultLanguage } = wanted;
  const user: UserRow = {
    id: newId(),
    firstName,
    lastName,
    salutation,
    email,
    emailKey: buildEmailKey(email),
    mobile: normalizeMobile(wanted.mobile ?? null, spoken),
    language,
    username: null,
    usernameKey: null,
    foldedUsernameKey: null,
    passwordHash: null,
    loginId: null,
    loginEmail: null,
    loginEmailKey: null,
    status: 0,
    pictureKey: null,
    createdAt,
    registeredAt: null,
  };
  const membership: MembershipRow = {
    userId: user.id,
    accountId,
    isDisabled: 0,
    acceptedAt: null,
    termsHash: null,
    privacyHash: null,
    idempotencyKey: idempotencyKey ?? null,
    bodyHash,
    externalId: wanted.externalId ?? null,
    endedAt: null,
    endedBy: null,
    createdAt,
    lastSeenAt: null,
  };
  return { user, membership };
}

/**
 * Stores a new user as a client of this account, in the caller's transaction. Does not look for the
 * same person in other accounts, because that must not be revealed.
 */
export async function insertClient(
  { clock, db }: Pick<Deps, 'clock' | 'db'>,
  provider: Provider,
  wanted: NewUser,
  call: CreatingCall,
): Promise<ProviderUser> {
  const { user, membership } = buildClient({ clock }, provider, wanted, call);
  await repository.insertUser(db, user);
  if (!(await repository.insertMembership(db, membership))) throw new CreatedMeanwhile();
  await indexClient(db, membership, user);
  return presentUser(
    { clock },
    {
      ...user,
      ...membership,
      knownSince: membership.createdAt,
      invitedAt: null,
      invitedUntil: null,
    },
  );
}

/**
 * Returns the client of an equal call that was faster. Throws `conflict` for an external id that
 * another client has, and any other error again.
 */
export async function findAfterRace(
  deps: Deps,
  { accountId, language }: Provider,
  wanted: NewUser,
  call: CreatingCall,
  error: unknown,
): Promise<repository.Client> {
  if (!(error instanceof CreatedMeanwhile) && !isUniqueViolation(error)) throw error;
  const winner = await findCreated(deps, accountId, call);
  if (winner) return winner;
  throw wanted.externalId == null ? error : createTakenProblem(language);
}

/** Creates a user as a client of this account. A retry gets the first response. */
export async function createUser(
  deps: Deps,
  provider: Provider,
  wanted: NewUser,
  idempotencyKey?: string,
): Promise<ProviderUser> {
  const call = { idempotencyKey, bodyHash: hashBody(wanted) };
  const earlier = await findCreated(deps, provider.accountId, call);
  if (earlier) return presentUser(deps, earlier);
  return inTransaction(deps.db, (db) =>
    insertClient({ ...deps, db }, provider, wanted, call),
  ).catch(async (error: unknown) =>
    presentUser(deps, await findAfterRace(deps, provider, wanted, call, error)),
  );
}

/** Rolls back the request that lost the race against an equal one. */
class CreatedMeanwhile extends Error {}

/**
 * Enables or disables a client's access. Effective at once, because every request checks it. A
 * re-enabled client must log in again. Throws as `assertMayChangePerson`, and `conflict` for staff
 * who would lock themselves out.
 */
export async function setAccess(
  deps: Deps,
  actor: Actor & Provider,
  userId: string,
  isDisabled: 0 | 1,
): Promise<ProviderUser> {
  const { accountId, language, staff } = actor;
  if (isDisabled === 1 && staff?.userId === userId)
    throw createProblem('conflict', { '/userId': getTexts(language)('user.error.ownAccess', {}) });
  await getOwnClient(deps, accountId, userId);
  await inTransactionWithEvents(deps, async (db, queueEvent) => {
    await lockMembership(db, accountId, userId);
    await assertMayChangePerson(db, actor, userId);
    const hasWorked = await worksAt(db, accountId, userId);
    await repository.setDisabled(db, accountId, userId, isDisabled);
    queueEvent.forPrograms(accountId, {
      type: 'client.changed',
      data: { userId, changedBy: 'provider' },
    });
    await queueFirmClientEvents(db, queueEvent, accountId);
    if (isDisabled) await endSessionsWithoutAccess({ ...deps, db }, userId, accountId);
    if (hasWorked !== (await worksAt(db, accountId, userId)))
      await queueStaffEvents(db, queueEvent, accountId, userId);
  });
  return presentUser(deps, await getOwnClient(deps, accountId, userId));
}

/**
 * Keeps the address of a login when its account writes another one: links for a new password must
 * not follow it before the client has confirmed it.
 */
const keepLoginEmail = (
  { status, loginId, loginEmail, email, emailKey }: repository.Client,
  wanted: UserChange,
): Partial<UserRow> =>
  status === 1 &&
  loginId === null &&
  loginEmail === null &&
  wanted.email !== undefined &&
  wanted.email !== email
    ? { loginEmail: email, loginEmailKey: emailKey }
    : {};

type Changing = {
  ifMatch?: string | undefined;
  /** true: no mail names the changed fields */ isSilent?: boolean;
};

/**
 * Changes the given fields of a client. Returns false if they have these values already. Throws
 * `preconditionFailed` for another state than that of `ifMatch`, and for a caller who may not change
 * the person, as `assertMayChangePerson`.
 */
export async function changeUser(
  deps: Deps,
  actor: Actor & Provider,
  userId: string,
  given: UserChange,
  { ifMatch, isSilent = false }: Changing = {},
): Promise<boolean> {
  const { accountId, language } = actor;
  const wanted: UserChange = {
    ...given,
    ...(given.mobile === undefined ? {} : { mobile: normalizeMobile(given.mobile, language) }),
  };
  return inTransactionWithEvents(deps, async (db, queueEvent) => {
    await repository.lockClient(db, accountId, userId);
    const client = await getOwnClient({ ...deps, db }, accountId, userId);
    const shown = presentUser(deps, client);
    assertMatches(ifMatch, computeEtag(UserChange, shown));
    const names = Object.keys(wanted) as (keyof UserChange)[];
    const changed = names.filter((name) => wanted[name] !== shown[name]);
    if (changed.length === 0) return false;
    await assertMayChangePerson(db, actor, userId);
    const { externalId, ...person } = wanted;
    await repository.updateClient(db, client, {
      person: {
        ...person,
        ...(person.email ? { emailKey: buildEmailKey(person.email) } : {}),
        ...keepLoginEmail(client, wanted),
      },
      externalId: externalId === undefined ? client.externalId : externalId,
    });
    if (person.email !== undefined && buildEmailKey(person.email) !== client.emailKey)
      await endPinAccess({ ...deps, db }, accountId, userId);
    await indexClient(db, { userId, accountId }, { ...client, ...person });
    queueEvent.forPrograms(accountId, {
      type: 'client.changed',
      data: { userId, changedBy: 'provider' },
    });
    if (!isSilent) {
      await queueFirmClientEvents(db, queueEvent, accountId);
      await notifyOfChange(
        deps,
        db,
        queueEvent,
        { before: client, client: await getOwnClient({ ...deps, db }, accountId, userId) },
        changed,
      );
    }
    if (await worksAt(db, accountId, userId))
      await queueStaffEvents(db, queueEvent, accountId, userId);
    return true;
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? createTakenProblem(language) : error;
  });
}

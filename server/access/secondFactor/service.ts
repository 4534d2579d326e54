import type { Language } from '#schemas/platform/common.ts';
import type { RecoveryCodes, Removed, SecondFactor } from '#schemas/access/secondFactor.ts';
import { storedFactorLimits } from '#server/access/limits.ts';
import type { Db } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import * as idempotency from '#server/security/idempotency.ts';
import { resealRows, seal } from '#server/security/sealing.ts';
import { createToken, readToken, consumeToken } from '#server/security/sealedTokens.ts';
import type { CallerOf } from '#server/http/session.ts';
import { getTexts } from '#server/texts.ts';
import { assertPassword, getRegisteredUser } from '#server/access/credentials/service.ts';
import { endSessions, listSecondFactors } from '#server/access/sessions/service.ts';
import { notify, type Notice } from './notices.ts';
import { hashCode, newRecoveryCodes } from './recoveryCodes.ts';
import * as repository from './repository.ts';
import { getSealContext } from './sealContext.ts';
import { newTotp, findTimeStep } from './totp.ts';

export { giveCode } from './login.ts';

const hasDevice = async (db: Db, userId: string): Promise<boolean> =>
  (await listSecondFactors(db, userId)).length > 0;

const setupKind = { name: 'totpSetup', minutes: storedFactorLimits.setupMinutes };
type Setup = { userId: string; secret: string };

/** Describes the second factor without its secrets. */
export async function describeSecondFactor({ db }: Deps, userId: string): Promise<SecondFactor> {
  const totp = await repository.findTotp(db, userId);
  const passkeys = (await repository.listPasskeys(db, userId)).map(
    ({ id, name, createdAt, lastUsedAt }) => ({ passkeyId: id, name, createdAt, lastUsedAt }),
  );
  return {
    totp: totp ? { createdAt: totp.createdAt } : null,
    passkeys,
    recoveryCodesLeft: await repository.countRecoveryCodes(db, userId),
  };
}

/** Starts the setup of an authenticator app. Throws `invalidInput` for a wrong password. */
export async function startTotp(
  deps: Deps,
  userId: string,
  password: string,
  language: Language,
): Promise<Setup & { uri: string; setup: string }> {
  const { username } = await assertPassword(deps, userId, password, language);
  const { secret, uri } = newTotp({
    issuer: `${getTexts(language)('mail.portal', {})} ${new URL(deps.config.publicUrl).hostname}`,
    label: username,
  });
  return {
    userId,
    secret,
    uri,
    setup: createToken(deps, setupKind, { userId, secret } satisfies Setup),
  };
}

async function replaceCodes(deps: Deps, db: Db, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await repository.setRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashCode(deps, userId, code)),
  );
  return codes;
}

export const createFirstCodes = async (deps: Deps, db: Db, userId: string): Promise<string[]> =>
  (await repository.countRecoveryCodes(db, userId)) === 0 ? replaceCodes(deps, db, userId) : [];

type Registered = CallerOf<'registered'>;

/** Builds the key of a call that returns recovery codes: they can be read again for 15 minutes. */
export const getCodesKey = (
  call: string,
  { sessionId }: Registered,
  idempotencyKey: string | undefined,
): idempotency.CallKey => ({
  scope: `${call}:${sessionId}`,
  idempotencyKey,
  minutes: storedFactorLimits.setupMinutes,
});

export type Asked = { language: Language; idempotencyKey: string | undefined };

type Confirmation = { setup: string; code: string };

/**
 * Sets up an authenticator app with a code from it; a retry gets the same response. Throws
 * `invalidInput` for a wrong code, `tookTooLong` for an expired or used setup.
 */
export async function confirmTotp(
  deps: Deps,
  caller: Registered,
  body: Confirmation,
  { language, idempotencyKey }: Asked,
): Promise<RecoveryCodes> {
  const key = getCodesKey('confirmTotp', caller, idempotencyKey);
  const replay = await idempotency.findResponse<RecoveryCodes>(deps, key, body);
  if (replay) return replay;
  return storeTotp(deps, caller, body, language, key).catch((error: unknown) =>
    idempotency.findAfterRace<RecoveryCodes>(deps, key, body, error),
  );
}

async function storeTotp(
  deps: Deps,
  { userId }: Registered,
  body: Confirmation,
  language: Language,
  key: idempotency.CallKey,
): Promise<RecoveryCodes> {
  const { setup, code } = body;
  const begun = readToken<Setup>(deps, setupKind, setup);
  if (begun?.userId !== userId) throw createProblem('tookTooLong');
  const now = deps.clock.now();
  const step = findTimeStep(begun.secret, code, now);
  if (step === undefined)
    throw createProblem('invalidInput', { '/code': getTexts(language)('WrongSetupCode', {}) });
  return inTransaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    await repository.lockUser(db, userId);
    if (!(await consumeToken(tx, setupKind, setup))) throw createProblem('tookTooLong');
    await repository.setTotp(db, {
      userId,
      sealedSecret: seal(deps, getSealContext(userId), begun.secret),
      lastStep: step,
      createdAt: now.toISOString(),
    });
    await notify(deps, db, await getRegisteredUser(db, userId), 'totpOn');
    const recoveryCodes = await createFirstCodes(deps, db, userId);
    return idempotency.storeResponse(tx, key, body, { recoveryCodes });
  });
}

/** Seals the secrets of authenticator apps again that a rotation of AUTH_SECRET has outdated. */
export const resealTotp = (deps: Deps): Promise<void> =>
  resealRows(deps, {
    list: repository.listTotp,
    getId: ({ userId }) => userId,
    getContext: getSealContext,
    getSealed: ({ sealedSecret }) => sealedSecret,
    replace: repository.replaceTotp,
  });

/** Deletes the recovery codes of a user who has no second factor left. */
async function deleteUnusedCodes(db: Db, userId: string): Promise<void> {
  if (!(await hasDevice(db, userId))) await repository.setRecoveryCodes(db, userId, []);
}

type Removal = Asked & { call: string; userId: string; password: string };

/**
 * Removes a device after a check of the password; a retry gets the same response. `remove`
 * returns false if there is no such device: then it throws `notFound`.
 */
export async function removeDevice(
  deps: Deps,
  removal: Removal,
  notice: Notice,
  remove: (db: Db) => Promise<boolean>,
): Promise<Removed> {
  const { call, userId, password, language, idempotencyKey } = removal;
  const key = { scope: `${call}:${userId}`, idempotencyKey };
  const replay = await idempotency.findResponse<Removed>(deps, key, password);
  if (replay) return replay;
  const checkAndRemove = async (): Promise<Removed> => {
    const user = await assertPassword(deps, userId, password, language);
    return inTransaction(deps.db, async (db) => {
      await repository.lockUser(db, userId);
      if (!(await remove(db))) throw createProblem('notFound');
      await deleteUnusedCodes(db, userId);
      await notify(deps, db, user, notice);
      return idempotency.storeResponse<Removed>({ ...deps, db }, key, password, { removed: true });
    });
  };
  return checkAndRemove().catch((error: unknown) =>
    idempotency.findAfterRace<Removed>(deps, key, password, error),
  );
}

export const removeTotp = (
  deps: Deps,
  userId: string,
  password: string,
  asked: Asked,
): Promise<Removed> =>
  removeDevice(deps, { call: 'removeTotp', userId, password, ...asked }, 'totpOff', (db) =>
    repository.deleteTotp(db, userId),
  );

/**
 * Replaces the recovery codes after a check of the password; a retry gets the same response.
 * Throws `notFound` for a user without a second factor.
 */
export async function renewRecoveryCodes(
  deps: Deps,
  caller: Registered,
  password: string,
  { language, idempotencyKey }: Asked,
): Promise<RecoveryCodes> {
  const { userId } = caller;
  const key = getCodesKey('renewRecoveryCodes', caller, idempotencyKey);
  const replay = await idempotency.findResponse<RecoveryCodes>(deps, key, password);
  if (replay) return replay;
  const checkAndReplace = async (): Promise<RecoveryCodes> => {
    const user = await assertPassword(deps, userId, password, language);
    return inTransaction(deps.db, async (db) => {
      await repository.lockUser(db, userId);
      if (!(await hasDevice(db, userId))) throw createProblem('notFound');
      await notify(deps, db, user, 'codesRenewed');
      const recoveryCodes = await replaceCodes(deps, db, userId);
      return idempotency.storeResponse({ ...deps, db }, key, password, { recoveryCodes });
    });
  };
  return checkAndReplace().catch((error: unknown) =>
    idempotency.findAfterRace<RecoveryCodes>(deps, key, password, error),
  );
}

/**
 * Removes a user's second factor, ends their sessions, because the device may be stolen, and
 * mails a notice. Returns false if there was none.
 */
export async function removeAll(deps: Deps, clientId: string): Promise<boolean> {
  return inTransaction(deps.db, async (db) => {
    const userId = await repository.findLoginInCare(db, clientId);
    await repository.lockUser(db, userId);
    if (!(await hasDevice(db, userId))) return false;
    await repository.deleteTotp(db, userId);
    await repository.deletePasskeys(db, userId);
    await repository.setRecoveryCodes(db, userId, []);
    await endSessions({ ...deps, db }, userId);
    await notify(deps, db, await getRegisteredUser(db, userId), 'removed');
    return true;
  });
}

import type { Language } from '#schemas/common.ts';
import { limits } from '#schemas/limits.ts';
import type { RecoveryCodes, Removed, SecondFactor } from '#schemas/secondFactor.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { answerOnce, type Keep, type RepeatableCall } from '#server/http/repeats.ts';
import { seal } from '#server/http/seal.ts';
import { makeToken, readToken, useToken } from '#server/http/sealedTokens.ts';
import type { CallerOf } from '#server/http/session.ts';
import { textsIn } from '#server/http/texts.ts';
import { assertPassword, registeredUser } from '#server/modules/credentials/service.ts';
import { endSessionsOf, secondFactorsOf } from '#server/modules/sessions/service.ts';
import { notify, type Notice } from './notices.ts';
import { hashCode, newRecoveryCodes } from './recoveryCodes.ts';
import * as repository from './repository.ts';
import { newTotp, stepOf } from './totp.ts';

/** Where an app's secret is sealed. */
export const secretOf = (userId: string) => ({ purpose: 'totp', of: userId });

const hasDevice = async (db: Db, userId: string): Promise<boolean> =>
  (await secondFactorsOf(db, userId)).length > 0;

const setupKind = { name: 'totpSetup', minutes: limits.secondFactor.setupMinutes };
type Setup = { userId: string; secret: string };

/** What there is; nothing that would help anybody else. */
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

/** Begins to set up an app, after the password. Throws `invalidInput` for a wrong one. */
export async function startTotp(
  deps: Deps,
  userId: string,
  password: string,
  language: Language,
): Promise<Setup & { uri: string; setup: string }> {
  const { username } = await assertPassword(deps, userId, password, language);
  const { secret, uri } = newTotp({
    issuer: `${textsIn(language)('mail.portal', {})} ${new URL(deps.config.publicUrl).hostname}`,
    label: username,
  });
  return {
    userId,
    secret,
    uri,
    setup: makeToken(deps, setupKind, { userId, secret } satisfies Setup),
  };
}

async function newCodes(deps: Deps, db: Db, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await repository.setRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashCode(deps, userId, code)),
  );
  return codes;
}

export const codesForWhoHasNone = async (deps: Deps, db: Db, userId: string): Promise<string[]> =>
  (await repository.countRecoveryCodes(db, userId)) === 0 ? newCodes(deps, db, userId) : [];

type Registered = CallerOf<'registered'>;

/** Does what gives recovery codes. They are shown once, so a repeat within the session, for some minutes, is answered with the same ones. */
export const giveCodesOnce = (
  deps: Deps,
  { sessionId }: Registered,
  call: Pick<RepeatableCall, 'of' | 'idempotencyKey' | 'body'>,
  work: (keep: Keep<RecoveryCodes>) => Promise<RecoveryCodes>,
): Promise<RecoveryCodes> =>
  answerOnce(
    deps,
    { ...call, of: `${call.of}:${sessionId}`, minutes: limits.secondFactor.setupMinutes },
    work,
  );

export type Asked = { language: Language; idempotencyKey: string | undefined };

/** Sets an app up by a code from it, which is used with that; a repeat answers the same. Throws `invalidInput` for a wrong code, `tookTooLong`. */
export const confirmTotp = (
  deps: Deps,
  caller: Registered,
  body: { setup: string; code: string },
  { language, idempotencyKey }: Asked,
): Promise<RecoveryCodes> =>
  giveCodesOnce(deps, caller, { of: 'confirmTotp', idempotencyKey, body }, async (keep) => {
    const { userId } = caller;
    const { setup, code } = body;
    const begun = readToken<Setup>(deps, setupKind, setup);
    if (begun?.userId !== userId) throw problem('tookTooLong');
    const now = deps.clock.now();
    const step = stepOf(begun.secret, code, now);
    if (step === undefined)
      throw problem('invalidInput', { '/code': textsIn(language)('WrongCode', {}) });
    return deps.db.transaction().execute(async (db) => {
      await repository.lockUser(db, userId);
      if (!(await useToken({ ...deps, db }, setupKind, setup))) throw problem('tookTooLong');
      await repository.setTotp(db, {
        userId,
        sealedSecret: seal(deps, secretOf(userId), begun.secret),
        lastStep: step,
        createdAt: now.toISOString(),
      });
      await notify(deps, db, await registeredUser(db, userId), 'totpOn');
      return keep(db, { recoveryCodes: await codesForWhoHasNone(deps, db, userId) });
    });
  });

/** Recovery codes stand in for a device: without any there is nothing to stand in for. */
async function forgetCodesOfWhoNeedsNone(db: Db, userId: string): Promise<void> {
  if (!(await hasDevice(db, userId))) await repository.setRecoveryCodes(db, userId, []);
}

type Removal = Asked & { of: string; userId: string; password: string };

/** Takes a device away, after the password; a repeat answers the same. Throws `notFound` where there is none. */
export const removeOnce = (
  deps: Deps,
  { of, userId, password, language, idempotencyKey }: Removal,
  notice: Notice,
  remove: (db: Db) => Promise<boolean>,
): Promise<Removed> =>
  answerOnce<Removed>(
    deps,
    { of: `${of}:${userId}`, idempotencyKey, body: password },
    async (keep) => {
      const user = await assertPassword(deps, userId, password, language);
      return deps.db.transaction().execute(async (db) => {
        await repository.lockUser(db, userId);
        if (!(await remove(db))) throw problem('notFound');
        await forgetCodesOfWhoNeedsNone(db, userId);
        await notify(deps, db, user, notice);
        return keep(db, { removed: true });
      });
    },
  );

/** Does without the app, after the password. */
export const removeTotp = (
  deps: Deps,
  userId: string,
  password: string,
  asked: Asked,
): Promise<Removed> =>
  removeOnce(deps, { of: 'removeTotp', userId, password, ...asked }, 'totpOff', (db) =>
    repository.deleteTotp(db, userId),
  );

/** Makes the recovery codes anew, after the password; a repeat answers the same. Throws `notFound` for whoever has no second factor. */
export const renewRecoveryCodes = (
  deps: Deps,
  caller: Registered,
  password: string,
  { language, idempotencyKey }: Asked,
): Promise<RecoveryCodes> =>
  giveCodesOnce(
    deps,
    caller,
    { of: 'renewRecoveryCodes', idempotencyKey, body: password },
    async (keep) => {
      const { userId } = caller;
      const user = await assertPassword(deps, userId, password, language);
      return deps.db.transaction().execute(async (db) => {
        await repository.lockUser(db, userId);
        if (!(await hasDevice(db, userId))) throw problem('notFound');
        await notify(deps, db, user, 'codesRenewed');
        return keep(db, { recoveryCodes: await newCodes(deps, db, userId) });
      });
    },
  );

/** Takes a user's second factor away, whatever it is, ends their sessions, for the device may be in other hands, and tells them; whether there was one. */
export async function removeAll(deps: Deps, userId: string): Promise<boolean> {
  return deps.db.transaction().execute(async (db) => {
    await repository.lockUser(db, userId);
    if (!(await hasDevice(db, userId))) return false;
    await repository.deleteTotp(db, userId);
    await repository.deletePasskeys(db, userId);
    await repository.setRecoveryCodes(db, userId, []);
    await endSessionsOf({ ...deps, db }, userId);
    await notify(deps, db, await registeredUser(db, userId), 'removed');
    return true;
  });
}

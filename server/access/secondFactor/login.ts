import type { FastifyReply, FastifyRequest } from 'fastify';
import { totpPattern } from '#schemas/access/secondFactor.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { UserRow } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem, ProblemError } from '#server/problem.ts';
import { unseal } from '#server/security/sealing.ts';
import { getRegisteredUser } from '#server/access/credentials/service.ts';
import {
  countFailedAttempt,
  createWrongAttemptError,
  findSession,
  findSessionAfterRace,
  openSessionOnce,
  resetLockout,
  readChallenge,
  findUsernameKey,
  rememberDevice,
  consumeChallenge,
  countLoginAttempt,
  type Attempt,
  type SessionCall,
} from '#server/access/sessions/service.ts';
import { notify } from './notices.ts';
import { listHashes } from './recoveryCodes.ts';
import * as repository from './repository.ts';
import { getSealContext } from './sealContext.ts';
import { findTimeStep } from './totp.ts';

/** Marks a code of the user's app as used; false for a wrong or used one. */
async function consumeTotp(deps: Deps, { id }: UserRow, code: string): Promise<boolean> {
  const row = await repository.findTotp(deps.db, id);
  const step =
    row && findTimeStep(unseal(deps, getSealContext(id), row.sealedSecret), code, deps.clock.now());
  return step !== undefined && repository.useStep(deps.db, row as NonNullable<typeof row>, step);
}

/** Marks a recovery code as used and mails the user; false for a wrong or used one. */
async function consumeRecoveryCode(deps: Deps, { id }: UserRow, code: string): Promise<boolean> {
  const { db } = deps;
  if (!(await repository.useRecoveryCode(db, id, listHashes(deps, id, code)))) return false;
  await notify(deps, db, await getRegisteredUser(db, id), 'codeUsed', {
    count: await repository.countRecoveryCodes(db, id),
  });
  return true;
}

const totpCode = new RegExp(totpPattern);

/** Marks a code of the app, or a recovery code, as used. Throws `wrongCode`. */
async function consumeCode(tx: Deps, user: UserRow, code: string): Promise<void> {
  const digits = code.replace(/\s/g, '');
  const isRight = await (totpCode.test(digits)
    ? consumeTotp(tx, user, digits)
    : consumeRecoveryCode(tx, user, code));
  if (!isRight) throw createProblem('wrongCode');
}

/**
 * Completes a login with a code; a retry gets the same session and costs no attempt. The attempt
 * is counted before the code is compared, so that concurrent requests cannot exceed the limit.
 * Throws `wrongCode` with the attempts left, also for a used one; `loginLocked` with the time of
 * the next attempt; `tookTooLong`; `noAccess`.
 */
export async function giveCode(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  body: { challenge: string; code: string },
  idempotencyKey: string | undefined,
): Promise<UserSession> {
  const call: SessionCall = {
    kind: 'registered',
    scope: `giveCode:${body.challenge}`,
    idempotencyKey,
    body,
    spent: 'tookTooLong',
  };
  const session =
    (await findSession(deps, reply, call)) ?? (await checkCode(deps, reply, request, body, call));
  const usernameKey = await findUsernameKey(deps.db, session.user.username ?? '');
  rememberDevice(deps, reply, request, usernameKey);
  return session;
}

async function checkCode(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  { challenge, code }: { challenge: string; code: string },
  call: SessionCall,
): Promise<UserSession> {
  let attempt: Attempt | undefined;
  const check = async (): Promise<UserSession> => {
    const user = await readChallenge(deps, challenge);
    attempt = await countLoginAttempt(deps, request, user.username ?? '', 'code');
    return inTransaction(deps.db, async (db) => {
      const tx = { ...deps, db };
      await consumeCode(tx, user, code);
      await consumeChallenge(tx, challenge);
      const whose = { userId: user.id, accountId: null };
      return openSessionOnce(tx, reply, request, call, whose);
    });
  };
  try {
    const session = await check().catch((error: unknown) =>
      findSessionAfterRace(deps, reply, call, error),
    );
    if (attempt) await resetLockout(deps, attempt);
    return session;
  } catch (error) {
    if (!attempt || !(error instanceof ProblemError)) throw error;
    if (error.reason === 'wrongCode') {
      await countFailedAttempt(deps, attempt);
      throw createWrongAttemptError('wrongCode', attempt);
    }
    await resetLockout(deps, attempt); // any other problem is found after the code was accepted
    throw error;
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { totpPattern } from '#schemas/secondFactor.ts';
import type { UserSession } from '#schemas/sessions.ts';
import type { UserRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem, ProblemError } from '#server/http/errors.ts';
import { openSealed } from '#server/http/seal.ts';
import { registeredUser } from '#server/modules/credentials/service.ts';
import {
  completeLogin,
  countWrong,
  forgetTries,
  readChallenge,
  spendChallenge,
  takeTry,
  type Counted,
} from '#server/modules/sessions/service.ts';
import { notify } from './notices.ts';
import { hashCode } from './recoveryCodes.ts';
import * as repository from './repository.ts';
import { secretOf } from './service.ts';
import { stepOf } from './totp.ts';

/** Whether it is a code of the user's app that nobody has used before. */
async function useTotp(deps: Deps, { id }: UserRow, code: string): Promise<boolean> {
  const row = await repository.findTotp(deps.db, id);
  const step =
    row && stepOf(openSealed(deps, secretOf(id), row.sealedSecret), code, deps.clock.now());
  return step !== undefined && repository.useStep(deps.db, row as NonNullable<typeof row>, step);
}

/** Whether it is one of the user's recovery codes; they are told that it was used. */
async function useRecoveryCode(deps: Deps, { id }: UserRow, code: string): Promise<boolean> {
  const { db } = deps;
  if (!(await repository.useRecoveryCode(db, id, hashCode(deps, id, code)))) return false;
  await notify(deps, db, await registeredUser(db, id), 'codeUsed', {
    count: await repository.countRecoveryCodes(db, id),
  });
  return true;
}

const codeOfApp = new RegExp(totpPattern);

/**
 * The second step of a login; a repeat is answered as the first was, and costs no try. A try is counted before the code is
 * compared: of any number at once no more get through than there are tries. Throws `wrongCode`, also for one that was used;
 * `loginLocked` with the time of the next try; `tookTooLong`; `noAccess`.
 */
export async function giveCode(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  body: { challenge: string; code: string },
  idempotencyKey: string | undefined,
): Promise<UserSession> {
  const { challenge, code } = body;
  const digits = code.replace(/\s/g, '');
  let counted: Counted | undefined;
  try {
    const session = await completeLogin(
      deps,
      reply,
      request,
      { of: `giveCode:${challenge}`, idempotencyKey, body },
      async () => {
        const user = await readChallenge(deps, challenge);
        counted = await takeTry(deps, request, user.username ?? '', 'code');
        return async (within) => {
          if (
            !(await (codeOfApp.test(digits)
              ? useTotp(within, user, digits)
              : useRecoveryCode(within, user, code)))
          )
            throw problem('wrongCode');
          await spendChallenge(within, challenge);
          return user.id;
        };
      },
    );
    if (counted) await forgetTries(deps, counted);
    return session;
  } catch (error) {
    // Whatever else it was refused for, the code was right.
    if (counted && error instanceof ProblemError)
      await (error.reason === 'wrongCode' ? countWrong : forgetTries)(deps, counted);
    throw error;
  }
}

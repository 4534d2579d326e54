import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#schemas/limits.ts';
import type { Assertion } from '#schemas/secondFactor.ts';
import type { UserSession } from '#schemas/sessions.ts';
import type { PasskeyRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { makeToken, readToken, useToken } from '#server/http/sealedTokens.ts';
import { registeredUser } from '#server/modules/credentials/service.ts';
import { completeLogin, readChallenge, spendChallenge } from '#server/modules/sessions/service.ts';
import { partyOf } from './party.ts';
import * as repository from './repository.ts';

const kind = { name: 'passkeyLogin', minutes: limits.secondFactor.passkeyMinutes };
/** Whose second step it is; null: the passkey alone logs in, whoever's it is. */
type Content = { userId: string | null };

/** Alone, a device must have made sure who holds it; after a password it is enough to have it. */
const verificationOf = (userId: string | null) => (userId === null ? 'required' : 'preferred');

/** What a browser asks a passkey with. Throws `tookTooLong` for a challenge that is over. */
export async function startLogin(
  deps: Deps,
  challenge: string | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const userId = challenge === undefined ? null : (await readChallenge(deps, challenge)).id;
  const passkeys = userId === null ? [] : await repository.listPasskeys(deps.db, userId);
  return generateAuthenticationOptions({
    rpID: partyOf(deps).id,
    challenge: new Uint8Array(
      Buffer.from(makeToken(deps, kind, { userId } satisfies Content), 'base64url'),
    ),
    timeout: limits.secondFactor.passkeyMinutes * 60_000,
    userVerification: verificationOf(userId),
    allowCredentials: passkeys.map(({ id, transports }) => ({
      id,
      transports: JSON.parse(transports) as string[],
    })),
  });
}

/** What the device has signed, if it is this passkey's answer to what we have asked it. Throws `passkeyRefused`, `tookTooLong`. */
async function verified(
  deps: Deps,
  userId: string | null,
  credential: Assertion,
  { id, publicKey, counter }: PasskeyRow,
): Promise<{ asked: string; newCounter: number }> {
  const { id: rpId, origin } = partyOf(deps);
  let asked = '';
  const takeChallenge = (given: string): boolean => {
    asked = given;
    return readToken<Content>(deps, kind, given)?.userId === userId;
  };
  const answer = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: takeChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: userId === null,
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
  }).catch(() => undefined); // whatever is wrong with it, a counter that went back included: then there are two of the device
  if (asked && !readToken<Content>(deps, kind, asked)) throw problem('tookTooLong');
  if (!answer?.verified) throw problem('passkeyRefused');
  return { asked, newCounter: answer.authenticationInfo.newCounter };
}

/**
 * Logs in by a passkey: as the second step with a challenge, else alone. An answer of a device works once, and a repeat is
 * answered as its first call was. Nobody guesses one, so none are counted. Throws `passkeyRefused`, alike for an unknown one; `tookTooLong`; `noAccess`.
 */
export function login(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  body: { challenge?: string; credential: Assertion },
  idempotencyKey: string | undefined,
): Promise<UserSession> {
  const { challenge, credential } = body;
  return completeLogin(
    deps,
    reply,
    request,
    { of: `loginByPasskey:${credential.id}`, idempotencyKey, body },
    async () => {
      const userId = challenge === undefined ? null : (await readChallenge(deps, challenge)).id;
      const passkey = await repository.findPasskey(deps.db, credential.id);
      if (!passkey || (userId !== null && passkey.userId !== userId))
        throw problem('passkeyRefused');
      const { asked, newCounter } = await verified(deps, userId, credential, passkey);
      return async (within) => {
        if (!(await useToken(within, kind, asked))) throw problem('passkeyRefused');
        if (
          !(await repository.notePasskeyUse(within.db, passkey, {
            counter: newCounter,
            lastUsedAt: deps.clock.now().toISOString(),
          }))
        )
          throw problem('passkeyRefused');
        if (challenge !== undefined) await spendChallenge(within, challenge);
        return (await registeredUser(within.db, passkey.userId)).id;
      };
    },
  );
}

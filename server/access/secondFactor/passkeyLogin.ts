import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Assertion } from '#schemas/access/secondFactor.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import { storedFactorLimits } from '#server/access/limits.ts';
import type { StoredPasskey } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { createToken, readToken, consumeToken } from '#server/security/sealedTokens.ts';
import { getRegisteredUser } from '#server/access/credentials/service.ts';
import {
  findSession,
  findSessionAfterRace,
  openSessionOnce,
  readChallenge,
  findUsernameKey,
  rememberDevice,
  consumeChallenge,
  type SessionCall,
} from '#server/access/sessions/service.ts';
import { getRelyingParty, logRefusal } from './party.ts';
import * as repository from './repository.ts';

const kind = { name: 'passkeyLogin', minutes: storedFactorLimits.passkeyMinutes };
/** The user of the second step; null for a login by passkey alone. */
type Content = { userId: string | null };
type Login = { challenge?: string; credential: Assertion };

/** Requires the device to verify its user, unless the password was given before. */
const getVerification = (userId: string | null) => (userId === null ? 'required' : 'preferred');

/** Returns the browser's request options. Throws `tookTooLong` for an expired challenge. */
export async function startLogin(
  deps: Deps,
  challenge: string | undefined,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const userId = challenge === undefined ? null : (await readChallenge(deps, challenge)).id;
  const passkeys = userId === null ? [] : await repository.listPasskeys(deps.db, userId);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: getRelyingParty(deps).id,
    challenge: new Uint8Array(
      Buffer.from(createToken(deps, kind, { userId } satisfies Content), 'base64url'),
    ),
    timeout: storedFactorLimits.passkeyMinutes * minuteMs,
    userVerification: getVerification(userId),
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
  });
}

/**
 * Verifies the signature of our challenge. A decreased counter is refused, because then the device
 * was cloned. Throws `passkeyRefused`, `tookTooLong`.
 */
async function verifySignature(
  deps: Deps,
  userId: string | null,
  credential: Assertion,
  { id, publicKey, counter }: StoredPasskey,
): Promise<{ asked: string; newCounter: number }> {
  const { id: rpId, origin } = getRelyingParty(deps);
  let asked = '';
  const takeChallenge = (given: string): boolean => {
    asked = given;
    return readToken<Content>(deps, kind, given)?.userId === userId;
  };
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const answer = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: takeChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: userId === null,
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
  }).catch((error: unknown) => logRefusal(deps, error));
  if (asked && !readToken<Content>(deps, kind, asked)) throw createProblem('tookTooLong');
  if (!answer?.verified) throw createProblem('passkeyRefused');
  return { asked, newCounter: answer.authenticationInfo.newCounter };
}

/**
 * Logs in with a passkey: as the second step with a challenge, else alone. A device's response
 * works once; a retry gets the same session. Attempts are not counted, because a signature cannot
 * be guessed. Throws `passkeyRefused`, also for an unknown passkey; `tookTooLong`; `noAccess`.
 */
export async function login(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  body: Login,
  idempotencyKey: string | undefined,
): Promise<UserSession> {
  const call: SessionCall = {
    kind: 'registered',
    scope: `loginByPasskey:${body.credential.id}`,
    idempotencyKey,
    body,
    spent: 'tookTooLong',
  };
  const session =
    (await findSession(deps, reply, call)) ??
    (await checkPasskey(deps, reply, request, body, call).catch((error: unknown) =>
      findSessionAfterRace(deps, reply, call, error),
    ));
  const usernameKey = await findUsernameKey(deps.db, session.user.username ?? '');
  rememberDevice(deps, reply, request, usernameKey);
  return session;
}

async function checkPasskey(
  deps: Deps,
  reply: FastifyReply,
  request: FastifyRequest,
  { challenge, credential }: Login,
  call: SessionCall,
): Promise<UserSession> {
  const userId = challenge === undefined ? null : (await readChallenge(deps, challenge)).id;
  const passkey = await repository.findPasskey(deps.db, credential.id);
  if (!passkey || (userId !== null && passkey.userId !== userId))
    throw createProblem('passkeyRefused');
  const { asked, newCounter } = await verifySignature(deps, userId, credential, passkey);
  return inTransaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    if (!(await consumeToken(tx, kind, asked))) throw createProblem('passkeyRefused');
    const use = { counter: newCounter, lastUsedAt: deps.clock.now().toISOString() };
    if (!(await repository.storePasskeyUse(db, passkey, use)))
      throw createProblem('passkeyRefused');
    if (challenge !== undefined) await consumeChallenge(tx, challenge);
    const whose = { userId: (await getRegisteredUser(db, passkey.userId)).id, accountId: null };
    return openSessionOnce(tx, reply, request, call, whose);
  });
}

import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { Language } from '#schemas/platform/common.ts';
import type { Attestation, RecoveryCodes, Removed } from '#schemas/access/secondFactor.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { storedFactorLimits } from '#server/access/limits.ts';
import type { PasskeyRow } from '#server/db/schema.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createProblem } from '#server/problem.ts';
import { createToken, readToken, consumeToken } from '#server/security/sealedTokens.ts';
import type { CallerOf } from '#server/http/session.ts';
import * as idempotency from '#server/security/idempotency.ts';
import { getTexts } from '#server/texts.ts';
import { assertPassword, getRegisteredUser } from '#server/access/credentials/service.ts';
import { notify } from './notices.ts';
import { getRelyingParty, logRefusal } from './party.ts';
import * as repository from './repository.ts';
import { createFirstCodes, getCodesKey, removeDevice, type Asked } from './service.ts';

const kind = { name: 'passkeySetup', minutes: storedFactorLimits.passkeyMinutes };
type Content = { userId: string };

/**
 * Returns the browser's creation options after a check of the password. The challenge is a
 * sealed token, so nothing is stored before the device responds.
 */
export async function startPasskey(
  deps: Deps,
  userId: string,
  password: string,
  language: Language,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { username, firstName, lastName } = await assertPassword(deps, userId, password, language);
  const known = await repository.listPasskeys(deps.db, userId);
  if (known.length >= storedFactorLimits.maxPasskeys) throw createProblem('conflict');
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  return generateRegistrationOptions({
    rpName: getTexts(language)('mail.portal', {}),
    rpID: getRelyingParty(deps).id,
    userID: new TextEncoder().encode(userId),
    userName: username,
    userDisplayName: formatPersonName({ firstName, lastName }),
    challenge: new Uint8Array(
      Buffer.from(createToken(deps, kind, { userId } satisfies Content), 'base64url'),
    ),
    timeout: storedFactorLimits.passkeyMinutes * minuteMs,
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** Verifies a new credential for this user and site. Throws `passkeyRefused`, `tookTooLong`. */
async function verifyCredential(
  deps: Deps,
  userId: string,
  credential: Attestation,
): Promise<{
  challenge: string;
  row: Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports'>;
}> {
  const { id: rpId, origin } = getRelyingParty(deps);
  let challenge = '';
  const takeChallenge = (given: string): boolean => {
    challenge = given;
    return readToken<Content>(deps, kind, given)?.userId === userId;
  };
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const answer = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: takeChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch((error: unknown) => logRefusal(deps, error));
  if (challenge && !readToken<Content>(deps, kind, challenge)) throw createProblem('tookTooLong');
  if (!answer?.verified) throw createProblem('passkeyRefused');
  const { id, publicKey, counter } = answer.registrationInfo.credential;
  return {
    challenge,
    row: {
      id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: JSON.stringify(credential.response.transports ?? []),
    },
  };
}

type NewPasskey = { name: string; credential: Attestation };

/**
 * Adds a passkey; a retry gets the same response. Throws `passkeyRefused`, `tookTooLong`, or
 * `conflict` for a known passkey and above the maximum.
 */
export async function addPasskey(
  deps: Deps,
  caller: CallerOf<'registered'>,
  body: NewPasskey,
  idempotencyKey: string | undefined,
): Promise<RecoveryCodes> {
  const key = getCodesKey('addPasskey', caller, idempotencyKey);
  const replay = await idempotency.findResponse<RecoveryCodes>(deps, key, body);
  if (replay) return replay;
  return storePasskey(deps, caller.userId, body, key).catch((error: unknown) =>
    idempotency.findAfterRace<RecoveryCodes>(deps, key, body, error),
  );
}

async function storePasskey(
  deps: Deps,
  userId: string,
  body: NewPasskey,
  key: idempotency.CallKey,
): Promise<RecoveryCodes> {
  const { challenge, row } = await verifyCredential(deps, userId, body.credential);
  return inTransaction(deps.db, async (db) => {
    const tx = { ...deps, db };
    await repository.lockUser(db, userId);
    if (!(await consumeToken(tx, kind, challenge))) throw createProblem('tookTooLong');
    if ((await repository.listPasskeys(db, userId)).length >= storedFactorLimits.maxPasskeys)
      throw createProblem('conflict');
    const createdAt = deps.clock.now().toISOString();
    const passkey = { ...row, userId, name: body.name, createdAt, lastUsedAt: null };
    if (!(await repository.insertPasskey(db, passkey))) throw createProblem('conflict');
    await notify(deps, db, await getRegisteredUser(db, userId), 'passkeyOn');
    const recoveryCodes = await createFirstCodes(deps, db, userId);
    return idempotency.storeResponse(tx, key, body, { recoveryCodes });
  });
}

export const removePasskey = (
  deps: Deps,
  userId: string,
  passkeyId: string,
  password: string,
  asked: Asked,
): Promise<Removed> =>
  removeDevice(
    deps,
    { call: `removePasskey:${passkeyId}`, userId, password, ...asked },
    'passkeyOff',
    (db) => repository.deletePasskeys(db, userId, passkeyId),
  );

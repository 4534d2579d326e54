import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/server';
import type { Language } from '#schemas/common.ts';
import { limits } from '#schemas/limits.ts';
import type { Attestation, RecoveryCodes, Removed } from '#schemas/secondFactor.ts';
import type { PasskeyRow } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { problem } from '#server/http/errors.ts';
import { makeToken, readToken, useToken } from '#server/http/sealedTokens.ts';
import type { CallerOf } from '#server/http/session.ts';
import { textsIn } from '#server/http/texts.ts';
import { assertPassword, registeredUser } from '#server/modules/credentials/service.ts';
import { notify } from './notices.ts';
import { partyOf } from './party.ts';
import * as repository from './repository.ts';
import { codesForWhoHasNone, giveCodesOnce, removeOnce, type Asked } from './service.ts';

const kind = { name: 'passkeySetup', minutes: limits.secondFactor.passkeyMinutes };
type Content = { userId: string };

/** What a browser makes a passkey with, after the password. What it signs is a token of ours: nothing is stored before its answer. */
export async function startPasskey(
  deps: Deps,
  userId: string,
  password: string,
  language: Language,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { username, firstName, lastName } = await assertPassword(deps, userId, password, language);
  const known = await repository.listPasskeys(deps.db, userId);
  if (known.length >= limits.secondFactor.maxPasskeys) throw problem('conflict');
  return generateRegistrationOptions({
    rpName: textsIn(language)('mail.portal', {}),
    rpID: partyOf(deps).id,
    userID: new TextEncoder().encode(userId),
    userName: username,
    userDisplayName: `${firstName} ${lastName}`,
    challenge: new Uint8Array(
      Buffer.from(makeToken(deps, kind, { userId } satisfies Content), 'base64url'),
    ),
    timeout: limits.secondFactor.passkeyMinutes * 60_000,
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** What the browser has made, if it was made here, for this user and now. Throws `passkeyRefused`, `tookTooLong`. */
async function verified(
  deps: Deps,
  userId: string,
  credential: Attestation,
): Promise<{
  challenge: string;
  row: Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports'>;
}> {
  const { id: rpId, origin } = partyOf(deps);
  let challenge = '';
  const takeChallenge = (given: string): boolean => {
    challenge = given;
    return readToken<Content>(deps, kind, given)?.userId === userId;
  };
  const answer = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: takeChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch(() => undefined); // whatever is wrong with it
  if (challenge && !readToken<Content>(deps, kind, challenge)) throw problem('tookTooLong');
  if (!answer?.verified) throw problem('passkeyRefused');
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

/** Adds a passkey; a repeat answers the same. Throws `passkeyRefused`, `tookTooLong`, or `conflict` for one that is there already. */
export const addPasskey = (
  deps: Deps,
  caller: CallerOf<'registered'>,
  body: { name: string; credential: Attestation },
  idempotencyKey: string | undefined,
): Promise<RecoveryCodes> =>
  giveCodesOnce(deps, caller, { of: 'addPasskey', idempotencyKey, body }, async (keep) => {
    const { userId } = caller;
    const { challenge, row } = await verified(deps, userId, body.credential);
    return deps.db.transaction().execute(async (db) => {
      await repository.lockUser(db, userId);
      if (!(await useToken({ ...deps, db }, kind, challenge))) throw problem('tookTooLong');
      if ((await repository.listPasskeys(db, userId)).length >= limits.secondFactor.maxPasskeys)
        throw problem('conflict');
      if (
        !(await repository.insertPasskey(db, {
          ...row,
          userId,
          name: body.name,
          createdAt: deps.clock.now().toISOString(),
          lastUsedAt: null,
        }))
      )
        throw problem('conflict');
      await notify(deps, db, await registeredUser(db, userId), 'passkeyOn');
      return keep(db, { recoveryCodes: await codesForWhoHasNone(deps, db, userId) });
    });
  });

/** Takes a passkey away, after the password. */
export const removePasskey = (
  deps: Deps,
  userId: string,
  passkeyId: string,
  password: string,
  asked: Asked,
): Promise<Removed> =>
  removeOnce(
    deps,
    { of: `removePasskey:${passkeyId}`, userId, password, ...asked },
    'passkeyOff',
    (db) => repository.deletePasskeys(db, userId, passkeyId),
  );

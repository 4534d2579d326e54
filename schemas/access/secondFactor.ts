import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import * as Type from 'typebox';
import { Id, IsoDateTime } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { secondFactorLimits } from '#schemas/access/limits.ts';
import { Challenge, UserSession, WithPassword } from './sessions.ts';

const OwnParams = Type.Object({ userId: Id });

export const giveSecondFactor = endpoint({
  method: 'POST',
  path: '/v2.0/authenticate/secondfactor',
  tag: 'secondFactor',
  session: ['public'],
  summary:
    'The second step of a login: a code from the authenticator app, or a recovery code. ' +
    'Either works once. 401 for a wrong one; 423 with nextPossibleRetry after 5 of them, for ' +
    'the right one as well; 410 once the first step was too long ago.',
  body: Type.Object(
    {
      challenge: Challenge,
      code: Type.String({ minLength: 1, maxLength: secondFactorLimits.maxCodeLength }),
    },
    { additionalProperties: false },
  ),
  reply: UserSession,
  errors: ['wrongCode', 'tookTooLong', 'loginLocked', 'noAccess', 'tooManyRequests'],
});

const Base64Url = Type.String({
  pattern: '^[A-Za-z0-9_-]+$',
  maxLength: secondFactorLimits.maxCredentialLength,
});
/** Response of a browser in WebAuthn's JSON form. Unknown members are allowed. */
const credential = <T extends Type.TObject>(response: T) =>
  Type.Object({
    id: Base64Url,
    rawId: Base64Url,
    type: Type.Literal('public-key'),
    response,
    clientExtensionResults: Type.Object({}),
  });
const Assertion = credential(
  Type.Object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Type.Optional(Base64Url),
  }),
);
export type Assertion = Type.Static<typeof Assertion>;
const Attestation = credential(
  Type.Object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
  }),
);
export type Attestation = Type.Static<typeof Attestation>;

const options = {
  type: 'object',
  description: 'For `navigator.credentials`, as WebAuthn writes it in JSON.',
};
const RequestOptions = Type.Object({
  options: Type.Unsafe<PublicKeyCredentialRequestOptionsJSON>(options),
});
const CreationOptions = Type.Object({
  options: Type.Unsafe<PublicKeyCredentialCreationOptionsJSON>(options),
});

export const startPasskeyLogin = endpoint({
  method: 'POST',
  path: '/v2.0/authenticate/passkey/options',
  tag: 'secondFactor',
  session: ['public'],
  summary:
    'What a browser asks a passkey with: for the second step of a login with its challenge, ' +
    'without one for a login by the passkey alone. Changes nothing.',
  body: Type.Object({ challenge: Type.Optional(Challenge) }, { additionalProperties: false }),
  reply: RequestOptions,
  errors: ['tookTooLong', 'tooManyRequests'],
});

export const loginByPasskey = endpoint({
  method: 'POST',
  path: '/v2.0/authenticate/passkey',
  tag: 'secondFactor',
  session: ['public'],
  summary:
    'Logs in by a passkey: as the second step where there is a challenge, else alone; then ' +
    'the device must have made sure who holds it. Each answer of a device works once. 401 ' +
    'for one that is not taken.',
  body: Type.Object(
    { challenge: Type.Optional(Challenge), credential: Assertion },
    { additionalProperties: false },
  ),
  reply: UserSession,
  errors: ['passkeyRefused', 'tookTooLong', 'noAccess', 'tooManyRequests'],
});

/** A passkey on a device or security key. */
const Passkey = Type.Object({
  passkeyId: Base64Url,
  name: Type.String(),
  createdAt: IsoDateTime,
  lastUsedAt: Type.Union([IsoDateTime, Type.Null()]),
});
export type Passkey = Type.Static<typeof Passkey>;

/** Second factors of a user. */
const SecondFactor = Type.Object({
  /** The authenticator app; null when none is set up. */
  totp: Type.Union([Type.Object({ createdAt: IsoDateTime }), Type.Null()]),
  /** Oldest first. */
  passkeys: Type.Array(Passkey),
  recoveryCodesLeft: Type.Integer({ minimum: 0 }),
});
export type SecondFactor = Type.Static<typeof SecondFactor>;

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/v2.0/user/:userId/secondfactor',
  tag: 'secondFactor',
  session: ['registered'],
  summary: 'What the user has to confirm a login with, besides the password. Never a secret.',
  params: OwnParams,
  reply: SecondFactor,
  errors: ['notFound'],
});

export const startTotp = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/secondfactor/totp',
  tag: 'secondFactor',
  session: ['registered'],
  summary:
    'Begins to set up an authenticator app: a secret for it. Nothing changes before a code ' +
    'proves that the app has it. A wrong password counts as at a password change.',
  params: OwnParams,
  body: WithPassword,
  reply: Type.Object({
    /** Base32, for typing. */
    secret: Type.String(),
    /** otpauth://, for a QR code. */
    uri: Type.String(),
    /** Sealed secret; the client returns it with the code within 15 minutes. */
    setup: Type.String(),
  }),
  errors: ['notFound', 'invalidInput'],
});

/** Ten codes, shown once; the server stores hashes. Empty when the user has codes already. */
const RecoveryCodes = Type.Object({ recoveryCodes: Type.Array(Type.String()) });
export type RecoveryCodes = Type.Static<typeof RecoveryCodes>;

/** Code of an authenticator app. */
export const totpPattern = `^[0-9]{${secondFactorLimits.digits}}$`;

export const confirmTotp = endpoint({
  method: 'PUT',
  path: '/v2.0/user/:userId/secondfactor/totp',
  tag: 'secondFactor',
  session: ['registered'],
  summary:
    'Sets the app up by a code from it, in the place of the one before. From now on each ' +
    'login asks for a code. Whoever has no recovery codes gets some.',
  params: OwnParams,
  body: Type.Object(
    {
      setup: Type.String({ maxLength: secondFactorLimits.maxTokenLength }),
      code: Type.String({ pattern: totpPattern }),
    },
    { additionalProperties: false },
  ),
  reply: RecoveryCodes,
  errors: ['notFound', 'invalidInput', 'tookTooLong'],
});

const Removed = Type.Object({ removed: Type.Literal(true) });
export type Removed = Type.Static<typeof Removed>;

export const removeTotp = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/secondfactor/totp/remove',
  tag: 'secondFactor',
  session: ['registered'],
  summary:
    'Does without the app from now on. With the last second factor the recovery codes go as ' +
    'well. A repeat under the same Idempotency-Key answers the same.',
  params: OwnParams,
  body: WithPassword,
  reply: Removed,
  errors: ['notFound', 'invalidInput'],
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/secondfactor/passkeys/options',
  tag: 'secondFactor',
  session: ['registered'],
  summary:
    'What a browser makes a passkey with, within 5 minutes. Changes nothing. A wrong ' +
    'password counts as at a password change.',
  params: OwnParams,
  body: WithPassword,
  reply: CreationOptions,
  errors: ['notFound', 'invalidInput', 'conflict'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/secondfactor/passkeys',
  tag: 'secondFactor',
  session: ['registered'],
  summary:
    'Adds a passkey, at most 20. From now on a login asks for it, or for another second ' +
    'factor. Whoever has no recovery codes gets some.',
  params: OwnParams,
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: secondFactorLimits.maxNameLength }),
      credential: Attestation,
    },
    { additionalProperties: false },
  ),
  reply: RecoveryCodes,
  errors: ['notFound', 'invalidInput', 'passkeyRefused', 'tookTooLong', 'conflict'],
});

export const removePasskey = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/secondfactor/passkeys/:passkeyId/remove',
  tag: 'secondFactor',
  session: ['registered'],
  summary:
    'Takes a passkey away. With the last second factor the recovery codes go as well. A ' +
    'repeat under the same Idempotency-Key answers the same.',
  params: Type.Object({ userId: Id, passkeyId: Base64Url }),
  body: WithPassword,
  reply: Removed,
  errors: ['notFound', 'invalidInput'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/secondfactor/recoverycodes',
  tag: 'secondFactor',
  session: ['registered'],
  summary: 'Ten new recovery codes in the place of those that are left.',
  params: OwnParams,
  body: WithPassword,
  reply: RecoveryCodes,
  errors: ['notFound', 'invalidInput'],
});

export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: '/provider/v1/users/:userId/secondFactor',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Lets a client log in with the password alone again, after they have lost their device ' +
    'and their recovery codes: make sure first that it is them. The client is told by mail.',
  params: OwnParams,
  reply: Type.Object({ removed: Type.Boolean() }),
  errors: ['notFound'],
});

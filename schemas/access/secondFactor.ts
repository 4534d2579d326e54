import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import * as Type from 'typebox';
import { GivenLine, Id, IsoDateTime, Code } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { secondFactorLimits } from '#schemas/access/limits.ts';
import { Challenge, UserSession, WithPassword } from './sessions.ts';

const OwnParams = Type.Object({ userId: Id });

export const giveSecondFactor = endpoint({
  method: 'POST',
  path: '/v2.0/authenticate/secondfactor',
  session: ['public'],
  summary:
    'Completes a login with a code from the authenticator app or a recovery code. Each code works ' +
    'once. 401 with triesLeft for a wrong code, 423 with nextPossibleRetry after 5 of them, even ' +
    'for a right one. 410 if the first step was too long ago.',
  body: Type.Object(
    {
      challenge: Challenge,
      code: Code({ minLength: 1, maxLength: secondFactorLimits.maxCodeLength }),
    },
    { additionalProperties: false },
  ),
  reply: UserSession,
  errors: ['wrongCode', 'tookTooLong', 'loginLocked', 'noAccess', 'tooManyRequests'],
  takesIdempotencyKey: true,
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
  session: ['public'],
  summary:
    'Returns the options for a passkey request: with a challenge for the second step of a login, ' +
    'without one for a login by passkey alone. Changes nothing.',
  body: Type.Object({ challenge: Type.Optional(Challenge) }, { additionalProperties: false }),
  reply: RequestOptions,
  errors: ['tookTooLong', 'tooManyRequests'],
});

export const loginByPasskey = endpoint({
  method: 'POST',
  path: '/v2.0/authenticate/passkey',
  session: ['public'],
  summary:
    'Logs in by passkey: as the second step if a challenge is given, otherwise alone, which ' +
    'requires user verification. Each response of a device works once. 401 for a rejected one.',
  body: Type.Object(
    { challenge: Type.Optional(Challenge), credential: Assertion },
    { additionalProperties: false },
  ),
  reply: UserSession,
  errors: ['passkeyRefused', 'tookTooLong', 'noAccess', 'tooManyRequests'],
  takesIdempotencyKey: true,
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
  session: ['registered'],
  summary: 'Returns the second factors of the user. Contains no secret.',
  params: OwnParams,
  reply: SecondFactor,
  errors: ['notFound'],
});

export const startTotp = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/secondfactor/totp',
  session: ['registered'],
  summary:
    'Starts to set up an authenticator app and returns its secret. Takes effect when a code ' +
    'confirms it. A wrong password counts like one at a password change.',
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
  session: ['registered'],
  summary:
    'Confirms the authenticator app with a code and replaces the previous app. Each login ' +
    'requires a code from then on. Creates recovery codes if the user has none.',
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
  takesIdempotencyKey: true,
});

const Removed = Type.Object({ removed: Type.Literal(true) });
export type Removed = Type.Static<typeof Removed>;

export const removeTotp = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/secondfactor/totp/remove',
  session: ['registered'],
  summary:
    'Removes the authenticator app. Removing the last second factor removes the recovery codes ' +
    'too. A retry with the same Idempotency-Key returns the first response.',
  params: OwnParams,
  body: WithPassword,
  reply: Removed,
  errors: ['notFound', 'invalidInput'],
  takesIdempotencyKey: true,
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/secondfactor/passkeys/options',
  session: ['registered'],
  summary:
    'Returns the options to create a passkey, valid for 5 minutes. Changes nothing. A wrong ' +
    'password counts like one at a password change.',
  params: OwnParams,
  body: WithPassword,
  reply: CreationOptions,
  errors: ['notFound', 'invalidInput', 'conflict'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/secondfactor/passkeys',
  session: ['registered'],
  summary:
    'Adds a passkey, at most 20. Each login requires a second factor from then on. Creates ' +
    'recovery codes if the user has none.',
  params: OwnParams,
  body: Type.Object(
    {
      name: GivenLine(secondFactorLimits.maxNameLength),
      credential: Attestation,
    },
    { additionalProperties: false },
  ),
  reply: RecoveryCodes,
  errors: ['notFound', 'invalidInput', 'passkeyRefused', 'tookTooLong', 'conflict'],
  takesIdempotencyKey: true,
});

export const removePasskey = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/secondfactor/passkeys/:passkeyId/remove',
  session: ['registered'],
  summary:
    'Removes a passkey. Removing the last second factor removes the recovery codes too. A retry ' +
    'with the same Idempotency-Key returns the first response.',
  params: Type.Object({ userId: Id, passkeyId: Base64Url }),
  body: WithPassword,
  reply: Removed,
  errors: ['notFound', 'invalidInput'],
  takesIdempotencyKey: true,
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/secondfactor/recoverycodes',
  session: ['registered'],
  summary: 'Creates ten new recovery codes. The previous ones become invalid.',
  params: OwnParams,
  body: WithPassword,
  reply: RecoveryCodes,
  errors: ['notFound', 'invalidInput'],
  takesIdempotencyKey: true,
});

export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: '/provider/v1/users/:userId/secondFactor',
  session: ['provider'],
  scopes: ['people'],
  summary:
    'Removes a client’s second factor after the loss of device and recovery codes, so that the ' +
    'password alone logs in. Verify the client’s identity first. Informs the client by mail. Of a ' +
    'login of several providers, the one that it began with removes it.',
  params: OwnParams,
  reply: Type.Object({ removed: Type.Boolean() }),
  errors: ['notFound'],
});

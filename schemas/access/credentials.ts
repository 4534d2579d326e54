import * as Type from 'typebox';
import { Id, Code } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { passwordLimits, userLimits } from '#schemas/access/limits.ts';

const Sent = Type.Object({ sent: Type.Literal(true) });
const Password = Type.String({ minLength: 1, maxLength: passwordLimits.maxLength });

export const sendUsername = endpoint({
  method: 'POST',
  path: '/v2.0/user/username',
  session: ['public'],
  isNeverRetried: true,
  summary:
    'Mails the username to the user with this address, at most three times an hour. Response and ' +
    'duration do not reveal whether the address is known.',
  body: Type.Object(
    { email: Code({ minLength: 3, maxLength: userLimits.maxEmailLength }) },
    { additionalProperties: false },
  ),
  reply: Sent,
  errors: ['invalidInput', 'tooManyRequests'],
});

export const sendPasswordLink = endpoint({
  method: 'POST',
  path: '/v2.0/user/password',
  session: ['public'],
  isNeverRetried: true,
  summary:
    'Mails a link to set a new password, valid for 30 minutes, at most three times an hour. ' +
    'Response and duration do not reveal whether the username is known.',
  body: Type.Object(
    { username: Type.String({ minLength: 1, maxLength: userLimits.maxUsernameLength }) },
    { additionalProperties: false },
  ),
  reply: Sent,
  errors: ['tooManyRequests'],
});

/** Token of a mailed link; the server stores its hash. A malformed token counts as unknown. */
const PasswordKeyParams = Type.Object({
  passwordKey: Type.String({ minLength: 1, maxLength: 100 }),
});

export const getPasswordReset = endpoint({
  method: 'GET',
  path: '/v2.0/user/password/:passwordKey',
  session: ['public'],
  summary:
    'Returns whose password the link sets, so that the new password can be compared with the ' +
    'username. Changes nothing.',
  params: PasswordKeyParams,
  reply: Type.Object({ username: Type.String() }),
  errors: ['linkInvalid', 'linkExpired', 'tooManyRequests'],
});

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/v2.0/user/password/:passwordKey',
  session: ['public'],
  summary:
    'Sets a new password by a mailed link, once. Ends all sessions of the user. A retry with the ' +
    'same Idempotency-Key returns the first response.',
  params: PasswordKeyParams,
  body: Type.Object({ password: Password }, { additionalProperties: false }),
  reply: Type.Object({ changed: Type.Literal(true) }),
  errors: ['linkInvalid', 'linkExpired', 'invalidInput', 'conflict', 'tooManyRequests'],
  takesIdempotencyKey: true,
});

const PasswordChange = Type.Object(
  { oldpassword: Password, newpassword: Password, newpasswordconfirmation: Password },
  { additionalProperties: false },
);
export type PasswordChange = Type.Static<typeof PasswordChange>;

const PasswordChanged = Type.Object({
  /**
   * 0: changed. 1: too many attempts (PasswordUpdatedFailed2). 2: the existing password is wrong
   * (PasswordUpdatedFailed). See docs/behaviour/access.md#password-change.
   */
  result: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]),
  /** Attempts left; 0 blocks for up to an hour. */
  loginAttempts: Type.Integer({ minimum: 0 }),
});
export type PasswordChanged = Type.Static<typeof PasswordChanged>;

export const changePassword = endpoint({
  method: 'PUT',
  path: '/v2.0/user/:userId/changepassword',
  session: ['registered'],
  summary:
    'Changes the caller’s password; the current one is required. Ends the user’s other sessions ' +
    'and informs the user by mail. A retry with the same Idempotency-Key returns the first ' +
    'response.',
  params: Type.Object({ userId: Id }),
  body: PasswordChange,
  reply: PasswordChanged,
  errors: ['notFound', 'invalidInput', 'conflict'],
  takesIdempotencyKey: true,
});

import * as Type from 'typebox';
import { Id } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { passwordLimits, userLimits } from '#schemas/access/limits.ts';

const Sent = Type.Object({ sent: Type.Literal(true) });
const Password = Type.String({ minLength: 1, maxLength: passwordLimits.maxLength });

export const sendUsername = endpoint({
  method: 'POST',
  path: '/v2.0/user/username',
  tag: 'credentials',
  session: ['public'],
  isTriedOnce: true,
  summary:
    'Mails their username to whoever is registered with this address, at most three times an ' +
    'hour. Answers alike, in like time, whether the address is known or not.',
  body: Type.Object(
    { email: Type.String({ minLength: 3, maxLength: userLimits.maxEmailLength }) },
    { additionalProperties: false },
  ),
  reply: Sent,
  errors: ['invalidInput', 'tooManyRequests'],
});

export const sendPasswordLink = endpoint({
  method: 'POST',
  path: '/v2.0/user/password',
  tag: 'credentials',
  session: ['public'],
  isTriedOnce: true,
  summary:
    'Mails a link to set a new password, good for 30 minutes, at most three times an hour. ' +
    'Answers alike, in like time, whether the username is known or not.',
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
  tag: 'credentials',
  session: ['public'],
  summary:
    'Whose password the link sets, so that the new one can be measured against the username. ' +
    'Changes nothing, however often it is fetched.',
  params: PasswordKeyParams,
  reply: Type.Object({ username: Type.String() }),
  errors: ['linkInvalid', 'linkExpired', 'tooManyRequests'],
});

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/v2.0/user/password/:passwordKey',
  tag: 'credentials',
  session: ['public'],
  summary:
    'Sets a new password by a mailed link, once. Ends every session of the user’s. A repeat ' +
    'under the same Idempotency-Key answers the same.',
  params: PasswordKeyParams,
  body: Type.Object({ password: Password }, { additionalProperties: false }),
  reply: Type.Object({ changed: Type.Literal(true) }),
  errors: ['linkInvalid', 'linkExpired', 'invalidInput', 'conflict', 'tooManyRequests'],
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
  /** Tries left; 0 blocks for up to an hour. */
  loginAttempts: Type.Integer({ minimum: 0 }),
});
export type PasswordChanged = Type.Static<typeof PasswordChanged>;

export const changePassword = endpoint({
  method: 'PUT',
  path: '/v2.0/user/:userId/changepassword',
  tag: 'credentials',
  session: ['registered'],
  summary:
    'Changes the password of whoever asks, with the existing one. Ends the user’s other ' +
    'sessions and tells them by mail. A repeat under the same Idempotency-Key answers the ' +
    'same.',
  params: Type.Object({ userId: Id }),
  body: PasswordChange,
  reply: PasswordChanged,
  errors: ['notFound', 'invalidInput', 'conflict'],
});

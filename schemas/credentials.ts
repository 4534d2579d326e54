import * as Type from 'typebox';
import { Id, StringEnum } from './common.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

const Sent = Type.Object({ sent: Type.Literal(true) });
const NewPassword = Type.String({ minLength: 1, maxLength: limits.password.maxLength });

export const sendUsername = endpoint({
  method: 'POST', path: '/v2.0/user/username', tag: 'credentials', session: ['public'],
  summary: 'Mails the username to a registered user’s address. Answers alike, in like time, whether the address is known or not.',
  body: Type.Object({ email: Type.String({ minLength: 3, maxLength: limits.user.maxEmailLength }) }, { additionalProperties: false }),
  reply: Sent, errors: ['invalidInput', 'tooManyRequests'],
});

export const sendPasswordLink = endpoint({
  method: 'POST', path: '/v2.0/user/password', tag: 'credentials', session: ['public'],
  summary: 'Mails a link to set a new password. Answers alike, in like time, whether the username is known or not.',
  body: Type.Object({ username: Type.String({ minLength: 1, maxLength: limits.user.maxUsernameLength }) }, { additionalProperties: false }),
  reply: Sent, errors: ['tooManyRequests'],
});

/** Of a mailed link; only its hash is stored. */
export const PasswordKey = Type.String({ pattern: '^[A-Za-z0-9_-]{20,64}$' });
const PasswordKeyParams = Type.Object({ passwordKey: PasswordKey });

export const getPasswordReset = endpoint({
  method: 'GET', path: '/v2.0/user/password/:passwordKey', tag: 'credentials', session: ['public'],
  summary: 'Whose password the link sets, so that the new one can be measured against the username. Changes nothing, however often it is fetched.',
  params: PasswordKeyParams, reply: Type.Object({ username: Type.String() }), errors: ['linkInvalid', 'linkExpired', 'tooManyRequests'],
});

export const resetPassword = endpoint({
  method: 'PUT', path: '/v2.0/user/password/:passwordKey', tag: 'credentials', session: ['public'],
  summary: 'Sets a new password by a mailed link, once. Ends every session of the user’s.',
  params: PasswordKeyParams, body: Type.Object({ password: NewPassword }, { additionalProperties: false }),
  reply: Type.Object({ changed: Type.Literal(true) }), errors: ['linkInvalid', 'linkExpired', 'invalidInput', 'tooManyRequests'],
});

/** 0: changed. 1: too many attempts (PasswordUpdatedFailed2). 2: the existing password is wrong (PasswordUpdatedFailed). decisions.md, Password change result. */
export const PasswordChangeResult = Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]);

export const changePassword = endpoint({
  method: 'PUT', path: '/v2.0/user/:userId/changepassword', tag: 'credentials', session: ['registered'],
  summary: 'Changes the password of whoever asks, with the existing one. Ends the user’s other sessions and tells them by mail.',
  params: Type.Object({ userId: Id }),
  body: Type.Object({ oldPassword: NewPassword, newPassword: NewPassword, newPasswordConfirmation: NewPassword }, { additionalProperties: false }),
  reply: Type.Object({
    result: PasswordChangeResult,
    /** How many wrong tries are left before it is locked for a while. */
    loginAttempts: Type.Integer({ minimum: 0 }),
  }),
  errors: ['notFound', 'invalidInput'],
});

export const supportReasons = ['feedback', 'problem'] as const;

export const sendSupportRequest = endpoint({
  method: 'POST', path: '/v2.0/e.consult.:acc/support', tag: 'credentials', session: ['registered', 'unregistered'],
  summary: 'Mails what somebody writes to support, with their address for the answer. A repeat under the same Idempotency-Key sends nothing again.',
  params: Type.Object({ acc: Id }),
  body: Type.Object({
    accountId: Id,
    payload: Type.Object({ email: Type.String({ minLength: 3, maxLength: limits.user.maxEmailLength }), description: Type.String({ minLength: 1, maxLength: limits.form.maxTextLength }), reason: Type.Optional(StringEnum(supportReasons)) }, { additionalProperties: false }),
  }, { additionalProperties: false }),
  reply: Sent, errors: ['notFound', 'invalidInput', 'tooManyRequests'],
});

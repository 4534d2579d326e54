import * as Type from 'typebox';
import { Id, IsoDateTime, StringEnum } from '#schemas/platform/common.ts';
import { endpoint, userSessionKinds } from '#schemas/platform/endpoint.ts';
import {
  passwordLimits,
  secondFactorLimits,
  sessionLimits,
  userLimits,
} from '#schemas/access/limits.ts';
import { UserData } from './users.ts';

/** Access token, valid for 15 minutes, and its user. The refresh token is an HttpOnly cookie. */
export const UserSession = Type.Object({
  accessToken: Type.String(),
  sessionId: Id,
  user: UserData,
});
export type UserSession = Type.Static<typeof UserSession>;

export const secondFactorMethods = ['passkey', 'totp', 'recoveryCode'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** Sealed challenge for the second step. Valid for 5 minutes, once, until the password changes. */
export const Challenge = Type.String({
  minLength: 1,
  maxLength: secondFactorLimits.maxTokenLength,
});

/** The password was right and a second factor is required. */
export const SecondStep = Type.Object({
  challenge: Challenge,
  methods: Type.Array(StringEnum(secondFactorMethods)),
});
export type SecondStep = Type.Static<typeof SecondStep>;

export const login = endpoint({
  method: 'POST',
  path: '/authenticate/login',
  session: ['public'],
  isNeverRetried: true,
  summary:
    'Logs in a registered user. The username is case-insensitive. With a second factor it returns ' +
    'a challenge for `giveSecondFactor` instead of a session. 401 for wrong credentials, whether ' +
    'the user exists or not. 423 with nextPossibleRetry after 5 wrong passwords, even for a right ' +
    'one. 406 for right credentials without access to the product.',
  body: Type.Object(
    {
      Username: Type.String({ minLength: 1, maxLength: userLimits.maxUsernameLength }),
      Password: Type.String({ minLength: 1, maxLength: passwordLimits.maxLength }),
    },
    { additionalProperties: false },
  ),
  reply: Type.Union([UserSession, SecondStep]),
  errors: ['wrongCredentials', 'noAccess', 'loginLocked', 'tooManyRequests'],
});

const Kind = StringEnum(userSessionKinds);
const OfKind = Type.Object({ kind: Kind }, { additionalProperties: false });

export const refreshSession = endpoint({
  method: 'POST',
  path: '/v2.0/authenticate/refresh',
  session: ['public'],
  summary:
    'Returns a new access token for the session in the cookie of this kind, and sets the next ' +
    'cookie. The previous cookie stays valid for 30 s, because several tabs may refresh at once. ' +
    'Using it later ends the session.',
  body: OfKind,
  reply: UserSession,
  errors: ['unauthorized', 'tooManyRequests'],
  callsPerMinute: sessionLimits.refreshesPerMinute,
});

export const logout = endpoint({
  method: 'POST',
  path: '/v2.0/authenticate/logout',
  session: ['public'],
  summary:
    'Ends the session in the cookie of this kind at once. A session of the other kind stays open. ' +
    'Returns 200 without a session too.',
  body: OfKind,
  reply: Type.Object({ ended: Type.Boolean() }),
  errors: ['tooManyRequests'],
  callsPerMinute: sessionLimits.refreshesPerMinute,
});

export const SessionEntry = Type.Object({
  sessionId: Id,
  kind: Kind,
  isCurrent: Type.Boolean(),
  /** Browser and system from the user agent, e.g. `Firefox, Windows`; empty when unknown. */
  device: Type.String(),
  /** Truncated IP address of the last use: `203.0.113.x`; empty when unknown. */
  network: Type.String(),
  createdAt: IsoDateTime,
  lastUsedAt: IsoDateTime,
});
export type SessionEntry = Type.Static<typeof SessionEntry>;

const OwnParams = Type.Object({ userId: Id });

export const listSessions = endpoint({
  method: 'GET',
  path: '/v2.0/user/:userId/sessions',
  session: ['registered'],
  summary: 'Lists the user’s sessions, last used first.',
  params: OwnParams,
  reply: Type.Object({ sessions: Type.Array(SessionEntry) }),
  errors: ['notFound'],
});

/** Password that confirms a sensitive action. */
export const WithPassword = Type.Object(
  { password: Type.String({ minLength: 1, maxLength: passwordLimits.maxLength }) },
  { additionalProperties: false },
);

export const endSession = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/sessions/:sessionId/end',
  session: ['registered'],
  summary:
    'Ends one of the user’s sessions. A wrong password counts like one at a password change. A ' +
    'retry with the same Idempotency-Key returns the first response.',
  params: Type.Object({ userId: Id, sessionId: Id }),
  body: WithPassword,
  reply: Type.Object({ ended: Type.Literal(true) }),
  errors: ['notFound', 'invalidInput'],
  takesIdempotencyKey: true,
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/sessions/end',
  session: ['registered'],
  summary:
    'Ends all sessions of the user except the caller’s. A wrong password counts like one at a ' +
    'password change.',
  params: OwnParams,
  body: WithPassword,
  reply: Type.Object({ ended: Type.Integer({ minimum: 0 }) }),
  errors: ['notFound', 'invalidInput'],
});

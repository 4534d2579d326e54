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
  tag: 'sessions',
  session: ['public'],
  isTriedOnce: true,
  summary:
    'Logs a registered user in; the username in any case. Whoever has set up a second factor ' +
    'gets no session but a challenge, for `giveSecondFactor`. 401 for wrong credentials, ' +
    'known or unknown alike; 423 with nextPossibleRetry after 5 wrong passwords, for the ' +
    'right one as well; 406, after right credentials only, without access to the product.',
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
  tag: 'sessions',
  session: ['public'],
  summary:
    'A fresh access token for the session in the kind’s cookie, and the next cookie. The one ' +
    'before stays good for 30 s, so that several tabs may ask at once; used later than that ' +
    'it ends the session.',
  body: OfKind,
  reply: UserSession,
  errors: ['unauthorized', 'tooManyRequests'],
  callsPerMinute: sessionLimits.refreshesPerMinute,
});

export const logout = endpoint({
  method: 'POST',
  path: '/v2.0/authenticate/logout',
  tag: 'sessions',
  session: ['public'],
  summary:
    'Ends the session in the kind’s cookie, at once; the other kind’s goes on. Also answers ' +
    '200 where there was none.',
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
  tag: 'sessions',
  session: ['registered'],
  summary: 'Where the user is logged in, last used first.',
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
  tag: 'sessions',
  session: ['registered'],
  summary:
    'Ends one of the user’s sessions. A wrong password counts as at a password change. A ' +
    'repeat under the same Idempotency-Key answers the same.',
  params: Type.Object({ userId: Id, sessionId: Id }),
  body: WithPassword,
  reply: Type.Object({ ended: Type.Literal(true) }),
  errors: ['notFound', 'invalidInput'],
});

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/v2.0/user/:userId/sessions/end',
  tag: 'sessions',
  session: ['registered'],
  summary:
    'Ends every session of the user’s but the one that asks. A wrong password counts as at a ' +
    'password change.',
  params: OwnParams,
  body: WithPassword,
  reply: Type.Object({ ended: Type.Integer({ minimum: 0 }) }),
  errors: ['notFound', 'invalidInput'],
});

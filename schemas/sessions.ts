import * as Type from 'typebox';
import { Id, IsoDateTime, StringEnum } from './common.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { Pin } from './pins.ts';
import { InvitationKey, PinChannel, UserData } from './users.ts';

/** calls.md §6: each kind has a token of its own, and neither opens what the other does. */
export const userSessionKinds = ['registered', 'unregistered'] as const;
export const UserSessionKind = StringEnum(userSessionKinds);
export type UserSessionKind = (typeof userSessionKinds)[number];

/** The access token, good for 15 minutes, and whose it is. The refresh token comes as a cookie that no script can read. */
export const UserSession = Type.Object({ accessToken: Type.String(), sessionId: Id, user: UserData });
export type UserSession = Type.Static<typeof UserSession>;

export const login = endpoint({
  method: 'POST', path: '/authenticate/login', tag: 'sessions', session: ['public'],
  summary: 'Logs a registered user in. 401 for wrong credentials, known or unknown alike; 423 with nextPossibleRetry after 5 wrong passwords, for the right one as well; 406, after right credentials only, without access to the product.',
  body: Type.Object({ Username: Type.String({ minLength: 1, maxLength: limits.user.maxUsernameLength }), Password: Type.String({ minLength: 1, maxLength: limits.password.maxLength }) }, { additionalProperties: false }),
  reply: UserSession, errors: ['wrongCredentials', 'noAccess', 'loginLocked', 'tooManyRequests'],
});

const OfKind = Type.Object({ kind: UserSessionKind }, { additionalProperties: false });

export const refreshSession = endpoint({
  method: 'POST', path: '/v2.0/authenticate/refresh', tag: 'sessions', session: ['public'],
  summary: 'A fresh access token for the session in the kind’s cookie, and the next cookie. The one before stays good for 30 s, so that several tabs may ask at once; used later than that it ends the session.',
  body: OfKind, reply: UserSession, errors: ['unauthorized', 'tooManyRequests'],
});

export const logout = endpoint({
  method: 'POST', path: '/v2.0/authenticate/logout', tag: 'sessions', session: ['public'],
  summary: 'Ends the session in the kind’s cookie, at once; the other kind’s goes on. Also answers 200 where there was none.',
  body: OfKind, reply: Type.Object({ ended: Type.Boolean() }),
});

export const SessionEntry = Type.Object({
  sessionId: Id,
  isCurrent: Type.Boolean(),
  /** Browser and system, as its own words tell them. */
  device: Type.String(),
  createdAt: IsoDateTime,
  lastUsedAt: IsoDateTime,
});
export type SessionEntry = Type.Static<typeof SessionEntry>;

const OwnParams = Type.Object({ userId: Id });

export const listSessions = endpoint({
  method: 'GET', path: '/v2.0/user/:userId/sessions', tag: 'sessions', session: ['registered'],
  summary: 'Where the user is logged in, last used first.', params: OwnParams, reply: Type.Object({ sessions: Type.Array(SessionEntry) }), errors: ['notFound'],
});

export const endSession = endpoint({
  method: 'DELETE', path: '/v2.0/user/:userId/sessions/:sessionId', tag: 'sessions', session: ['registered'],
  summary: 'Ends one of the user’s sessions.', params: Type.Object({ userId: Id, sessionId: Id }), reply: Type.Object({ ended: Type.Boolean() }), errors: ['notFound'],
});

export const endOtherSessions = endpoint({
  method: 'DELETE', path: '/v2.0/user/:userId/sessions', tag: 'sessions', session: ['registered'],
  summary: 'Ends every session of the user’s but the one that asks.', params: OwnParams, reply: Type.Object({ ended: Type.Integer({ minimum: 0 }) }), errors: ['notFound'],
});

export const requestPin = endpoint({
  method: 'GET', path: '/v2.0/authenticate/adhoc/pin/:key', tag: 'sessions', session: ['public'],
  summary: 'Sends a PIN to the invited client, by SMS where that is possible and preferred, else by mail. It opens only in the browser that asked for it. Answers the same for an unknown key. At most one a minute and five an hour; refused when another site or a prefetch asks.',
  params: Type.Object({ key: InvitationKey }), query: Type.Object({ preferredChannel: Type.Optional(PinChannel) }),
  reply: Type.Object({ channel: PinChannel }), errors: ['pinNotSent', 'tooManyRequests'],
});

export const loginAdhoc = endpoint({
  method: 'POST', path: '/v2.0/authenticate/adhoc', tag: 'sessions', session: ['public'],
  summary: 'Opens an unregistered session with an invitation’s key and the PIN that was sent. 401 for a wrong PIN, 423 once it is void. A registered session in the same browser goes on.',
  body: Type.Object({ key: InvitationKey, password: Pin }, { additionalProperties: false }),
  reply: UserSession, errors: ['falsePin', 'pinVoid', 'noAccess', 'linkInvalid', 'linkExpired', 'tooManyRequests'],
});

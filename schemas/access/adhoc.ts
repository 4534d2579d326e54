import * as Type from 'typebox';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { pinLimits } from '#schemas/forms/limits.ts';
import { Pin } from '#schemas/forms/pins.ts';
import { UserSession } from './sessions.ts';
import { InvitationKey, PinChannel } from './users.ts';

/** Channel of a PIN. Shows at most three digits of the number (docs/behaviour/access.md#pins). */
export const SentPin = Type.Object({
  channel: PinChannel,
  numberEndsWith: Type.Optional(Type.String({ pattern: '^[0-9]{3}$' })),
});
export type SentPin = Type.Static<typeof SentPin>;

export const requestPin = endpoint({
  method: 'GET',
  path: '/v2.0/authenticate/adhoc/pin/:key',
  tag: 'sessions',
  session: ['public'],
  summary:
    'Sends a PIN to the invited client, by SMS where that is possible and preferred, else by ' +
    'mail. It opens only in the browser that asked for it. Answers the same for an unknown ' +
    'key. At most one a minute, five an hour and ten a day, else 429 with nextPossibleRetry; ' +
    'a repeat under the same Idempotency-Key sends none. Refused when another site or a ' +
    'prefetch asks.',
  params: Type.Object({ key: InvitationKey }),
  query: Type.Object({ preferredChannel: Type.Optional(PinChannel) }),
  reply: SentPin,
  errors: ['pinNotSent', 'conflict', 'tooManyRequests'],
  callsPerMinute: pinLimits.requestsPerMinute,
});

export const loginAdhoc = endpoint({
  method: 'POST',
  path: '/v2.0/authenticate/adhoc',
  tag: 'sessions',
  session: ['public'],
  summary:
    'Opens an unregistered session with an invitation’s key and the PIN that was sent. 401 ' +
    'for a wrong PIN and in any other browser than the one that asked for it, 423 once it is ' +
    'void, 409 for a registered user’s key, which leads to the login. A repeat under the ' +
    'same Idempotency-Key, within two minutes and before the session was used, gives the ' +
    'same one. A registered session in the same browser goes on.',
  body: Type.Object({ key: InvitationKey, password: Pin }, { additionalProperties: false }),
  reply: UserSession,
  errors: [
    'falsePin',
    'pinVoid',
    'noAccess',
    'linkInvalid',
    'linkExpired',
    'alreadyRegistered',
    'conflict',
    'tooManyRequests',
  ],
  callsPerMinute: pinLimits.triesPerMinute,
});

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
  session: ['public'],
  summary:
    'Sends a PIN to the invited client: by SMS if possible and preferred, otherwise by mail. The ' +
    'PIN works only in the browser that requested it. Returns the same for an unknown key. At ' +
    'most one a minute, five an hour and ten a day, then 429 with nextPossibleRetry. A retry with ' +
    'the same Idempotency-Key sends none. Rejects requests from another site and prefetches.',
  params: Type.Object({ key: InvitationKey }),
  query: Type.Object({ preferredChannel: Type.Optional(PinChannel) }),
  reply: SentPin,
  errors: ['pinNotSent', 'conflict', 'tooManyRequests'],
  callsPerMinute: pinLimits.requestsPerMinute,
  takesIdempotencyKey: true,
});

export const loginAdhoc = endpoint({
  method: 'POST',
  path: '/v2.0/authenticate/adhoc',
  session: ['public'],
  summary:
    'Opens an unregistered session with an invitation’s key and the PIN. 401 for a wrong PIN or ' +
    'another browser than the one that requested it, 423 for a void PIN, 409 for a registered ' +
    'user’s key, which leads to the login. A retry with the same Idempotency-Key within two ' +
    'minutes returns the same session, unless it was used. A registered session in the same ' +
    'browser stays open.',
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
  callsPerMinute: pinLimits.attemptsPerMinute,
  takesIdempotencyKey: true,
});

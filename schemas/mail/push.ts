import * as Type from 'typebox';
import { notificationKinds } from '#schemas/mail/notifications.ts';
import { HttpUrl, IsoDateTime, Language, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';

/** Keys by which a device decrypts messages, base64url: a point of P-256, and 16 bytes. */
const Keys = Type.Object(
  {
    p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$' }),
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
  },
  { additionalProperties: false },
);

/** A device's address at the push service of its browser, as the browser hands it out. */
export const PushDevice = Type.Object(
  { endpoint: HttpUrl, keys: Keys },
  { additionalProperties: false },
);
export type PushDevice = Type.Static<typeof PushDevice>;

/** Notifications on the device of the session (docs/behaviour/mail.md#notifications-on-a-device). */
export const Push = Type.Object({
  /** The server's public key (VAPID), base64url, by which the browser subscribes. */
  publicKey: Type.String(),
  /** null: this device shows none */
  subscription: Type.Union([
    Type.Object({
      endpoint: Type.String(),
      createdAt: IsoDateTime,
      /** Since when no message arrives; null: they arrive. */
      failingSince: Type.Union([IsoDateTime, Type.Null()]),
    }),
    Type.Null(),
  ]),
});
export type Push = Type.Static<typeof Push>;

/** Kinds of news; `news` for several kinds. */
export const pushKinds = [...notificationKinds, 'news'] as const;

/** A message to a device: no content, only what to say and where to go. */
export const PushMessage = Type.Object({
  kind: StringEnum(pushKinds),
  language: Language,
  /** Page of the portal that a click opens. */
  path: Type.String(),
  /** A notification replaces the one before with the same tag. */
  tag: Type.String(),
});
export type PushMessage = Type.Static<typeof PushMessage>;

const path = '/v2.0/push';

export const getPush = endpoint({
  method: 'GET',
  path,
  session: ['registered'],
  summary: 'Returns whether the device of the session shows notifications.',
  reply: Push,
});

export const subscribePush = endpoint({
  method: 'PUT',
  path,
  session: ['registered'],
  summary:
    'Sends notifications about news to the device of the session from now on, without content, ' +
    'until the session ends. Replaces its address.',
  body: PushDevice,
  reply: Push,
  errors: ['invalidInput'],
});

export const unsubscribePush = endpoint({
  method: 'DELETE',
  path,
  session: ['registered'],
  summary: 'Sends no more notifications to the device of the session.',
  reply: Push,
});

import * as Type from 'typebox';
import { Id, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';

/** Kinds of news that a client is mailed about (docs/behaviour/mail.md#notifications). */
export const notificationKinds = ['message', 'file', 'task', 'deadline'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const NotificationSettings = Type.Object(
  {
    /** Kinds of the account's news that are mailed; none: no mail. */
    kinds: Type.Array(StringEnum(notificationKinds), { uniqueItems: true }),
    /** German time of the one mail a day; null: a mail a few minutes after the first news. */
    dailyAt: Type.Union([Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }), Type.Null()]),
  },
  { additionalProperties: false },
);
export type NotificationSettings = Type.Static<typeof NotificationSettings>;

const params = Type.Object({ acc: Id });

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/notifications',
  session: ['registered'],
  summary: 'Returns what the client is mailed about by this account, and when.',
  params,
  reply: NotificationSettings,
  errors: ['notFound'],
});

export const setNotificationSettings = endpoint({
  method: 'PUT',
  path: '/v2.0/e.consult.:acc/notifications',
  session: ['registered'],
  summary: 'Sets what the client is mailed about by this account, and when. News that wait follow.',
  params,
  body: NotificationSettings,
  reply: NotificationSettings,
  errors: ['notFound', 'invalidInput'],
});

import * as Type from 'typebox';
import { MailAddress, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';

/** Kinds of news that a firm is mailed about (docs/behaviour/mail.md#notifications-to-the-firm). */
export const firmNewsKinds = ['message', 'task', 'submission', 'file', 'client'] as const;
export type FirmNewsKind = (typeof firmNewsKinds)[number];

export const FirmNotificationSettings = Type.Object(
  {
    /** The firm's address; null: only assignees of tasks are mailed. */
    email: Type.Union([MailAddress, Type.Null()]),
    /** Kinds of news that are mailed; none: no mail. */
    kinds: Type.Array(StringEnum(firmNewsKinds), { uniqueItems: true }),
  },
  { additionalProperties: false },
);
export type FirmNotificationSettings = Type.Static<typeof FirmNotificationSettings>;

const settings = {
  path: '/provider/v1/notifications',
  session: ['provider'],
  scopes: ['settings'],
} as const;

export const getFirmNotifications = endpoint({
  ...settings,
  method: 'GET',
  summary: 'Returns what the provider is mailed about, and at which address.',
  reply: FirmNotificationSettings,
});

export const setFirmNotifications = endpoint({
  ...settings,
  method: 'PUT',
  summary:
    'Sets what the provider is mailed about: clients’ messages, answered tasks, submissions, ' +
    'refused files, and clients who changed their own details, without their content. News of a ' +
    'task go to its assignee.',
  body: FirmNotificationSettings,
  reply: FirmNotificationSettings,
  errors: ['invalidInput'],
});

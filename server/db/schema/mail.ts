import type { NotificationKind } from '#schemas/mail/notifications.ts';
import type { Instant, Json } from './columns.ts';

export const mailStates = [
  'waiting',
  'handedOver',
  'sent',
  'refused',
  'unclear',
  'lapsed',
] as const;
export type MailState = (typeof mailStates)[number];

/** A queued mail or SMS. Its content is deleted once it was sent. */
export type MailOutboxRow = {
  id: string;
  kind: 'mail' | 'sms';
  accountId: string | null;
  language: 'de' | 'en';
  /** whom it was sent to, for their erasure; null: no user */
  userId: string | null;
  recipient: string;
  /** reply address; null: none */
  replyTo: string | null;
  /** idempotency key of a message */
  onceKey: string | null;
  subject: string;
  /** encrypted content; '' once deleted */
  sealed: string;
  /** handedOver: in delivery; unclear: no response from the relay; lapsed: too late */
  state: MailState;
  attempts: number;
  /** time of the next try; while a process sends it, the end of its lease */
  nextAttemptAt: Instant;
  /** not sent after this time */
  goodUntil: Instant | null;
  sentAt: Instant | null;
  createdAt: Instant;
};

/** News of a case that waits for the client's next mail. */
export type NotificationRow = {
  id: string;
  userId: string;
  accountId: string;
  kind: NotificationKind;
  /** the message or the workflow */
  itemId: string;
  caseId: string;
  /** the earliest one of a client and an account sends them all */
  dueAt: Instant;
  createdAt: Instant;
};

/** Choices of a client about an account's mails. Without a row: all kinds, after minutes. */
export type NotificationSettingsRow = {
  userId: string;
  accountId: string;
  /** NotificationKind[]; none: no mail */
  kinds: Json;
  /** German time of day, `HH:MM`; null: a few minutes after the first news */
  dailyAt: string | null;
};

/** Settings of the mails to a firm. */
export type FirmNotificationRow = {
  accountId: string;
  /** null: only assignees of tasks are mailed */
  email: string | null;
  /** FirmNewsKind[]; none: no mail */
  kinds: Json;
  /** number of the newest event that was looked at */
  lastSequence: number;
  /** news are collected until then */
  checkAt: Instant;
};

/** A device that shows notifications, by the session that is logged in on it. */
export type PushSubscriptionRow = {
  sessionId: string;
  /** SHA-256 */
  endpointHash: string;
  /** encrypted address and keys of the device */
  sealed: string;
  /** in a row */
  failures: number;
  /** of the first failure since the last success */
  failingSince: Instant | null;
  createdAt: Instant;
};

/** A notification on its way to a device. A newer one of the same account replaces it. */
export type PushDeliveryRow = {
  /** new when it is replaced */
  id: string;
  sessionId: string;
  accountId: string;
  /** the message, without content */
  body: Json;
  attempts: number;
  nextAttemptAt: Instant;
  /** end of the lease of the process that sends it */
  claimedUntil: Instant | null;
  goodUntil: Instant;
};

import type { Instant } from './columns.ts';

/** A queued mail or SMS. Its content is deleted once it was sent. */
export type MailOutboxRow = {
  id: string;
  kind: 'mail' | 'sms';
  accountId: string | null;
  language: 'de' | 'en';
  recipient: string;
  /** reply address; null: none */
  replyTo: string | null;
  /** idempotency key of a message */
  onceKey: string | null;
  subject: string;
  /** encrypted content; '' once deleted */
  sealed: string;
  /** handedOver: in delivery; unclear: no response from the relay; lapsed: too late */
  state: 'waiting' | 'handedOver' | 'sent' | 'refused' | 'unclear' | 'lapsed';
  attempts: number;
  /** time of the next try; while a process sends it, the end of its lease */
  nextAttemptAt: Instant;
  /** not sent after this time */
  goodUntil: Instant | null;
  sentAt: Instant | null;
  createdAt: Instant;
};

import type { ProgramEventType } from '#schemas/events/programEvents.ts';
import type {
  DeliveryState,
  webhookEnds,
  WebhookFailure,
  WebhookType,
} from '#schemas/mail/webhooks.ts';
import type { Flag, Instant, Json, Parsed } from './columns.ts';

/** An address that is called with a provider's events. */
export type WebhookRow = {
  id: string;
  accountId: string;
  url: string;
  /** ProgramEventType[]; none: all */
  types: Json;
  isActive: Flag;
  /** encrypted secrets with their ends, newest first */
  sealedSecrets: string;
  /** number of the newest event that was queued; locked while deliveries are queued */
  lastSequence: number;
  /** number of the newest delivery */
  lastNumber: number;
  /** in a row, since the last success */
  failures: number;
  failingSince: Instant | null;
  /** time of the next probe after many failures; null: nothing is held back */
  probeAt: Instant | null;
  disabledReason: (typeof webhookEnds)[number] | null;
  createdAt: Instant;
};

export type StoredWebhook = Parsed<WebhookRow, { types: ProgramEventType[] }>;

/** An event on its way to a webhook. */
export type WebhookDeliveryRow = {
  id: string;
  webhookId: string;
  /** order of the deliveries of a webhook */
  number: number;
  eventId: string;
  type: WebhookType;
  /** the case, or what else the event is about: its deliveries are sent one after the other */
  orderKey: string;
  body: Json;
  state: DeliveryState;
  attempts: number;
  nextAttemptAt: Instant;
  /** end of the lease of the process that sends it */
  claimedUntil: Instant | null;
  createdAt: Instant;
  settledAt: Instant | null;
};

/** One try of a delivery. */
export type WebhookAttemptRow = {
  deliveryId: string;
  attempt: number;
  at: Instant;
  durationMs: number;
  status: number | null;
  reason: WebhookFailure | null;
};

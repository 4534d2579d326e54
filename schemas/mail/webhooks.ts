import * as Type from 'typebox';
import { webhookLimits } from '#schemas/mail/limits.ts';
import {
  GivenInstant,
  HttpUrl,
  Id,
  IsoDateTime,
  ListQuery,
  Page,
  StringEnum,
} from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { programEventTypes } from '#schemas/events/programEvents.ts';

/** Types of deliveries: the events, and the test that a program asks for. */
export const webhookTypes = [...programEventTypes, 'webhook.test'] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** Why the server itself turned a webhook off: failures for days, or an answer of 410. */
export const webhookEnds = ['failing', 'gone'] as const;

const Types = Type.Array(StringEnum(programEventTypes), { uniqueItems: true });

/** A provider's address that is called with each event, without its secret. */
export const Webhook = Type.Object({
  webhookId: Id,
  url: HttpUrl,
  /** Types of events that are sent; none: all types. */
  types: Types,
  /** false: nothing is sent */
  isActive: Type.Boolean(),
  /** Why the server turned it off; null: it is active, or the provider turned it off. */
  disabledReason: Type.Union([StringEnum(webhookEnds), Type.Null()]),
  /** Time of the first failure since the last success; null: the last delivery succeeded. */
  failingSince: Type.Union([IsoDateTime, Type.Null()]),
  createdAt: IsoDateTime,
});
export type Webhook = Type.Static<typeof Webhook>;

/** A webhook with a new secret (`whsec_…`), which is shown this once. */
export const WebhookWithSecret = Type.Object({ ...Webhook.properties, secret: Type.String() });
export type WebhookWithSecret = Type.Static<typeof WebhookWithSecret>;

/** Why an attempt failed. `status` and `redirect` have the status. */
export const webhookFailures = [
  'status',
  'redirect',
  'timeout',
  'hostUnknown',
  'addressNotAllowed',
  'certificate',
  'connection',
] as const;
export type WebhookFailure = (typeof webhookFailures)[number];

/** waiting: due, or after an earlier delivery of the same case; failed: given up */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const WebhookAttempt = Type.Object({
  at: IsoDateTime,
  durationMs: Type.Integer(),
  /** null: there was no answer */
  status: Type.Union([Type.Integer(), Type.Null()]),
  /** null: it was delivered */
  reason: Type.Union([StringEnum(webhookFailures), Type.Null()]),
});
export type WebhookAttempt = Type.Static<typeof WebhookAttempt>;

/** An event on its way to a webhook. Bodies of answers are not stored. */
export const WebhookDelivery = Type.Object({
  deliveryId: Id,
  eventId: Id,
  type: StringEnum(webhookTypes),
  state: StringEnum(deliveryStates),
  /** Number of attempts, also of those whose outcome could not be stored. */
  attempts: Type.Integer(),
  /** The latest attempts, newest first. */
  log: Type.Array(WebhookAttempt),
  /** null: it is not tried again */
  nextAttemptAt: Type.Union([IsoDateTime, Type.Null()]),
  createdAt: IsoDateTime,
  settledAt: Type.Union([IsoDateTime, Type.Null()]),
});
export type WebhookDelivery = Type.Static<typeof WebhookDelivery>;

const own = { session: ['provider'], scopes: ['settings'] } as const;
const WebhookParams = Type.Object({ webhookId: Id });
const webhookPath = '/provider/v1/webhooks/:webhookId';
const Queued = Type.Object({ deliveryId: Id });

export const listWebhooks = endpoint({
  ...own,
  method: 'GET',
  path: '/provider/v1/webhooks',
  summary: 'Lists the provider’s webhooks, oldest first.',
  reply: Type.Object({ items: Type.Array(Webhook) }),
});

export const createWebhook = endpoint({
  ...own,
  method: 'POST',
  path: '/provider/v1/webhooks',
  summary:
    'Creates a webhook for events from now on and returns its secret once. Each event is sent by ' +
    'POST and signed as Standard Webhooks describes: `webhook-id`, `webhook-timestamp` and ' +
    '`webhook-signature`. A retry with the same Idempotency-Key returns the first response.',
  body: Type.Object({ url: HttpUrl, types: Type.Optional(Types) }, { additionalProperties: false }),
  reply: WebhookWithSecret,
  errors: ['invalidInput', 'conflict'],
  takesIdempotencyKey: true,
});

export const changeWebhook = endpoint({
  ...own,
  method: 'PUT',
  path: webhookPath,
  summary:
    'Sets address, types and whether the webhook is active. One that is turned on again gets the ' +
    'events from then on, and the deliveries that still wait.',
  params: WebhookParams,
  body: Type.Object(
    { url: HttpUrl, types: Types, isActive: Type.Boolean() },
    { additionalProperties: false },
  ),
  reply: Webhook,
  errors: ['notFound', 'invalidInput'],
});

export const removeWebhook = endpoint({
  ...own,
  method: 'DELETE',
  path: webhookPath,
  summary: 'Removes a webhook with its deliveries and their log.',
  params: WebhookParams,
  reply: Type.Object({ removed: Type.Boolean() }),
  errors: ['notFound'],
});

export const rotateWebhookSecret = endpoint({
  ...own,
  method: 'POST',
  path: `${webhookPath}/rotate`,
  summary:
    'Makes a new secret and returns it once. Until the end of the overlap each delivery has a ' +
    'signature by the new and one by the old secret.',
  params: WebhookParams,
  body: Type.Object(
    {
      /** Both secrets sign for this long; 24 by default. */
      overlapHours: Type.Optional(
        Type.Integer({ minimum: 0, maximum: webhookLimits.maxOverlapHours }),
      ),
    },
    { additionalProperties: false },
  ),
  reply: WebhookWithSecret,
  errors: ['notFound', 'conflict'],
  takesIdempotencyKey: true,
});

export const testWebhook = endpoint({
  ...own,
  method: 'POST',
  path: `${webhookPath}/test`,
  summary: 'Queues a delivery of type `webhook.test`. Its outcome is in the list of deliveries.',
  params: WebhookParams,
  reply: Queued,
  errors: ['notFound', 'conflict'],
});

export const listWebhookDeliveries = endpoint({
  ...own,
  method: 'GET',
  path: `${webhookPath}/deliveries`,
  summary:
    'Lists the deliveries of the last 30 days with state, times, statuses and reasons, newest first.',
  params: WebhookParams,
  query: Type.Object({
    ...ListQuery.properties,
    state: Type.Optional(StringEnum(deliveryStates)),
  }),
  reply: Page(WebhookDelivery),
  errors: ['notFound', 'invalidInput'],
});

export const replayWebhookDelivery = endpoint({
  ...own,
  method: 'POST',
  path: `${webhookPath}/deliveries/:deliveryId/replay`,
  summary: 'Queues a delivery again, with the same `webhook-id`, after those that wait.',
  params: Type.Object({ webhookId: Id, deliveryId: Id }),
  reply: Queued,
  errors: ['notFound', 'conflict'],
});

export const replayWebhookEvents = endpoint({
  ...own,
  method: 'POST',
  path: `${webhookPath}/replay`,
  summary:
    'Queues all stored events since an instant again, also those from before the webhook was ' +
    'created, and returns how many.',
  params: WebhookParams,
  body: Type.Object({ since: GivenInstant }, { additionalProperties: false }),
  reply: Type.Object({ queued: Type.Integer() }),
  errors: ['notFound', 'invalidInput', 'conflict'],
});

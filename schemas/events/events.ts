import * as Type from 'typebox';
import { Id, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { maxStoredInteger } from '#schemas/platform/limits.ts';
import { eventLimits } from './limits.ts';

/** Kinds of events (docs/behaviour/portal.md#events). */
export const eventTypes = [
  'messageCreated',
  'messageRead',
  'messageFavorite',
  'messageVanished',
  'folderChanged',
  'folderVanished',
  'caseChanged',
  'caseVanished',
  'historyChanged',
  'taskAssigned',
  'taskChanged',
  'boardChanged',
  'inboxChanged',
  'firmCaseChanged',
  'firmClientChanged',
  'staffChanged',
  'accountActivated',
  'detailsChanged',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Names the changed resource, never its content; authorised clients fetch it. */
export const PortalEvent = Type.Object({
  /** Sequence number of this user's events. */
  id: Type.Integer(),
  type: StringEnum(eventTypes),
  accountId: Id,
  /** null: the whole account */
  akteIdHash: Type.Union([Id, Type.Null()]),
  folderId: Type.Union([Id, Type.Null()]),
  messageId: Type.Union([Id, Type.Null()]),
  /** the task; without it `boardChanged` covers all cards of the case */
  workflowId: Type.Optional(Id),
});
export type PortalEvent = Type.Static<typeof PortalEvent>;

const client = ['registered', 'unregistered'] as const;

export const streamEvents = endpoint({
  method: 'GET',
  path: '/v2.0/events',
  session: client,
  summary:
    'Streams the caller’s events (server-sent events: `id`, `event: change`, `data` with a ' +
    'PortalEvent). With Last-Event-ID it starts after that event, without it now. The first event ' +
    'is `open`: its `id` is where the stream starts, its `data` is null. `event: reset`, also with ' +
    '`data: null`, says that missed events are no longer stored. Ends with the session or its ' +
    'token. 429 with Retry-After beyond 20 open streams; events/since returns the same events.',
  answers: 'eventStream',
  reply: Type.Unknown(),
  errors: ['tooManyRequests'],
  callsPerMinute: eventLimits.opensPerMinute,
});

export const listEvents = endpoint({
  method: 'GET',
  path: '/v2.0/events/since',
  session: client,
  summary:
    'Lists the caller’s events after an id, at most 500, for clients that cannot hold a stream ' +
    'open. Without an id it returns none and the id to start from.',
  query: Type.Object({
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: maxStoredInteger })),
  }),
  reply: Type.Object({
    events: Type.Array(PortalEvent),
    lastId: Type.Integer(),
    isReset: Type.Boolean(),
  }),
});

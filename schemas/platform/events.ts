import * as Type from 'typebox';
import { Id, StringEnum } from './common.ts';
import { endpoint } from './endpoint.ts';
import { eventLimits } from '#schemas/platform/limits.ts';

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
  'staffChanged',
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
  tag: 'events',
  session: client,
  summary:
    'The caller’s events as they happen (server-sent events: `id`, `event: change`, `data` a ' +
    'PortalEvent). With Last-Event-ID it begins after that one, without it now. `event: ' +
    'reset` says that what was missed is no longer known. Ends with the session or its ' +
    'token. 429 with Retry-After for whoever has 20 streams open: events/since tells the ' +
    'same.',
  answers: 'stream',
  reply: Type.Unknown(),
  errors: ['tooManyRequests'],
  callsPerMinute: eventLimits.opensPerMinute,
});

export const listEvents = endpoint({
  method: 'GET',
  path: '/v2.0/events/since',
  tag: 'events',
  session: client,
  summary:
    'The same for whoever cannot hold a stream open: what happened after an id, at most 500; ' +
    'without an id none, and where to begin.',
  query: Type.Object({ after: Type.Optional(Type.Integer({ minimum: 0 })) }),
  reply: Type.Object({
    events: Type.Array(PortalEvent),
    lastId: Type.Integer(),
    isReset: Type.Boolean(),
  }),
});

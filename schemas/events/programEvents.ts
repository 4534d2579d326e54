import * as Type from 'typebox';
import { Id, IsoDateTime, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { maxStoredInteger } from '#schemas/platform/limits.ts';
import { programEventLimits } from './limits.ts';

/** Kinds of events for a provider's programs (docs/behaviour/portal.md#events-for-programs). */
export const programEventTypes = [
  'form.submitted',
  'submission.changed',
  'submission.erased',
  'message.created',
  'message.read',
  'message.withdrawn',
  'task.created',
  'task.changed',
  'task.answered',
  'task.closed',
  'file.rejected',
  'client.registered',
  'client.changed',
  'client.ended',
  'client.resumed',
  'client.erased',
  'case.created',
  'case.changed',
  'case.closed',
  'case.reopened',
  'case.withdrawn',
  'case.erased',
] as const;
export type ProgramEventType = (typeof programEventTypes)[number];

/** Why a file of a visitor or a client was refused. */
export const fileRejections = ['virusFound', 'notScannable', 'contentNotAllowed'] as const;

/** Sides that change a client's details, or end the relation. */
export const changingSides = ['client', 'provider'] as const;

/** Ids of what an event is about, never its content. An id is absent where it does not apply. */
export const ProgramEventData = Type.Object({
  caseId: Type.Optional(Id),
  folderId: Type.Optional(Id),
  /** Absent in `message.read`: all messages of the folder, or of the case. */
  messageId: Type.Optional(Id),
  /** The task, the external request or the visit of a form. */
  workflowId: Type.Optional(Id),
  formId: Type.Optional(Id),
  submissionId: Type.Optional(Id),
  /** The client who did it, or whom it is about; absent for the provider's own changes. */
  userId: Type.Optional(Id),
  /** Why a file was refused: `file.rejected`. */
  reason: Type.Optional(StringEnum(fileRejections)),
  /** The side that did it: `client.changed`, `client.ended`. */
  changedBy: Type.Optional(StringEnum(changingSides)),
});
export type ProgramEventData = Type.Static<typeof ProgramEventData>;

export const ProgramEvent = Type.Object({
  /** The same in the list and in every delivery of a webhook. */
  eventId: Id,
  /** Counts the provider's events, without gaps. Those of one case have their order. */
  sequence: Type.Integer(),
  type: StringEnum(programEventTypes),
  timestamp: IsoDateTime,
  data: ProgramEventData,
});
export type ProgramEvent = Type.Static<typeof ProgramEvent>;

export const listProgramEvents = endpoint({
  method: 'GET',
  path: '/provider/v1/events',
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Lists the provider’s events after a sequence number, oldest first; without one from the ' +
    'oldest stored event. `wait` holds the request for up to 30 seconds until there is one. Send ' +
    '`lastSequence` as `after` of the next request. `isReset` says that events after `after` are ' +
    'no longer stored: they are kept for 30 days. 429 with Retry-After beyond 20 waiting requests.',
  query: Type.Object({
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: maxStoredInteger })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: programEventLimits.maxPageSize })),
    /** seconds; 0, the default, answers at once */
    wait: Type.Optional(Type.Integer({ minimum: 0, maximum: programEventLimits.maxWaitSeconds })),
  }),
  reply: Type.Object({
    items: Type.Array(ProgramEvent),
    lastSequence: Type.Integer(),
    /** of the provider’s newest event; 0: there is none */
    newestSequence: Type.Integer(),
    isReset: Type.Boolean(),
  }),
  errors: ['tooManyRequests'],
});

import * as Type from 'typebox';
import { NewUser } from '#schemas/access/clients.ts';
import { NewCase } from '#schemas/cases/cases.ts';
import { caseLimits } from '#schemas/cases/limits.ts';
import { NewProviderMessage } from '#schemas/cases/messages.ts';
import { ExternalId, Id, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { importLimits } from '#schemas/portal/limits.ts';
import { NewTask } from '#schemas/tasks/tasks.ts';

const closed = { additionalProperties: false } as const;
const { userIds: _userIds, ...caseFields } = NewCase.properties;

/** A client in a line of an import. */
export const ImportedClient = Type.Object(
  { kind: Type.Literal('client'), ...NewUser.properties, externalId: ExternalId },
  closed,
);
export type ImportedClient = Type.Static<typeof ImportedClient>;

/** A case in a line of an import. */
export const ImportedCase = Type.Object(
  {
    kind: Type.Literal('case'),
    ...caseFields,
    externalId: ExternalId,
    /** Its clients, by their external ids. Without it the clients of a known case stay. */
    clientExternalIds: Type.Optional(
      Type.Array(ExternalId, { maxItems: caseLimits.maxClients, uniqueItems: true }),
    ),
  },
  closed,
);
export type ImportedCase = Type.Static<typeof ImportedCase>;

/** A message in a line of an import. Once stored, it does not change. */
export const ImportedMessage = Type.Object(
  {
    kind: Type.Literal('message'),
    ...NewProviderMessage.properties,
    externalId: ExternalId,
    /** External id of its case. */
    caseExternalId: ExternalId,
  },
  closed,
);
export type ImportedMessage = Type.Static<typeof ImportedMessage>;

/** A task in a line of an import. Deadline, reminder and assignee of a known one can change. */
export const ImportedTask = Type.Object(
  {
    kind: Type.Literal('task'),
    ...NewTask.properties,
    externalId: ExternalId,
    /** External id of its case. */
    caseExternalId: ExternalId,
  },
  closed,
);
export type ImportedTask = Type.Static<typeof ImportedTask>;

/** The shape of a line, by its `kind`. */
export const importedKinds = {
  client: ImportedClient,
  case: ImportedCase,
  message: ImportedMessage,
  task: ImportedTask,
} as const;
export type ImportedKind = keyof typeof importedKinds;
export type ImportedRecord = ImportedClient | ImportedCase | ImportedMessage | ImportedTask;

export const importOutcomes = ['created', 'updated', 'unchanged', 'failed'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** Outcome of a line of an import. */
export const ImportedLine = Type.Object({
  /** Counted from 1, empty lines included. */
  line: Type.Integer({ minimum: 1 }),
  /** null: the line could not be read. */
  kind: Type.Union([Type.String(), Type.Null()]),
  externalId: Type.Union([Type.String(), Type.Null()]),
  outcome: StringEnum(importOutcomes),
  /** userId, caseId, messageId or workflowId, by its kind; absent if it failed. */
  id: Type.Optional(Id),
  /** Why it failed: a reason of the errors. */
  reason: Type.Optional(Type.String()),
  reasonMessage: Type.Optional(Type.String()),
  /** Sentences by JSON pointer into the line. */
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
});
export type ImportedLine = Type.Static<typeof ImportedLine>;

/** The last line of the report. A report without it is incomplete: send the import again. */
export const ImportSummary = Type.Object({
  /** false: the import stopped before its end, for the reason of the last line before. */
  isComplete: Type.Boolean(),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  failed: Type.Integer(),
});
export type ImportSummary = Type.Static<typeof ImportSummary>;

export const importRecords = endpoint({
  method: 'POST',
  path: '/provider/v1/import',
  session: ['provider'],
  scopes: ['cases', 'people'],
  summary:
    'Creates or changes clients, cases, messages and tasks, one JSON object per line, found by ' +
    'their externalId. Answers a line per line, in order and while it runs, and a summary. A broken ' +
    'line is reported and the others are stored; a second run changes nothing. Lines of clients ' +
    'need the scope people, others cases. Up to ' +
    `${importLimits.maxLines.toLocaleString('en')} lines, one every ${importLimits.idleSeconds} ` +
    'seconds at least; one import of a provider runs at a time, a second is 429 with Retry-After.',
  query: Type.Object({
    /** true: clients are mailed about new messages and tasks, as with single calls. */
    notify: Type.Optional(Type.Boolean({ default: false })),
  }),
  accepts: 'lines',
  lines: Type.Union(Object.values(importedKinds)),
  answers: 'lines',
  reply: Type.Union([ImportedLine, ImportSummary]),
  errors: ['tooManyRequests'],
  callsPerMinute: importLimits.perMinute,
});

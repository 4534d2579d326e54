import * as Type from 'typebox';
import { FormProcess, Submission, SubmissionResult } from '#schemas/forms/assistants.ts';
import { SubmissionSummary } from '#schemas/forms/submissions.ts';
import {
  CountedPage,
  ExternalId,
  FoundQuery,
  GivenInstant,
  Id,
  IsoDateTime,
  Language,
  LocalizedText,
  StringEnum,
} from '#schemas/platform/common.ts';
import { endpoint, officeRoles, leadingRoles } from '#schemas/platform/endpoint.ts';
import { StoredFile } from '#schemas/files/files.ts';
import { Answer, FormContent, QuestionSummary } from '#schemas/forms/forms.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import { taskLimits } from '#schemas/tasks/limits.ts';

/** Status of a task for the staff (docs/behaviour/tasks.md#status). */
export const taskStatuses = [0, 1, 2, 3, 4, 5, 6, 7] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** State of a task for its client (docs/behaviour/tasks.md#state). */
export const taskStates = ['open', 'answered', 'closed', 'expired'] as const;
export type TaskState = (typeof taskStates)[number];

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A task: a form that a case's clients answer once (docs/behaviour/tasks.md). */
export const Task = Type.Object({
  /** Key of the workflow; other calls take it as workflowKey. */
  workflowId: Id,
  /** in the caller's language */
  assistantName: Type.String(),
  hasAnswer: Type.Boolean(),
  /** Closed by hand, or by its deadline without an answer. */
  isClosed: Type.Boolean(),
  validUntil: OrNull(IsoDateTime),
  answerCreationDate: OrNull(IsoDateTime),
  closedDate: OrNull(IsoDateTime),
  creationDate: IsoDateTime,
});
export type Task = Type.Static<typeof Task>;

/** A task in the list. */
export const ListedTask = Type.Object({
  ...Task.properties,
  /** of an open task */ asks: OrNull(QuestionSummary),
});
export type ListedTask = Type.Static<typeof ListedTask>;

/** Answers, with the form of the answered revision. */
export const TaskAnswer = Type.Object({
  answerFormElements: Type.Array(Answer),
  formElement: FormContent,
  revision: Type.Integer(),
  language: Language,
  answerCreationDate: IsoDateTime,
  files: Type.Array(StoredFile),
});
export type TaskAnswer = Type.Static<typeof TaskAnswer>;

/** A task with its answer, if there is one. */
export const TaskDetail = Type.Object({
  ...Task.properties,
  answers: Type.Array(TaskAnswer, { maxItems: 1 }),
});
export type TaskDetail = Type.Static<typeof TaskDetail>;

/** Form of a task, with the task's name and deadline. */
export const TaskProcess = Type.Object({
  ...FormProcess.properties,
  akteIdHash: Id,
  assistantName: Type.String(),
  validUntil: OrNull(IsoDateTime),
});
export type TaskProcess = Type.Static<typeof TaskProcess>;

const client = ['registered', 'unregistered'] as const;
const ProcessParams = Type.Object({ acc: Id });
const WorkflowQuery = Type.Object({ workflowKey: Id });

export const listTasks = endpoint({
  method: 'GET',
  path: '/e.consult.:acc/assistants/processes/:akteIdHash',
  session: client,
  summary: 'Lists the tasks of a case that the caller can see.',
  params: Type.Object({ acc: Id, akteIdHash: Id }),
  reply: Type.Object({ workflows: Type.Array(ListedTask) }),
  errors: ['notFound'],
});

export const getTask = endpoint({
  method: 'GET',
  path: '/e.consult.:acc/assistants/processes/:akteIdHash/workflow/:workflowKey',
  session: client,
  summary: 'Returns a task, with its answers once it is answered.',
  params: Type.Object({ acc: Id, akteIdHash: Id, workflowKey: Id }),
  reply: TaskDetail,
  errors: ['notFound'],
});

export const getTaskProcess = endpoint({
  method: 'GET',
  path: '/e.consult.:acc/assistants/process',
  session: client,
  afterEnd: 'closed',
  summary:
    'Returns the form of a task. 409 once it is answered, 410 once it is closed or its deadline ' +
    'has passed.',
  params: ProcessParams,
  query: WorkflowQuery,
  reply: TaskProcess,
  errors: ['notFound', 'alreadySubmitted', 'taskClosed', 'taskExpired'],
});

export const submitTask = endpoint({
  method: 'POST',
  path: '/e.consult.:acc/assistants/process',
  session: client,
  summary:
    'Submits the answers of a task. The first client of the case to submit answers it for all. ' +
    '410 once the task is closed or its deadline has passed, by the server’s clock. A retry with ' +
    'the same Idempotency-Key returns the first response.',
  params: ProcessParams,
  query: WorkflowQuery,
  body: Submission,
  reply: SubmissionResult,
  errors: [
    'invalidAnswers',
    'notFound',
    'alreadySubmitted',
    'taskClosed',
    'taskExpired',
    'statementsChanged',
    'conflict',
    'tooManyRequests',
  ],
  callsPerMinute: callLimits.submissionsPerMinute,
  takesIdempotencyKey: true,
});

// Provider API.

/** 0 unassigned, 1 to 5 in progress, 6 in review, 7 done. Clients see it from 2. */
const Status = Type.Unsafe<TaskStatus>(
  Type.Integer({ minimum: 0, maximum: taskStatuses.length - 1 }),
);
const ReminderHours = Type.Integer({ minimum: 1, maximum: taskLimits.maxReminderHours });

const changeable = {
  /** Deadline; null or absent: none. Without an offset it is read as +01:00. */
  validUntil: Type.Optional(OrNull(GivenInstant)),
  /** Responsible staff. */
  assigneeId: Type.Optional(OrNull(Id)),
  /**
   * Hours before the deadline for the reminder mail; null: none. Default: the account's setting.
   */
  reminderHours: Type.Optional(OrNull(ReminderHours)),
};

export const NewTask = Type.Object(
  {
    /** A published form; the task keeps its newest revision. */
    formId: Id,
    /** Replaces the form's title. */
    assistantName: Type.Optional(LocalizedText),
    /** In the provider's own software; 409 if another task has it. */
    externalId: Type.Optional(ExternalId),
    ...changeable,
    /** Default 4. Clients do not see 0 and 1. A new task cannot be done. */
    status: Type.Optional(
      Type.Unsafe<TaskStatus>(Type.Integer({ minimum: 0, maximum: taskStatuses.length - 2 })),
    ),
  },
  { additionalProperties: false },
);
export type NewTask = Type.Static<typeof NewTask>;

export const TaskChange = Type.Object(changeable, { additionalProperties: false });
export type TaskChange = Type.Static<typeof TaskChange>;

/** A task in the provider API. */
export const ProviderTask = Type.Object({
  workflowId: Id,
  /** In the provider's own software. */
  externalId: OrNull(Type.String()),
  caseId: Id,
  formId: Id,
  /** Revision of the form. */
  revision: Type.Integer(),
  assistantName: LocalizedText,
  status: Status,
  /** State for clients; closed and expired tasks accept no answers. */
  state: StringEnum(taskStates),
  assignee: OrNull(Type.Object({ userId: Id, firstName: Type.String(), lastName: Type.String() })),
  validUntil: OrNull(IsoDateTime),
  reminderHours: OrNull(ReminderHours),
  /** Time when a client first opened the form. */
  openedDate: OrNull(IsoDateTime),
  answerCreationDate: OrNull(IsoDateTime),
  /** Client who answered. */
  answeredBy: OrNull(Id),
  /** Id of the submission with answers, files and evidence. */
  submissionId: OrNull(Id),
  closedDate: OrNull(IsoDateTime),
  creationDate: IsoDateTime,
});
export type ProviderTask = Type.Static<typeof ProviderTask>;

/** Fields of a task that a change covers. */
const { validUntil, assignee, reminderHours } = ProviderTask.properties;
export const ChangeableTask = Type.Object({ validUntil, assignee, reminderHours });

const TaskParams = Type.Object({ workflowId: Id });

export const assignTask = endpoint({
  method: 'POST',
  path: '/provider/v1/cases/:caseId/tasks',
  session: ['provider'],
  scopes: ['cases'],
  staff: leadingRoles,
  summary:
    'Assigns a published form to a case as a task. Its clients are informed at once and by mail. ' +
    'A retry with the same Idempotency-Key returns the first response.',
  params: Type.Object({ caseId: Id }),
  body: NewTask,
  reply: ProviderTask,
  errors: ['notFound', 'invalidInput', 'conflict', 'clientEnded'],
  takesIdempotencyKey: true,
});

export const listProviderTasks = endpoint({
  method: 'GET',
  path: '/provider/v1/tasks',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary:
    'Lists the provider’s tasks, newest first: all, or those that all filters find. ' +
    '`total` counts up to 1,000 of them; null: there are more.',
  query: Type.Object({ ...FoundQuery.properties, caseId: Type.Optional(Id) }),
  reply: CountedPage(ProviderTask),
  errors: ['invalidInput'],
});

export const getProviderTask = endpoint({
  method: 'GET',
  path: '/provider/v1/tasks/:workflowId',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary: 'Returns a task of the provider.',
  params: TaskParams,
  reply: ProviderTask,
  errors: ['notFound'],
  etagOf: ChangeableTask,
});

export const updateTask = endpoint({
  method: 'PUT',
  path: '/provider/v1/tasks/:workflowId',
  session: ['provider'],
  scopes: ['cases'],
  summary:
    'Replaces deadline, assignee and reminder; omitted fields become null. A later deadline ' +
    'reopens a task that only its deadline has closed. 409 for a deadline of a task that was ' +
    'answered or closed by hand.',
  params: TaskParams,
  body: TaskChange,
  reply: ProviderTask,
  errors: ['notFound', 'invalidInput', 'conflict'],
  etagOf: ChangeableTask,
  ifMatch: 'optional',
});

export const changeTask = endpoint({
  method: 'PATCH',
  path: '/provider/v1/tasks/:workflowId',
  session: ['provider'],
  scopes: ['cases'],
  staff: leadingRoles,
  summary:
    'Changes deadline, assignee or reminder of a task; omitted fields stay. 409 for a deadline of a ' +
    'task that was answered or closed by hand.',
  params: TaskParams,
  body: Type.Object(changeable, { additionalProperties: false, minProperties: 1 }),
  reply: ProviderTask,
  errors: ['notFound', 'invalidInput', 'conflict'],
  etagOf: ChangeableTask,
  ifMatch: 'required',
});

export const setTaskStatus = endpoint({
  method: 'PUT',
  path: '/provider/v1/tasks/:workflowId/status',
  session: ['provider'],
  scopes: ['cases'],
  summary:
    'Sets the staff’s status of a task. Clients see it from 2 on. Setting it to done closes a ' +
    'task without an answer.',
  params: TaskParams,
  body: Type.Object({ status: Status }, { additionalProperties: false }),
  reply: ProviderTask,
  errors: ['notFound', 'invalidInput'],
});

export const closeTask = endpoint({
  method: 'POST',
  path: '/provider/v1/tasks/:workflowId/close',
  session: ['provider'],
  scopes: ['cases'],
  staff: leadingRoles,
  summary:
    'Closes a task for answers, whatever its deadline. Existing answers stay readable. Closing ' +
    'again changes nothing.',
  params: TaskParams,
  reply: ProviderTask,
  errors: ['notFound'],
});

const HandedSubmission = Type.Object({ caseId: Id, submissionId: Id });

export const handSubmissionToCase = endpoint({
  method: 'PUT',
  path: '/provider/v1/cases/:caseId/submissions/:submissionId',
  session: ['provider'],
  scopes: ['cases'],
  staff: leadingRoles,
  summary:
    'Hands a submission of a visitor to a case, also from another one. Only if `isShared`, all ' +
    'clients of the case can read it, as an answered task. 409 for the submission of a task. The ' +
    'key needs the scope forms too.',
  params: HandedSubmission,
  body: Type.Object({ isShared: Type.Boolean() }, { additionalProperties: false }),
  reply: SubmissionSummary,
  errors: ['notFound', 'invalidInput', 'conflict'],
});

export const takeSubmissionFromCase = endpoint({
  method: 'DELETE',
  path: '/provider/v1/cases/:caseId/submissions/:submissionId',
  session: ['provider'],
  scopes: ['cases'],
  staff: leadingRoles,
  summary:
    'Takes a submission out of a case to which it was handed; the submission stays. 409 for the ' +
    'submission of a task. The key needs the scope forms too.',
  params: HandedSubmission,
  reply: SubmissionSummary,
  errors: ['notFound', 'conflict'],
});

const TaskReminders = Type.Object(
  { reminderHours: OrNull(ReminderHours) },
  { additionalProperties: false },
);

export const getTaskReminders = endpoint({
  method: 'GET',
  path: '/provider/v1/taskReminders',
  session: ['provider'],
  scopes: ['settings'],
  summary:
    'Returns how many hours before its deadline clients are reminded of a task without its own ' +
    'setting; null for no reminder.',
  reply: TaskReminders,
});

export const setTaskReminders = endpoint({
  method: 'PUT',
  path: '/provider/v1/taskReminders',
  session: ['provider'],
  scopes: ['settings'],
  summary: 'Sets that number of hours for tasks assigned from now on.',
  body: TaskReminders,
  reply: TaskReminders,
  errors: ['invalidInput'],
});

import * as Type from 'typebox';
import { Person } from '#schemas/accounts/staff.ts';
import { submissionLimits } from '#schemas/forms/limits.ts';
import {
  SubmissionDetail,
  SubmissionSummary,
  submissionStates,
} from '#schemas/forms/submissions.ts';
import { Id, IsoDateTime, Page, SearchText, StringEnum, Prose } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { inboxLimits } from '#schemas/tasks/limits.ts';

const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** Views of the inbox: everything open, the caller's own, those without an assignee, and done. */
export const inboxViews = ['open', 'mine', 'unassigned', 'done'] as const;
export type InboxView = (typeof inboxViews)[number];

const { note, assigneeId: _, ...summary } = SubmissionSummary.properties;

/** A submission in the inbox of a firm's staff. */
export const InboxItem = Type.Object({
  ...summary,
  note,
  /** in the caller's language */
  formTitle: Type.String(),
  /** Name in the answers, else of the clients of the case; empty without one. */
  sender: Type.String(),
  /** The first answers in one line. */
  preview: Type.String(),
  /** when a member of the staff first opened it; null: new */
  openedAt: OrNull(IsoDateTime),
  assignee: OrNull(Person),
  /** Name of its case. */
  caseHeader: OrNull(Type.String()),
});
export type InboxItem = Type.Static<typeof InboxItem>;

/** An item with its answers. */
export const InboxRecord = Type.Object({
  ...InboxItem.properties,
  agbAccepted: SubmissionDetail.properties.agbAccepted,
  datenschutzAccepted: SubmissionDetail.properties.datenschutzAccepted,
  answers: SubmissionDetail.properties.answers,
  /** The form in the answered revision. */
  formElement: SubmissionDetail.properties.formElement,
  /** Key of its workflow, by which its files are read. */
  workflowId: Id,
  /** Staff who may be its assignee: they read the inbox, and see its case. */
  assignees: Type.Array(Person),
});
export type InboxRecord = Type.Static<typeof InboxRecord>;

const Count = OrNull(Type.Integer({ minimum: 0 }));

/** Numbers of items; null above 1,000. */
export const InboxCounts = Type.Object({
  open: Count,
  mine: Count,
  unassigned: Count,
  /** open items that no member of the staff has opened */
  new: Count,
});
export type InboxCounts = Type.Static<typeof InboxCounts>;

const staff = ['registered'] as const;
const AccountParams = Type.Object({ acc: Id });
const ItemParams = Type.Object({ acc: Id, submissionId: Id });

export const listInbox = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/inbox',
  session: staff,
  summary:
    'Lists the submissions of a firm for its staff, newest first. `q` finds a reference number, ' +
    'or words of the answers and, from four letters on, their beginnings. 404 unless the caller works there, 403 for ' +
    'external staff.',
  params: AccountParams,
  query: Type.Object({
    view: Type.Optional(StringEnum(inboxViews)),
    q: Type.Optional(SearchText),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: inboxLimits.pageSize, default: inboxLimits.pageSize }),
    ),
  }),
  reply: Page(InboxItem),
  errors: ['notFound', 'secondFactorRequired', 'notAllowed', 'invalidInput'],
});

export const countInbox = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/inbox/counts',
  session: staff,
  summary: 'Counts the items of the inbox by view, and the new ones.',
  params: AccountParams,
  reply: InboxCounts,
  errors: ['notFound', 'secondFactorRequired', 'notAllowed'],
});

export const getInboxRecord = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/inbox/:submissionId',
  session: staff,
  summary: 'Returns a submission with its answers, and the form as it was when it was answered.',
  params: ItemParams,
  reply: InboxRecord,
  errors: ['notFound', 'secondFactorRequired', 'notAllowed'],
});

export const openInboxItem = endpoint({
  method: 'PUT',
  path: '/v2.0/e.consult.:acc/inbox/:submissionId/opened',
  session: staff,
  summary: 'Marks a submission as opened; a second call changes nothing.',
  params: ItemParams,
  reply: InboxItem,
  errors: ['notFound', 'secondFactorRequired', 'notAllowed'],
});

const marks = {
  state: StringEnum(submissionStates),
  note: Type.String({ maxLength: submissionLimits.maxNoteLength }),
  assigneeId: OrNull(Id),
};

export const markInboxItem = endpoint({
  method: 'PATCH',
  path: '/v2.0/e.consult.:acc/inbox/:submissionId',
  session: staff,
  summary:
    'Sets state, note and assignee of a submission; what is left out stays. 403 if the caller’s ' +
    'role does not permit it, 409 if another user has changed a field since `from`.',
  params: ItemParams,
  body: Type.Object(
    {
      state: Type.Optional(marks.state),
      note: Type.Optional(Prose(submissionLimits.maxNoteLength)),
      assigneeId: Type.Optional(marks.assigneeId),
      /** Values that the caller saw. */
      from: Type.Object(marks, { additionalProperties: false }),
    },
    { additionalProperties: false },
  ),
  reply: InboxItem,
  errors: ['notFound', 'secondFactorRequired', 'notAllowed', 'conflict', 'invalidInput'],
});

export const getInboxPdf = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/inbox/:submissionId/answers.pdf',
  session: staff,
  summary: 'Returns the questions and answers of a submission as a PDF with the firm’s letterhead.',
  params: ItemParams,
  answers: 'pdf',
  reply: Type.Unknown(),
  errors: ['notFound', 'secondFactorRequired', 'notAllowed'],
});

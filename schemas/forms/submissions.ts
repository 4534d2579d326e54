import * as Type from 'typebox';
import { Suspicion } from './assistants.ts';
import {
  CountedPage,
  GivenInstant,
  Id,
  IsoDateTime,
  Language,
  ListQuery,
  Prose,
  SearchText,
  StringEnum,
} from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { maxStoredInteger } from '#schemas/platform/limits.ts';
import { ProviderFile } from '#schemas/files/files.ts';
import { Answer, FormContent } from './forms.ts';
import { submissionLimits } from './limits.ts';

/** How the answers came: by the link of the form, a task or an external request. */
export const submissionSources = ['link', 'task', 'externalRequest'] as const;
export type SubmissionSource = (typeof submissionSources)[number];

/** State of the work of the provider on a submission. */
export const submissionStates = ['open', 'done'] as const;
export type SubmissionState = (typeof submissionStates)[number];

/** Marks of the provider's staff; visitors and clients never see them. */
const marks = {
  state: StringEnum(submissionStates),
  note: Prose(submissionLimits.maxNoteLength),
  /** A member of the staff. */
  assigneeId: Type.Union([Id, Type.Null()]),
};

/** Fields that a change of a submission covers. */
export const SubmissionMarks = Type.Object(marks);

export const SubmissionSummary = Type.Object({
  submissionId: Id,
  /** Short number that the visitor sees, derived from the id. */
  reference: Type.String(),
  formId: Id,
  processGuid: Id,
  revision: Type.Integer(),
  language: Language,
  source: StringEnum(submissionSources),
  submittedAt: IsoDateTime,
  /**
   * Signs of a bot; empty for a person
   * (docs/decisions/forms/0018-why-are-suspicious-submissions-accepted.md).
   */
  suspicions: Type.Array(Suspicion),
  ...marks,
  /** The case of its task. */
  caseId: Type.Union([Id, Type.Null()]),
});
export type SubmissionSummary = Type.Static<typeof SubmissionSummary>;

export const SubmissionDetail = Type.Object({
  ...SubmissionSummary.properties,
  agbAccepted: Type.Boolean(),
  datenschutzAccepted: Type.Boolean(),
  /** The form in the answered revision. */
  formElement: FormContent,
  answers: Type.Array(Answer),
  files: Type.Array(
    Type.Object({
      ...ProviderFile.properties,
      elementId: Type.String(),
      /** hex */
      sha256: Type.String(),
    }),
  ),
});
export type SubmissionDetail = Type.Static<typeof SubmissionDetail>;

/** Filters within one form; each one that is given must match. */
const FormFilter = {
  revision: Type.Optional(Type.Integer({ minimum: 1, maximum: maxStoredInteger })),
  /** submitted then or later */
  since: Type.Optional(GivenInstant),
  /** submitted before */
  until: Type.Optional(GivenInstant),
  state: Type.Optional(StringEnum(submissionStates)),
  source: Type.Optional(StringEnum(submissionSources)),
  assigneeId: Type.Optional(Id),
  caseId: Type.Optional(Id),
  /** words in the answers or, from four letters on, their beginnings; or a reference number */
  q: Type.Optional(SearchText),
};
const SubmissionFilter = Type.Object({ formId: Type.Optional(Id), ...FormFilter });
export type SubmissionFilter = Type.Static<typeof SubmissionFilter>;

const SubmissionParams = Type.Object({ submissionId: Id });

export const listSubmissions = endpoint({
  method: 'GET',
  path: '/provider/v1/submissions',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Lists the submissions of the provider’s forms, newest first. `q` finds a reference number, ' +
    'or submissions whose answers have these words or, from four letters on, words with these ' +
    'beginnings; answers are found some seconds after the submission. `total` counts up to 1,000 ' +
    'of them; null: there are more.',
  query: Type.Object({ ...ListQuery.properties, ...SubmissionFilter.properties }),
  reply: CountedPage(SubmissionSummary),
});

export const getSubmission = endpoint({
  method: 'GET',
  path: '/provider/v1/submissions/:submissionId',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Returns a submission with its answers and files, and the form as it was when it was ' +
    'answered.',
  params: SubmissionParams,
  reply: SubmissionDetail,
  errors: ['notFound'],
  etagOf: SubmissionMarks,
});

export const markSubmission = endpoint({
  method: 'PATCH',
  path: '/provider/v1/submissions/:submissionId',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Marks a submission as open or done, with a note and a member of the staff who works on it. ' +
    'What is left out stays.',
  params: SubmissionParams,
  body: Type.Object(
    {
      state: Type.Optional(marks.state),
      note: Type.Optional(marks.note),
      assigneeId: Type.Optional(marks.assigneeId),
    },
    { additionalProperties: false, minProperties: 1 },
  ),
  reply: SubmissionSummary,
  errors: ['notFound'],
  etagOf: SubmissionMarks,
  ifMatch: 'optional',
});

export const downloadSubmissionFile = endpoint({
  method: 'GET',
  path: '/provider/v1/submissions/:submissionId/files/:fileId',
  session: ['provider'],
  scopes: ['forms'],
  summary: 'Downloads a submitted file.',
  params: Type.Object({ submissionId: Id, fileId: Id }),
  answers: 'file',
  reply: Type.Unknown(),
  errors: ['notFound'],
});

/** Names of the columns of a table: labels and states in words, or ids and states as in the API. */
export const columnNames = ['label', 'id'] as const;
export type ColumnNames = (typeof columnNames)[number];

const TableQuery = Type.Object({
  ...FormFilter,
  columns: Type.Optional(StringEnum(columnNames)),
  language: Type.Optional(Language),
});
export type TableQuery = Type.Static<typeof TableQuery>;
const FormParams = Type.Object({ formId: Id });

export const exportSubmissionsAsCsv = endpoint({
  method: 'GET',
  path: '/provider/v1/forms/:formId/submissions.csv',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Exports the submissions of a form as a table, oldest first, with the filters of ' +
    'listSubmissions. A question keeps its column in all revisions; new ones are added at the ' +
    'end. Rows of a group are lines of one cell. An apostrophe precedes what a spreadsheet would ' +
    'run as a formula, also behind a semicolon, tab or line break. UTF-8 with commas (RFC 4180).',
  params: FormParams,
  query: TableQuery,
  answers: 'csv',
  reply: Type.Unknown(),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: submissionLimits.exportsPerMinute,
});

export const exportSubmissionsAsXlsx = endpoint({
  method: 'GET',
  path: '/provider/v1/forms/:formId/submissions.xlsx',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Exports the submissions of a form as a workbook with the columns of ' +
    'exportSubmissionsAsCsv. Numbers, days and times are typed, times in Germany.',
  params: FormParams,
  query: TableQuery,
  answers: 'xlsx',
  reply: Type.Unknown(),
  errors: ['notFound', 'tooManyRequests'],
  callsPerMinute: submissionLimits.exportsPerMinute,
});

export const exportSubmissionsAsNdjson = endpoint({
  method: 'GET',
  path: '/provider/v1/submissions.ndjson',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Exports submissions as one JSON object per line, oldest first, with the filters of ' +
    'listSubmissions. A line is what getSubmission returns, without formElement.',
  query: SubmissionFilter,
  answers: 'ndjson',
  reply: Type.Unknown(),
  errors: ['tooManyRequests'],
  callsPerMinute: submissionLimits.exportsPerMinute,
});

export const getAnswersPdf = endpoint({
  method: 'GET',
  path: '/provider/v1/submissions/:submissionId/answers.pdf',
  session: ['provider'],
  scopes: ['forms'],
  summary:
    'Returns the questions and answers of a submission as a PDF on the letterhead of the ' +
    'provider. getEvidencePdf has the hashes too.',
  params: SubmissionParams,
  answers: 'pdf',
  reply: Type.Unknown(),
  errors: ['notFound'],
});

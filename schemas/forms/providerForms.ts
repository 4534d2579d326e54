import * as Type from 'typebox';
import { Suspicion } from './assistants.ts';
import {
  Id,
  IsoDateTime,
  Language,
  ListQuery,
  Page,
  StringEnum,
} from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { StoredFile } from '#schemas/files/files.ts';
import { FormFinding } from '#schemas/platform/findings.ts';
import { Answer, FormContent, FormDefinition } from './forms.ts';
import { callLimits } from '#schemas/platform/limits.ts';

/** A provider's form: a mutable draft and immutable published revisions. */
export const ProviderForm = Type.Object({
  formId: Id,
  /** Key in /externalform/{processGuid}. */
  processGuid: Id,
  title: Type.String(),
  state: StringEnum(['draft', 'published', 'withdrawn']),
  /** Newest published revision; null before the first. */
  revision: Type.Union([Type.Integer(), Type.Null()]),
  /** true when a PIN is required */
  isPinProtected: Type.Boolean(),
  /** Full address for visitors; null while unpublished. */
  url: Type.Union([Type.String(), Type.Null()]),
  updatedAt: IsoDateTime,
});
export type ProviderForm = Type.Static<typeof ProviderForm>;

/** `warnings`: lint findings that do not prevent publishing. */
export const PublishedForm = Type.Object({
  ...ProviderForm.properties,
  warnings: Type.Array(FormFinding),
});
export type PublishedForm = Type.Static<typeof PublishedForm>;

const FormParams = Type.Object({ formId: Id });
const DefinitionBody = Type.Object({ definition: FormDefinition }, { additionalProperties: false });
const FormWithDefinition = Type.Object({ ...ProviderForm.properties, definition: FormDefinition });

export const createForm = endpoint({
  method: 'POST',
  path: '/provider/v1/forms',
  tag: 'provider',
  session: ['provider'],
  summary: 'Creates a form as a draft. A repeated Idempotency-Key answers the first result.',
  body: DefinitionBody,
  reply: ProviderForm,
  errors: ['invalidDefinition', 'conflict', 'tooManyRequests'],
  callsPerMinute: callLimits.definitionsPerMinute,
});

export const updateForm = endpoint({
  method: 'PUT',
  path: '/provider/v1/forms/:formId',
  tag: 'provider',
  session: ['provider'],
  summary: 'Replaces the draft. Published revisions stay as they are.',
  params: FormParams,
  body: DefinitionBody,
  reply: ProviderForm,
  errors: ['invalidDefinition', 'notFound', 'tooManyRequests'],
  callsPerMinute: callLimits.definitionsPerMinute,
});

export const publishForm = endpoint({
  method: 'POST',
  path: '/provider/v1/forms/:formId/publish',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Publishes the draft as the next revision, and says what is doubtful in it. An unchanged ' +
    'draft answers the current one. One that cannot be published is answered with 400 and ' +
    '`findings`: all that the lint finds, each with its rule.',
  params: FormParams,
  reply: PublishedForm,
  errors: ['invalidDefinition', 'notFound', 'conflict', 'tooManyRequests'],
  callsPerMinute: callLimits.definitionsPerMinute,
});

export const withdrawForm = endpoint({
  method: 'POST',
  path: '/provider/v1/forms/:formId/withdraw',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Takes the form off the net. Its link answers 404; a workflow already started can still ' +
    'be submitted.',
  params: FormParams,
  reply: ProviderForm,
  errors: ['notFound', 'conflict'],
});

export const listForms = endpoint({
  method: 'GET',
  path: '/provider/v1/forms',
  tag: 'provider',
  session: ['provider'],
  summary: 'Own forms, newest first.',
  query: ListQuery,
  reply: Page(ProviderForm),
});

export const getForm = endpoint({
  method: 'GET',
  path: '/provider/v1/forms/:formId',
  tag: 'provider',
  session: ['provider'],
  summary: 'One form with its draft definition.',
  params: FormParams,
  reply: FormWithDefinition,
  errors: ['notFound'],
});

export const uploadProviderFile = endpoint({
  method: 'POST',
  path: '/provider/v1/files',
  tag: 'provider',
  session: ['provider'],
  summary: 'Uploads a file to attach to forms. Multipart: `File`.',
  accepts: 'multipart',
  reply: StoredFile,
  errors: ['fileExtensionNotAllowed', 'emptyFile', 'fileTooLarge', 'virusFound', 'tooManyRequests'],
  callsPerMinute: callLimits.uploadsPerMinute,
});

export const SubmissionSummary = Type.Object({
  submissionId: Id,
  formId: Id,
  processGuid: Id,
  revision: Type.Integer(),
  language: Language,
  submittedAt: IsoDateTime,
  /**
   * Signs of a bot; empty for a person
   * (docs/decisions/forms/0018-why-are-suspicious-submissions-accepted.md).
   */
  suspicions: Type.Array(Suspicion),
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
      ...StoredFile.properties,
      elementId: Type.String(),
      /** hex */
      sha256: Type.String(),
    }),
  ),
});
export type SubmissionDetail = Type.Static<typeof SubmissionDetail>;

const SubmissionParams = Type.Object({ submissionId: Id });

export const listSubmissions = endpoint({
  method: 'GET',
  path: '/provider/v1/submissions',
  tag: 'provider',
  session: ['provider'],
  summary: 'Submissions of own forms, newest first.',
  query: Type.Object({ ...ListQuery.properties, formId: Type.Optional(Id) }),
  reply: Page(SubmissionSummary),
});

export const getSubmission = endpoint({
  method: 'GET',
  path: '/provider/v1/submissions/:submissionId',
  tag: 'provider',
  session: ['provider'],
  summary:
    'One submission with its answers and files, and the form as it was when it was answered.',
  params: SubmissionParams,
  reply: SubmissionDetail,
  errors: ['notFound'],
});

export const downloadSubmissionFile = endpoint({
  method: 'GET',
  path: '/provider/v1/submissions/:submissionId/files/:fileId',
  tag: 'provider',
  session: ['provider'],
  summary: 'The bytes of a submitted file.',
  params: Type.Object({ submissionId: Id, fileId: Id }),
  answers: 'stream',
  reply: Type.Unknown(),
  errors: ['notFound'],
});

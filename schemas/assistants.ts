import * as Type from 'typebox';
import { AccountContact } from './accounts.ts';
import { Id, IsoDateTime, Language, LocalizedText, StringEnum } from './common.ts';
import { endpoint } from './endpoint.ts';
import { PublicFileInfo } from './files.ts';
import { Answer, FormAttachment, FormContent, FormTheme } from './forms.ts';
import { limits } from './limits.ts';

export const WorkflowType = StringEnum(['ASSISTENT', 'EXTERNALREQUEST']);

/** Answer of the form key login (calls.md §7, Assistants and forms; decisions.md, How a form is reached). */
export const FormSession = Type.Object({
  accessToken: Type.String(),
  workflowKey: Id,
  accountId: Id,
  workflowType: WorkflowType,
});
export type FormSession = Type.Static<typeof FormSession>;

export const startWorkflow = endpoint({
  method: 'POST', path: '/authenticate/adhoc/workflow', tag: 'assistants', session: ['public'],
  summary: 'Opens a published form by its key (processGuid) and starts a workflow on the newest revision.',
  body: Type.Object({ key: Type.String({ minLength: 1, maxLength: 64 }) }, { additionalProperties: false }),
  reply: FormSession,
  errors: ['notFound', 'tooManyRequests'],
});

export const accessProcess = endpoint({
  method: 'POST', path: '/assistants/process/access', tag: 'assistants', session: ['public'],
  summary: 'Returns to a workflow that was started earlier: a fresh token for the same revision and the same uploads.',
  body: Type.Object({ workflowKey: Id }, { additionalProperties: false }),
  reply: FormSession,
  errors: ['notFound', 'alreadySubmitted', 'gone', 'tooManyRequests'],
});

/** product.md §3, Form data. */
export const FormProcess = Type.Object({
  workflowKey: Id,
  workflowType: WorkflowType,
  accountId: Id,
  accountName: Type.String(),
  /** Number of the published revision this workflow stays on. */
  revision: Type.Integer({ minimum: 1 }),
  formElement: FormContent,
  assistantNotice: Type.Union([LocalizedText, Type.Null()]),
  attachments: Type.Array(FormAttachment),
  showAgb: Type.Boolean(),
  showDatenschutz: Type.Boolean(),
  headerLogoUrl: Type.Union([Type.String(), Type.Null()]),
  resultText: Type.Union([LocalizedText, Type.Null()]),
  returnUrl: Type.Union([Type.String(), Type.Null()]),
  theme: FormTheme,
  /** Whom a visitor can ask. */
  contact: AccountContact,
  publicFileInfo: PublicFileInfo,
  metaData: Type.Object({
    /** Same-origin, content-hashed module with the compiled validators. */
    validatorUrl: Type.String(),
    publishedAt: IsoDateTime,
  }),
  withPin: Type.Boolean(),
  authenticated: Type.Boolean(),
});
export type FormProcess = Type.Static<typeof FormProcess>;

const WorkflowQuery = Type.Object({ workflowKey: Id });

export const getProcess = endpoint({
  method: 'GET', path: '/assistants/process', tag: 'assistants', session: ['form'],
  summary: 'The form of a workflow.',
  query: WorkflowQuery, reply: FormProcess, errors: ['notFound', 'alreadySubmitted', 'gone'],
});

export const Submission = Type.Object(
  {
    /** The revision these answers belong to. */
    revision: Type.Integer({ minimum: 1 }),
    answers: Type.Array(Answer, { maxItems: limits.form.maxElements }),
    agbAccepted: Type.Optional(Type.Boolean()),
    datenschutzAccepted: Type.Optional(Type.Boolean()),
    /** The language the form was shown in. */
    language: Language,
  },
  { additionalProperties: false },
);
export type Submission = Type.Static<typeof Submission>;

export const SubmissionResult = Type.Object({
  submissionId: Id,
  resultText: Type.Union([LocalizedText, Type.Null()]),
  returnUrl: Type.Union([Type.String(), Type.Null()]),
});
export type SubmissionResult = Type.Static<typeof SubmissionResult>;

export const submitProcess = endpoint({
  method: 'POST', path: '/assistants/process', tag: 'assistants', session: ['form'],
  summary: 'Sends the answers. A repeat with the same Idempotency-Key answers the first result.',
  query: WorkflowQuery, body: Submission, reply: SubmissionResult,
  errors: ['invalidAnswers', 'notFound', 'alreadySubmitted', 'conflict', 'gone'],
});

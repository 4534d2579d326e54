import * as Type from 'typebox';
import { StatementHashes } from './acceptances.ts';
import { AccountContact } from './accounts.ts';
import { Id, IsoDateTime, Language, LocalizedText, StringEnum } from './common.ts';
import { endpoint } from './endpoint.ts';
import { PublicFileInfo } from './files.ts';
import { Answer, ElementId, FormAttachment, FormContent, FormTheme, reviewPage } from './forms.ts';
import { limits } from './limits.ts';
import { Pin } from './pins.ts';

export const WorkflowType = StringEnum(['ASSISTENT', 'EXTERNALREQUEST']);

/** Answer of the form key login (calls.md §7, Assistants and forms; decisions.md, How a form is reached). */
export const FormSession = Type.Object({
  accessToken: Type.String(),
  workflowKey: Id,
  accountId: Id,
  workflowType: WorkflowType,
});
export type FormSession = Type.Static<typeof FormSession>;

/** Instead of a session, where a PIN comes first: whose form it is, and nothing of the form itself. */
export const LoginRequired = Type.Object({
  payload: Type.Object({ isAppLoginRequired: Type.Literal(true) }),
  accountId: Id,
  accountName: Type.String(),
  headerLogoUrl: Type.Union([Type.String(), Type.Null()]),
  theme: FormTheme,
  /** Whom a visitor can ask for a PIN. */
  contact: AccountContact,
});
export type LoginRequired = Type.Static<typeof LoginRequired>;

export const FormAccess = Type.Union([FormSession, LoginRequired]);
export type FormAccess = Type.Static<typeof FormAccess>;

/** Whether the PIN is asked for before the form opens. */
export const isLoginRequired = (access: FormAccess): access is LoginRequired => 'payload' in access;

/** Of a form, or of a workflow that was begun. */
const FormKey = Type.String({ minLength: 1, maxLength: 64 });

export const startWorkflow = endpoint({
  method: 'POST',
  path: '/authenticate/adhoc/workflow',
  tag: 'assistants',
  session: ['public'],
  summary:
    'Opens a published form by its key (processGuid) and starts a workflow on the newest revision, or goes on in the workflow whose key is given. Where a PIN comes first, payload.isAppLoginRequired is answered instead. A repeat with the same Idempotency-Key (random, at least 16 characters) answers the same workflow for some minutes.',
  body: Type.Object({ key: FormKey }, { additionalProperties: false }),
  reply: FormAccess,
  errors: ['notFound', 'alreadySubmitted', 'conflict', 'tooManyRequests'],
});

export const loginWithPin = endpoint({
  method: 'POST',
  path: '/authenticate/adhoc/pin',
  tag: 'assistants',
  session: ['public'],
  summary:
    'Opens a form, or a workflow that was begun, with its PIN. 401 for a wrong PIN, 423 once the PIN is void: after 5 wrong tries, when its time has passed, or when it has opened another workflow. 406 for a right PIN to a withdrawn form.',
  body: Type.Object(
    {
      key: FormKey,
      /** The PIN; not needed where none is asked for. */
      password: Type.Optional(Pin),
      /** The client's own count; the server keeps a count that cannot be set back. */
      attempt: Type.Integer({ minimum: 1 }),
    },
    { additionalProperties: false },
  ),
  reply: FormSession,
  errors: [
    'falsePin',
    'noAccess',
    'pinVoid',
    'notFound',
    'alreadySubmitted',
    'conflict',
    'tooManyRequests',
  ],
  callsPerMinute: limits.pin.triesPerMinute,
});

export const accessProcess = endpoint({
  method: 'POST',
  path: '/assistants/process/access',
  tag: 'assistants',
  session: ['public'],
  summary:
    'Returns to a workflow that was started earlier: a fresh token for the same revision and the same uploads, or payload.isAppLoginRequired where a PIN comes first.',
  body: Type.Object({ workflowKey: Id }, { additionalProperties: false }),
  reply: FormAccess,
  errors: ['notFound', 'alreadySubmitted', 'tooManyRequests'],
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
  /** Whether the browser may go to returnUrl by itself: the account allows it. */
  isReturnAllowed: Type.Boolean(),
  theme: FormTheme,
  /** Whom a visitor can ask. */
  contact: AccountContact,
  publicFileInfo: PublicFileInfo,
  metaData: Type.Object({
    /** Same-origin, content-hashed module with the compiled validators. */
    validatorUrl: Type.String(),
    /** Goes back with the answers: says when the form was handed out. */
    timeToken: Type.String(),
    /** Goes back with the answers: says which texts were to be read. */
    statementHashes: StatementHashes,
    publishedAt: IsoDateTime,
  }),
});
export type FormProcess = Type.Static<typeof FormProcess>;

const WorkflowQuery = Type.Object({ workflowKey: Id });

export const getProcess = endpoint({
  method: 'GET',
  path: '/assistants/process',
  tag: 'assistants',
  session: ['form'],
  summary: 'The form of a workflow.',
  query: WorkflowQuery,
  reply: FormProcess,
  errors: ['notFound', 'alreadySubmitted'],
});

export const notePage = endpoint({
  method: 'POST',
  path: '/assistants/process/pages',
  tag: 'assistants',
  session: ['public'],
  summary:
    'Counts that whoever fills in a form has come to this page: each page once for a workflow. Of the visitor nothing is kept but a larger number.',
  body: Type.Object(
    {
      workflowKey: Id,
      /** of the workflow’s revision, or `check-answers` for reading everything once more */ page: Type.Union(
        [ElementId, Type.Literal(reviewPage)],
      ),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ isCounted: Type.Boolean() }),
  errors: ['notFound', 'alreadySubmitted', 'tooManyRequests'],
  callsPerMinute: limits.formFigures.notesPerMinute,
});

/** What speaks for a program instead of a person; it refuses nothing (docs/decisions/0018). */
export const Suspicion = StringEnum([
  'hiddenFieldFilled',
  'tooFast',
  'tokenExpired',
  'tokenInvalid',
]);
export type Suspicion = Type.Static<typeof Suspicion>;

export const Submission = Type.Object(
  {
    /** The revision these answers belong to. */
    revision: Type.Integer({ minimum: 1 }),
    answers: Type.Array(Answer, { maxItems: limits.form.maxElements }),
    agbAccepted: Type.Optional(Type.Boolean()),
    datenschutzAccepted: Type.Optional(Type.Boolean()),
    /** `metaData.statementHashes` of the form as its boxes were ticked. Without it nothing is accepted. */
    statementHashes: Type.Optional(StatementHashes),
    /** The language the form was shown in. */
    language: Language,
    /** `metaData.timeToken` as the form came with it first. */
    timeToken: Type.Optional(Type.String({ maxLength: 1_000 })),
    /** What stands in a field that no person sees. */
    honeypot: Type.Optional(Type.String({ maxLength: limits.spam.honeypotLength })),
  },
  { additionalProperties: false },
);
export type Submission = Type.Static<typeof Submission>;

export const SubmissionResult = Type.Object({
  /** What both sides can call it by. */
  submissionId: Id,
  submittedAt: IsoDateTime,
  resultText: Type.Union([LocalizedText, Type.Null()]),
  returnUrl: Type.Union([Type.String(), Type.Null()]),
  isReturnAllowed: Type.Boolean(),
});
export type SubmissionResult = Type.Static<typeof SubmissionResult>;

export const submitProcess = endpoint({
  method: 'POST',
  path: '/assistants/process',
  tag: 'assistants',
  session: ['form'],
  summary:
    'Sends the answers. A repeat with the same Idempotency-Key answers the first result. 409 statementsChanged when terms or privacy notice are others than those of statementHashes: nothing is stored, and the form is to be fetched again.',
  query: WorkflowQuery,
  body: Submission,
  reply: SubmissionResult,
  errors: [
    'invalidAnswers',
    'notFound',
    'alreadySubmitted',
    'statementsChanged',
    'conflict',
    'tooManyRequests',
  ],
  callsPerMinute: limits.calls.submissionsPerMinute,
});

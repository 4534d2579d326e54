import * as Type from 'typebox';
import { StatementHashes } from '#schemas/accounts/statements.ts';
import { AccountContact } from '#schemas/accounts/accounts.ts';
import { Id, IsoDateTime, Language, LocalizedText, StringEnum } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { PublicFileInfo } from '#schemas/files/files.ts';
import { Answer, ElementId, FormAttachment, FormContent, FormTheme, reviewPage } from './forms.ts';
import { formFigureLimits, formLimits, pinLimits, spamLimits } from '#schemas/forms/limits.ts';
import { callLimits } from '#schemas/platform/limits.ts';
import { Pin } from './pins.ts';

export const WorkflowType = StringEnum(['ASSISTENT', 'EXTERNALREQUEST']);

/** Response of the form key login (docs/behaviour/forms.md#opening-a-form). */
export const FormSession = Type.Object({
  accessToken: Type.String(),
  workflowKey: Id,
  accountId: Id,
  workflowType: WorkflowType,
});
export type FormSession = Type.Static<typeof FormSession>;

/** Replaces a session when a PIN is required: the provider, nothing of the form. */
export const LoginRequired = Type.Object({
  payload: Type.Object({ isAppLoginRequired: Type.Literal(true) }),
  accountId: Id,
  accountName: Type.String(),
  headerLogoUrl: Type.Union([Type.String(), Type.Null()]),
  theme: FormTheme,
  /** Contact for visitors who need a PIN. */
  contact: AccountContact,
});
export type LoginRequired = Type.Static<typeof LoginRequired>;

export const FormAccess = Type.Union([FormSession, LoginRequired]);
export type FormAccess = Type.Static<typeof FormAccess>;

/** true when a PIN is required */
export const isLoginRequired = (access: FormAccess): access is LoginRequired => 'payload' in access;

/** Key of a form or of a started workflow. */
const FormKey = Type.String({ minLength: 1, maxLength: 64 });

export const startWorkflow = endpoint({
  method: 'POST',
  path: '/authenticate/adhoc/workflow',
  tag: 'assistants',
  session: ['public'],
  summary:
    'Opens a published form by its key (processGuid) and starts a workflow on the newest ' +
    'revision, or goes on in the workflow whose key is given. Where a PIN comes first, ' +
    'payload.isAppLoginRequired is answered instead. A repeat with the same Idempotency-Key ' +
    '(random, at least 16 characters) answers the same workflow for some minutes.',
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
    'Opens a form, or a workflow that was begun, with its PIN. 401 for a wrong PIN, 423 once ' +
    'the PIN is void: after 5 wrong tries, when its time has passed, or when it has opened ' +
    'another workflow. 406 for a right PIN to a withdrawn form.',
  body: Type.Object(
    {
      key: FormKey,
      /** The PIN, where required. */
      password: Type.Optional(Pin),
      /** The client's count of tries; the server keeps its own. */
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
  callsPerMinute: pinLimits.triesPerMinute,
});

export const accessProcess = endpoint({
  method: 'POST',
  path: '/assistants/process/access',
  tag: 'assistants',
  session: ['public'],
  summary:
    'Returns to a workflow that was started earlier: a fresh token for the same revision and ' +
    'the same uploads, or payload.isAppLoginRequired where a PIN comes first.',
  body: Type.Object({ workflowKey: Id }, { additionalProperties: false }),
  reply: FormAccess,
  errors: ['notFound', 'alreadySubmitted', 'tooManyRequests'],
});

/** The form of a workflow (docs/behaviour/forms.md#opening-a-form). */
export const FormProcess = Type.Object({
  workflowKey: Id,
  workflowType: WorkflowType,
  accountId: Id,
  accountName: Type.String(),
  /** Published revision of this workflow; it never changes. */
  revision: Type.Integer({ minimum: 1 }),
  formElement: FormContent,
  assistantNotice: Type.Union([LocalizedText, Type.Null()]),
  attachments: Type.Array(FormAttachment),
  showAgb: Type.Boolean(),
  showDatenschutz: Type.Boolean(),
  headerLogoUrl: Type.Union([Type.String(), Type.Null()]),
  resultText: Type.Union([LocalizedText, Type.Null()]),
  returnUrl: Type.Union([Type.String(), Type.Null()]),
  /** true when the browser may redirect to returnUrl */
  isReturnAllowed: Type.Boolean(),
  theme: FormTheme,
  /** Contact for visitors. */
  contact: AccountContact,
  publicFileInfo: PublicFileInfo,
  metaData: Type.Object({
    /** Address of the compiled validators: same origin, content hash in the name. */
    validatorUrl: Type.String(),
    /** Sealed time of delivery; the client returns it with the answers. */
    timeToken: Type.String(),
    /** Hashes of the shown texts; the client returns them with the answers. */
    statementHashes: StatementHashes,
    publishedAt: IsoDateTime,
  }),
});
export type FormProcess = Type.Static<typeof FormProcess>;

/** Public facts of a form before it is opened. */
export type FormOpening = Pick<
  FormProcess,
  | 'accountId'
  | 'accountName'
  | 'headerLogoUrl'
  | 'contact'
  | 'theme'
  | 'assistantNotice'
  | 'showAgb'
  | 'showDatenschutz'
> & { formElement: Pick<FormContent, 'title' | 'description'> };

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
    'Counts that whoever fills in a form has come to this page: each page once for a ' +
    'workflow. Of the visitor nothing is kept but a larger number.',
  body: Type.Object(
    {
      workflowKey: Id,
      /** page of the revision, or `check-answers` for the review step */ page: Type.Union([
        ElementId,
        Type.Literal(reviewPage),
      ]),
    },
    { additionalProperties: false },
  ),
  reply: Type.Object({ isCounted: Type.Boolean() }),
  errors: ['notFound', 'alreadySubmitted', 'tooManyRequests'],
  callsPerMinute: formFigureLimits.notesPerMinute,
});

/**
 * Signs of a bot; never a refusal
 * (docs/decisions/forms/0018-why-are-suspicious-submissions-accepted.md).
 */
export const Suspicion = StringEnum([
  'hiddenFieldFilled',
  'tooFast',
  'tokenExpired',
  'tokenInvalid',
]);
export type Suspicion = Type.Static<typeof Suspicion>;

export const Submission = Type.Object(
  {
    /** Revision of the answers. */
    revision: Type.Integer({ minimum: 1 }),
    answers: Type.Array(Answer, { maxItems: formLimits.maxElements }),
    agbAccepted: Type.Optional(Type.Boolean()),
    datenschutzAccepted: Type.Optional(Type.Boolean()),
    /** `metaData.statementHashes` of the form when the visitor accepted. Required. */
    statementHashes: Type.Optional(StatementHashes),
    /** Language of the form. */
    language: Language,
    /** `metaData.timeToken` of the first delivery. */
    timeToken: Type.Optional(Type.String({ maxLength: 1_000 })),
    /** Content of the honeypot field. */
    honeypot: Type.Optional(Type.String({ maxLength: spamLimits.honeypotLength })),
  },
  { additionalProperties: false },
);
export type Submission = Type.Static<typeof Submission>;

export const SubmissionResult = Type.Object({
  /** Reference for visitor and provider. */
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
    'Sends the answers. A repeat with the same Idempotency-Key answers the first result. 409 ' +
    'statementsChanged when terms or privacy notice are others than those of ' +
    'statementHashes: nothing is stored, and the form is to be fetched again.',
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
  callsPerMinute: callLimits.submissionsPerMinute,
});

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
import type { PostedForm, PostedPortalForm } from './postedForms.ts';

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
  session: ['public'],
  summary:
    'Opens a published form by its key (processGuid). Starts a workflow on the newest revision, ' +
    'or resumes the one whose key is given. If a PIN is required, returns ' +
    'payload.isAppLoginRequired instead. A closed form is 410 formClosed, with the text of the ' +
    'provider. A retry with the same Idempotency-Key (random, at least ' +
    '16 characters) returns the same workflow for some minutes.',
  body: Type.Object({ key: FormKey }, { additionalProperties: false }),
  reply: FormAccess,
  errors: ['notFound', 'alreadySubmitted', 'formClosed', 'conflict', 'tooManyRequests'],
  takesIdempotencyKey: true,
});

export const loginWithPin = endpoint({
  method: 'POST',
  path: '/authenticate/adhoc/pin',
  session: ['public'],
  summary:
    'Opens a form, or a workflow that was started, with its PIN. 401 for a wrong PIN. 423 for a ' +
    'void PIN: after 5 wrong attempts, when it has expired, or when it has opened another ' +
    'workflow. 406 for a right PIN of a withdrawn form.',
  body: Type.Object(
    {
      key: FormKey,
      /** The PIN, where required. */
      password: Type.Optional(Pin),
      /** The client's count of attempts; the server keeps its own. */
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
    'formClosed',
    'conflict',
    'tooManyRequests',
  ],
  callsPerMinute: pinLimits.attemptsPerMinute,
  takesIdempotencyKey: true,
});

export const accessProcess = endpoint({
  method: 'POST',
  path: '/assistants/process/access',
  session: ['public'],
  summary:
    'Resumes a workflow: returns a new token for the same revision and uploads, or ' +
    'payload.isAppLoginRequired if a PIN is required. A sent one is 409 alreadySubmitted, with ' +
    'submittedAt and, by the Idempotency-Key of a submission whose response was lost, ' +
    'isOwnSubmission, submissionId and reference.',
  body: Type.Object(
    {
      workflowKey: Id,
      /** Idempotency-Key of a submission whose response was lost. */
      idempotencyKey: Type.Optional(Type.String({ minLength: 1, maxLength: callLimits.keyLength })),
    },
    { additionalProperties: false },
  ),
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

/** A published form before its workflow has started: all that a page needs to draw it. */
export type FormOpening = Omit<
  FormProcess,
  'workflowKey' | 'workflowType' | 'returnUrl' | 'isReturnAllowed' | 'metaData'
> & { metaData: Omit<FormProcess['metaData'], 'timeToken'> };

/** The data that the page of a form link carries, in an element with this id. */
export const formPageDataId = 'form-page-data';
export type FormPageData = {
  /** Path of the form's page. */
  here: string;
  /** Language of the page. */
  language: Language;
  opening: FormOpening;
  /** Query with the answers that the link prefills; absent once the form was posted. */
  prefill?: string;
  posted?: PostedForm;
};

/** The data that the page before a form with a PIN carries, in an element with this id. */
export const pinPageDataId = 'pin-page-data';
export type PinPageData = {
  /** Path of the form's page. */
  here: string;
  language: Language;
  required: LoginRequired;
  /** Query with the answers that the link prefills. */
  prefill?: string;
  /** The PIN that was posted without scripts; without its digits. */
  posted?: PostedPortalForm;
  /** true when only a new PIN can open the form */
  isVoid?: true;
};

/** Data of a closed form's page. With a PIN it has neither title nor colours of the form. */
export type ClosedForm = Pick<
  FormOpening,
  'accountId' | 'accountName' | 'headerLogoUrl' | 'theme' | 'contact'
> & {
  title: LocalizedText | null;
  /** Markdown of the provider; null: a standard sentence. */
  text: LocalizedText | null;
};

/** The data that the page of a closed form carries, in an element with this id. */
export const closedPageDataId = 'closed-page-data';
export type ClosedPageData = { here: string; language: Language; closed: ClosedForm };

/** Whom to ask about a form that was answered. */
export type FormProvider = Pick<
  FormOpening,
  'accountId' | 'accountName' | 'headerLogoUrl' | 'theme' | 'contact'
>;

/** A form that was answered: by whom it is, and when the answers came. Nothing of the answers. */
export type AnsweredForm = FormProvider & { submittedAt: string };

/** Answers that were not sent, and the form that they are to. */
export type UnsentAnswers = Pick<FormOpening, 'formElement' | 'revision'> & { answers: Answer[] };

/** The data that the page of an answered form carries, in an element with this id. */
export const answeredPageDataId = 'answered-page-data';
export type AnsweredPageData = {
  here: string;
  language: Language;
  answered: AnsweredForm;
  /** The later answers of this visitor, once they were posted. */
  unsent?: UnsentAnswers;
};

/** The data of a thank-you page that the server has rendered, in an element with this id. */
export const sentPageDataId = 'sent-page-data';
export type SentPageData = {
  /** Path of the thank-you page. */
  here: string;
  language: Language;
  /** Names the submission in the address of the page. */
  token: string;
  thanks: Pick<FormOpening, 'accountId' | 'accountName' | 'headerLogoUrl' | 'theme'> &
    Pick<SubmissionResult, 'resultText' | 'returnUrl' | 'isReturnAllowed' | 'isFormOpen'>;
  receipt: Pick<SubmissionResult, 'submissionId' | 'reference' | 'submittedAt' | 'copyTo'>;
};

const WorkflowQuery = Type.Object({ workflowKey: Id });

export const getProcess = endpoint({
  method: 'GET',
  path: '/assistants/process',
  session: ['form'],
  summary: 'Returns the form of a workflow.',
  query: WorkflowQuery,
  reply: FormProcess,
  errors: ['notFound', 'alreadySubmitted'],
});

export const notePage = endpoint({
  method: 'POST',
  path: '/assistants/process/pages',
  session: ['public'],
  summary:
    'Counts that a visitor has reached this page, once per page and workflow. Stores only the ' +
    'number, nothing about the visitor.',
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
    /** The visitor's day, for rules with "today"; used when it is at most a day from ours. */
    today: Type.Optional(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })),
    /** `metaData.timeToken` of the first delivery. */
    timeToken: Type.Optional(Type.String({ maxLength: 1_000 })),
    /** Content of the honeypot field. */
    honeypot: Type.Optional(Type.String({ maxLength: spamLimits.honeypotLength })),
  },
  { additionalProperties: false },
);
export type Submission = Type.Static<typeof Submission>;

export const SubmissionResult = Type.Object({
  submissionId: Id,
  /** Short number for the telephone, derived from the id. */
  reference: Type.String(),
  submittedAt: IsoDateTime,
  resultText: Type.Union([LocalizedText, Type.Null()]),
  returnUrl: Type.Union([Type.String(), Type.Null()]),
  isReturnAllowed: Type.Boolean(),
  /** true while the form is published and can be filled in again */
  isFormOpen: Type.Boolean(),
  /** Masked address that a copy of the answers is mailed to; null for none. */
  copyTo: Type.Union([Type.String(), Type.Null()]),
});
export type SubmissionResult = Type.Static<typeof SubmissionResult>;

export const submitProcess = endpoint({
  method: 'POST',
  path: '/assistants/process',
  session: ['form'],
  summary:
    'Submits the answers. 409 statementsChanged if terms or privacy notice differ from ' +
    'statementHashes: nothing is stored, and the form has to be fetched again. A retry with the ' +
    'same Idempotency-Key returns the first response; another submission is 409 alreadySubmitted ' +
    'with the submittedAt of the first one.',
  query: WorkflowQuery,
  body: Submission,
  reply: SubmissionResult,
  errors: [
    'invalidAnswers',
    'notFound',
    'alreadySubmitted',
    'formClosed',
    'statementsChanged',
    'conflict',
    'tooManyRequests',
  ],
  callsPerMinute: callLimits.submissionsPerMinute,
  takesIdempotencyKey: true,
});

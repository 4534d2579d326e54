import type { FormVisibility } from '#schemas/forms/providerForms.ts';
import type { Suspicion } from '#schemas/forms/assistants.ts';
import type { Answer, FormDefinition } from '#schemas/forms/forms.ts';
import type { SubmissionSource, SubmissionState } from '#schemas/forms/submissions.ts';
import type { Flag, Instant, Json, Parsed } from './columns.ts';

export type FormRow = {
  id: string;
  accountId: string;
  processGuid: string;
  /** title of the draft in the default language, so lists do not read definitions */
  title: string;
  definition: Json;
  state: 'draft' | 'published' | 'withdrawn';
  visibility: FormVisibility;
  idempotencyKey: string | null;
  /** of the create request: a retry with the same key must have the same body */
  bodyHash: string;
  createdAt: Instant;
  updatedAt: Instant;
};

/** When a form closes to visitors. A form without a row is open. */
export type FormClosingRow = {
  formId: string;
  /** by hand */
  isClosed: Flag;
  closesAt: Instant | null;
  maxSubmissions: number | null;
  /** localized Markdown for visitors */
  text: Json | null;
};

/** Immutable: workflows and submissions keep their revision. */
export type FormRevisionRow = {
  formId: string;
  number: number;
  /** title and description in the default language */
  title: string;
  description: string;
  definition: Json;
  validatorCode: string;
  validatorModule: string;
  validatorHash: string;
  /** fingerprint of the validator's sources */
  validatorSource: string;
  publishedAt: Instant;
};

export type Revision = Parsed<FormRevisionRow, { definition: FormDefinition }>;

/** Validators of a revision, compiled by a later build. During an update two builds run. */
export type RevisionValidatorsRow = Pick<
  FormRevisionRow,
  'formId' | 'number' | 'validatorCode' | 'validatorModule' | 'validatorHash' | 'validatorSource'
> & { createdAt: Instant };

export type WorkflowRow = {
  key: string;
  formId: string;
  revision: number;
  accountId: string;
  type: 'ASSISTENT' | 'EXTERNALREQUEST';
  /** return URL of an external request; overrides the form's */
  returnUrl: string | null;
  startedAt: Instant;
  /** last start, token renewal or upload */
  lastUsedAt: Instant;
  /** of the start request: a retry within minutes gets this workflow */
  idempotencyKey: string | null;
  submittedAt: Instant | null;
};

export type SubmissionRow = {
  id: string;
  workflowKey: string;
  formId: string;
  accountId: string;
  revision: number;
  language: string;
  agbAccepted: Flag;
  datenschutzAccepted: Flag;
  answers: Json;
  idempotencyKey: string | null;
  submittedAt: Instant;
  /** reasons to suspect a bot */
  suspicions: Json;
  /** short number; null until the index job has filled a submission of the version before */
  reference: string | null;
  /** null as `reference` */
  source: SubmissionSource | null;
  /** when its words were indexed; null: not yet */
  indexedAt: Instant | null;
  state: SubmissionState;
  /** of the provider's staff */
  note: string;
  assigneeId: string | null;
  /** the case of its task, or the one it was handed to */
  caseId: string | null;
  /** name of the person who sent it; null as `reference`, empty without one */
  sender: string | null;
  /** the first answers; null as `reference` */
  preview: string | null;
  /** when a member of the staff first opened it */
  openedAt: Instant | null;
};

export type StoredSubmission = Parsed<
  SubmissionRow,
  { answers: Answer[]; suspicions: Suspicion[] }
>;

/** Trace of an erased submission. */
export type ErasureRow = {
  submissionId: string;
  accountId: string;
  formId: string;
  source: SubmissionSource;
  submittedAt: Instant;
  erasedAt: Instant;
  reason: string;
  /** of its entry in the chain of evidence; null: it had none */
  evidenceHash: string | null;
};

/** A word of a submission's answers, without accents and capitals. */
export type SubmissionWordRow = { submissionId: string; accountId: string; word: string };

/** Anonymous count of visitors who reached a step on a day (German time zone). */
export type FormStepRow = {
  formId: string;
  revision: number;
  /** YYYY-MM-DD */
  day: string;
  /** `begun`, `page:<id>` or `sent` */
  step: string;
  count: number;
};

/** A form sent to one person. Its workflow is created with it. */
export type ExternalRequestRow = {
  key: string;
  accountId: string;
  workflowKey: string;
  idempotencyKey: string | null;
  bodyHash: string;
  validUntil: Instant;
  createdAt: Instant;
};

/** A PIN. Only the newest of a subject is valid; older ones stay a day for rate limits. */
export type PinRow = {
  id: string;
  /** what the PIN opens or confirms: `form:<id>`, `workflow:<key>`, `invitation:<id>`, `email:<id>` */
  subject: string;
  hash: string;
  /** 0: none left; negative: void, even if a try is given back */
  triesLeft: number;
  isSingleUse: Flag;
  /** the workflow that a single-use PIN opened */
  workflowKey: string | null;
  /** hash of the only browser's cookie; null: any browser */
  browserHash: string | null;
  validUntil: Instant;
  createdAt: Instant;
};

/** A damage assessor of an account. `id` is the account's own number. */
export type ExpertRow = {
  accountId: string;
  id: string;
  name: string;
  place: string;
  createdAt: Instant;
};

/** An area of an expert: a postal code or its first digits. */
export type ExpertAreaRow = { accountId: string; expertId: string; prefix: string };

/** Evidence of a submission: an entry in the account's hash chain. Immutable. */
export type EvidenceRow = {
  submissionId: string;
  accountId: string;
  position: number;
  /** hash of the entry */
  hash: string;
  /** canonical JSON, exactly as hashed */
  entry: Json;
  record: Json;
};

/** Evidence of a committed submission that is not in the account's chain yet. */
export type WaitingEvidenceRow = {
  submissionId: string;
  accountId: string;
  submittedAt: Instant;
  /** canonical JSON */
  record: Json;
};

/** Newest entry of an account's hash chain. */
export type EvidenceChainRow = { accountId: string; position: number; hash: string | null };

/** An accepted text (terms, privacy notice), stored once. */
export type EvidenceTextRow = { hash: string; text: string };

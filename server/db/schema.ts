import type { Kysely, Transaction } from 'kysely';

/** Instants are ISO text in UTC, JSON is text, booleans are 0 or 1: the same on SQLite and PostgreSQL. */
type Instant = string;
type Json = string;
type Flag = 0 | 1;

export type AccountRow = {
  id: string;
  uniqueKey: string;
  name: string;
  shortName: string;
  primaryColor: string;
  secondaryColor: string;
  welcomeHeadline: string;
  welcomeText: string;
  terms: string | null;
  privacy: string | null;
  contact: Json;
  logoKey: string | null;
  secondaryLogoKey: string | null;
  createdAt: Instant;
};

export type ApiKeyRow = { hash: string; accountId: string; createdAt: Instant };

export type FormRow = {
  id: string;
  accountId: string;
  processGuid: string;
  definition: Json;
  state: 'draft' | 'published' | 'withdrawn';
  idempotencyKey: string | null;
  createdAt: Instant;
  updatedAt: Instant;
};

/** Never changed once written: workflows and submissions stay on their revision. */
export type FormRevisionRow = {
  formId: string;
  number: number;
  definition: Json;
  validatorCode: string;
  validatorModule: string;
  validatorHash: string;
  publishedAt: Instant;
};

export type WorkflowRow = {
  key: string;
  formId: string;
  revision: number;
  accountId: string;
  startedAt: Instant;
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
};

export type FileRow = {
  id: string;
  /** `workflow:<key>` or `account:<id>`: who uploaded it and may use it */
  owner: string;
  elementId: string | null;
  name: string;
  extension: string;
  size: number;
  sha256: string;
  blobKey: string;
  idempotencyKey: string | null;
  /** null until a submission takes it */
  submissionId: string | null;
  createdAt: Instant;
};

/** Mails and SMS that were sent or wait to be. */
export type OutboxRow = { id: string; kind: 'mail' | 'sms'; recipient: string; subject: string; body: string; createdAt: Instant };

export type Schema = {
  accounts: AccountRow;
  apiKeys: ApiKeyRow;
  forms: FormRow;
  formRevisions: FormRevisionRow;
  workflows: WorkflowRow;
  submissions: SubmissionRow;
  files: FileRow;
  outbox: OutboxRow;
};

export type Db = Kysely<Schema> | Transaction<Schema>;

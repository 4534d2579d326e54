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

/** Where browsers may be sent after a form, besides the account's own website. */
export type ReturnHostRow = { accountId: string; host: string };

export type ApiKeyRow = { hash: string; accountId: string; createdAt: Instant };

export type FormRow = {
  id: string;
  accountId: string;
  processGuid: string;
  /** of the draft, in the default language: lists need not read whole definitions */
  title: string;
  definition: Json;
  state: 'draft' | 'published' | 'withdrawn';
  idempotencyKey: string | null;
  /** of the definition it was created with: a repeat under the same key must ask for the same; '' where nobody noted it */
  bodyHash: string;
  createdAt: Instant;
  updatedAt: Instant;
};

/** Never changed once written but for its validators, which are made from the definition: workflows and submissions stay on their revision. */
export type FormRevisionRow = {
  formId: string;
  number: number;
  /** title and description in the default language, as for forms */
  title: string;
  description: string;
  definition: Json;
  validatorCode: string;
  validatorModule: string;
  validatorHash: string;
  /** what the three were made from, as `sourceOf` names it; '' where nobody noted it */
  validatorSource: string;
  publishedAt: Instant;
};

export type WorkflowRow = {
  key: string;
  formId: string;
  revision: number;
  accountId: string;
  type: 'ASSISTENT' | 'EXTERNALREQUEST';
  /** of an external request, instead of what the form says */
  returnUrl: string | null;
  startedAt: Instant;
  /** started, token renewed or file uploaded */
  lastUsedAt: Instant;
  /** of the call that started it: a repeat within minutes answers this workflow */
  idempotencyKey: string | null;
  submittedAt: Instant | null;
};

/** A form that one person is asked to fill in; its workflow is there from the start. */
export type ExternalRequestRow = {
  key: string;
  accountId: string;
  workflowKey: string;
  idempotencyKey: string | null;
  bodyHash: string;
  validUntil: Instant;
  createdAt: Instant;
};

/** The newest of a subject counts; earlier ones are kept for an hour to count them. */
export type PinRow = {
  id: string;
  /** `form:<id>`, `workflow:<key>` or `invitation:<id>`: what it opens */
  subject: string;
  hash: string;
  /** 0: void */
  triesLeft: number;
  isSingleUse: Flag;
  /** the workflow that a PIN for single use has opened */
  workflowKey: string | null;
  /** of the mark of the only browser it opens anything in; null: in any */
  browserHash: string | null;
  validUntil: Instant;
  createdAt: Instant;
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
  /** what spoke for a program instead of a person: a list of names */
  suspicions: Json;
};

export type FileRow = {
  id: string;
  /** `workflow:<key>`, `user:<id>` or `account:<id>`: who uploaded it and may use it */
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

/** Someone the account's clients can ask to assess a damage; `id` is the account's own number. */
export type ExpertRow = { accountId: string; id: string; name: string; place: string; createdAt: Instant };

/** Where an expert works: a postal code or its first digits. */
export type ExpertAreaRow = { accountId: string; expertId: string; prefix: string };

/** What proves a submission: an entry of its account's chain, and what the entry is the hash of. Never changed once written. */
export type EvidenceRow = {
  submissionId: string;
  accountId: string;
  position: number;
  /** of the entry */
  hash: string;
  /** both as canonical JSON, exactly as hashed */
  entry: Json;
  record: Json;
};

/** The end of an account's chain. */
export type EvidenceChainRow = { accountId: string; position: number; hash: string | null };

/** Terms and privacy notices that somebody has accepted, once each. */
export type EvidenceTextRow = { hash: string; text: string };

/** A client of service providers. Without a username and a password until registered. */
export type UserRow = {
  id: string;
  salutation: string;
  firstName: string;
  lastName: string;
  email: string;
  /** in small letters, for finding */
  emailKey: string;
  mobile: string | null;
  language: 'de' | 'en';
  username: string | null;
  /** in small letters: two users never differ by case alone */
  usernameKey: string | null;
  /** argon2id */
  passwordHash: string | null;
  /** 0 invited, 1 registered */
  status: 0 | 1;
  pictureKey: string | null;
  createdAt: Instant;
  registeredAt: Instant | null;
};

/** That a user is a client of an account. */
export type MembershipRow = {
  userId: string;
  accountId: string;
  isDisabled: Flag;
  /** when the account's terms and privacy notice were accepted */
  acceptedAt: Instant | null;
  /** of the call that created the user, and of what it asked for */
  idempotencyKey: string | null;
  bodyHash: string;
  createdAt: Instant;
};

/** A link to an account, for one user. Of its key only the SHA-256 is kept. */
export type InvitationRow = {
  id: string;
  keyHash: string;
  userId: string;
  accountId: string;
  pregivenUsername: string | null;
  /** ways a PIN may go, e.g. `Sms,Email` */
  pinChannels: string;
  validUntil: Instant;
  revokedAt: Instant | null;
  createdAt: Instant;
};

/** One login on one device, renewed by refresh tokens that follow one another. */
export type SessionRow = {
  id: string;
  userId: string;
  kind: 'registered' | 'unregistered';
  /** the only account it opens; null: all of the user's */
  accountId: string | null;
  /** of the newest refresh token, SHA-256 */
  refreshHash: string;
  /** of the one before, which is taken for some seconds more */
  previousHash: string | null;
  refreshedAt: Instant;
  /** what the browser says of itself */
  device: string;
  createdAt: Instant;
  lastUsedAt: Instant;
  validUntil: Instant;
  endedAt: Instant | null;
};

/** Wrong passwords in a row. */
export type LoginTriesRow = {
  /** hash of what they are counted for: a username, a device or an address */
  subject: string;
  tries: number;
  lockedUntil: Instant | null;
  triedAt: Instant;
};

/** Mails and SMS that wait to be sent, and for a while whom was written to. What one said is forgotten when it has been sent. */
export type OutboxRow = {
  id: string;
  kind: 'mail' | 'sms';
  accountId: string | null;
  language: 'de' | 'en';
  recipient: string;
  /** where an answer goes; null: nobody reads one */
  replyTo: string | null;
  /** of a message that must not be written twice */
  onceKey: string | null;
  subject: string;
  /** the text without markup */
  body: string;
  html: string | null;
  /** handedOver: on its way, and not to be sent again; unclear: nobody heard whether it was taken; lapsed: too late */
  state: 'waiting' | 'handedOver' | 'sent' | 'refused' | 'unclear' | 'lapsed';
  attempts: number;
  /** while a process tries it: until when nobody else may */
  nextAttemptAt: Instant;
  /** of no use after this */
  goodUntil: Instant | null;
  sentAt: Instant | null;
  createdAt: Instant;
};

/** A username or a password link that somebody asks for; gone as soon as it was looked up whether there is anybody to send it to. */
export type CredentialRequestRow = {
  id: string;
  kind: 'username' | 'password';
  /** the e-mail address or the username, in small letters */
  askedFor: string;
  createdAt: Instant;
};

/** How often something was done in the hour that began then. */
export type HourlyCountRow = {
  /** hashed */
  subject: string;
  count: number;
  since: Instant;
};

/** A mailed link to set a new password. Of its key only the SHA-256 is kept. */
export type PasswordLinkRow = {
  keyHash: string;
  userId: string;
  validUntil: Instant;
  usedAt: Instant | null;
};

export type Schema = {
  accounts: AccountRow;
  apiKeys: ApiKeyRow;
  forms: FormRow;
  formRevisions: FormRevisionRow;
  workflows: WorkflowRow;
  returnHosts: ReturnHostRow;
  externalRequests: ExternalRequestRow;
  pins: PinRow;
  submissions: SubmissionRow;
  files: FileRow;
  experts: ExpertRow;
  expertAreas: ExpertAreaRow;
  evidence: EvidenceRow;
  evidenceChains: EvidenceChainRow;
  evidenceTexts: EvidenceTextRow;
  users: UserRow;
  memberships: MembershipRow;
  invitations: InvitationRow;
  sessions: SessionRow;
  loginTries: LoginTriesRow;
  outbox: OutboxRow;
  credentialRequests: CredentialRequestRow;
  hourlyCounts: HourlyCountRow;
  passwordLinks: PasswordLinkRow;
};

export type Db = Kysely<Schema> | Transaction<Schema>;

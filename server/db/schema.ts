import type { StaffRole } from '#schemas/staff.ts';
import type { TaskStatus } from '#schemas/tasks.ts';
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
  imprint: string | null;
  accessibility: string | null;
  contact: Json;
  logoKey: string | null;
  secondaryLogoKey: string | null;
  isDashboardDisabled: Flag;
  /** where visitors of the public page are led; null: it is here */
  publicPageElsewhere: string | null;
  /** of its own, below its pages; null: none */
  footerLinks: Json | null;
  /** a list of texts: what it works on */
  categories: Json;
  /** the form that clients say in what they think; offered while it is published */
  feedbackFormId: string | null;
  /** the form that its public page shows large; null, or while it is not published: the oldest */
  mainServiceFormId: string | null;
  /** what clients are answered when they write, while it is on */
  autoReply: string;
  isAutoReplyOn: Flag;
  /** how many hours before a deadline clients are reminded, unless a task says otherwise; null: not at all */
  taskReminderHours: number | null;
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

/** Never changed once written: workflows and submissions stay on their revision. */
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

/** A revision's validators as another build than the one that published it makes them. Each build has its own: during an update two are at work. */
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
  /** of an external request, instead of what the form says */
  returnUrl: string | null;
  startedAt: Instant;
  /** started, token renewed or file uploaded */
  lastUsedAt: Instant;
  /** of the call that started it: a repeat within minutes answers this workflow */
  idempotencyKey: string | null;
  submittedAt: Instant | null;
};

/** How many visitors of a revision have come to a step on a day in Germany, and nothing of who they were. */
export type FormStepRow = {
  formId: string;
  revision: number;
  /** YYYY-MM-DD */
  day: string;
  /** `begun`, `page:<id>` or `sent` */
  step: string;
  count: number;
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

/** A form that a case's clients are asked to fill in; its workflow is there from the start. */
export type TaskRow = {
  workflowKey: string;
  accountId: string;
  caseId: string;
  /** a LocalizedText: what the form was called when it was assigned, or what the provider calls it */
  name: Json;
  /** 0 to 7, see schemas/tasks.rules.ts */
  status: TaskStatus;
  assigneeId: string | null;
  /** the last instant at which it can be answered */
  validUntil: Instant | null;
  reminderHours: number | null;
  /** when to remind clients; null: not at all, or they have been */
  remindAt: Instant | null;
  /** when a client first opened its form */
  openedAt: Instant | null;
  answeredAt: Instant | null;
  answeredBy: string | null;
  closedAt: Instant | null;
  closedBy: 'deadline' | 'provider' | null;
  idempotencyKey: string | null;
  bodyHash: string;
  createdAt: Instant;
};

/** The newest of a subject counts; earlier ones are kept for a day to count them. */
export type PinRow = {
  id: string;
  /** `form:<id>`, `workflow:<key>` or `invitation:<id>`: what it opens */
  subject: string;
  hash: string;
  /** 0: all taken; less: void, whatever is given back */
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
  /** `workflow:<key>`, `user:<id>`, `user:<id>:<the only account of the session>` or `account:<id>`: who uploaded it and may use it */
  owner: string;
  elementId: string | null;
  name: string;
  /** in small letters, for finding: not every database knows umlauts */
  nameKey: string;
  extension: string;
  size: number;
  sha256: string;
  blobKey: string;
  idempotencyKey: string | null;
  /** null until a submission takes it */
  submissionId: string | null;
  createdAt: Instant;
};

/** A picture that was drawn of a file, or that there is none. */
export type PreviewRow = {
  fileId: string;
  kind: 'thumbnail' | 'preview';
  /** null: it could not be drawn */
  blobKey: string | null;
  tries: number;
  /** when it may be tried again; null: never */
  retryAt: Instant | null;
};

/** A large file on its way: it comes in parts and goes on where it broke off. */
export type UploadRow = {
  id: string;
  /** As of a file. */
  owner: string;
  elementId: string | null;
  name: string;
  size: number;
  /** bytes that are safe */
  received: number;
  idempotencyKey: string | null;
  /** What it has become; null until all of it is there and has been looked at. */
  fileId: string | null;
  createdAt: Instant;
  /** when bytes last came */
  lastUsedAt: Instant;
};

/** Bytes of an upload, from `start` on. */
export type UploadPartRow = { uploadId: string; start: number; blobKey: string };

/** Someone the account's clients can ask to assess a damage; `id` is the account's own number. */
export type ExpertRow = {
  accountId: string;
  id: string;
  name: string;
  place: string;
  createdAt: Instant;
};

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
  /** of the texts that were accepted; null where there was none */
  termsHash: string | null;
  privacyHash: string | null;
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
  /** of what the provider asked for: a repeat under the same key must ask for the same */
  bodyHash: string;
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
  /** whence it was last renewed, without the end of the address */
  network: string;
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
  /** what it says, as server/http/seal.ts has sealed it; '' once that is forgotten */
  sealed: string;
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

/** How often something was done, or how much of it, in a time that ends then. */
export type CountRow = {
  /** hashed */
  subject: string;
  count: number;
  endsAt: Instant;
};

/** A mailed link to set a new password. Of its key only the SHA-256 is kept. */
export type PasswordLinkRow = {
  keyHash: string;
  userId: string;
  validUntil: Instant;
  usedAt: Instant | null;
};

/** An authenticator app that a user has set up. */
export type TotpSecretRow = {
  userId: string;
  /** see server/http/seal.ts */
  sealedSecret: string;
  /** the newest time step whose code was used: each works once, and none before it does */
  lastStep: number;
  createdAt: Instant;
};

/** A passkey that a user has added. */
export type PasskeyRow = {
  /** of the credential, in base64url */
  id: string;
  userId: string;
  name: string;
  /** COSE, in base64url */
  publicKey: string;
  /** how often the device says that it was used; 0 for ever where it does not count */
  counter: number;
  transports: Json;
  createdAt: Instant;
  lastUsedAt: Instant | null;
};

/** A recovery code that is left. */
export type RecoveryCodeRow = { userId: string; hash: string };

/** What was handed out to be used once, and was. */
export type UsedTokenRow = { hash: string; validUntil: Instant };
/** What a provider does for its clients. */
export type CaseRow = {
  id: string;
  accountId: string;
  header: string;
  aktenzeichen: string;
  aktenkurzbezeichnung: string;
  categories: Json;
  permissionToReply: Flag;
  serviceAkte: Flag;
  isEsyAkte: Flag;
  creatorFirstName: string;
  creatorLastName: string;
  /** of people: { firstName, lastName } */
  assignees: Json;
  /** header and creator in small letters, for finding: not every database knows umlauts */
  searchKey: string;
  /** of the newest message in it or its folders */
  lastMessage: string;
  lastMessageDate: Instant | null;
  /** no longer shared with anybody */
  withdrawnAt: Instant | null;
  idempotencyKey: string | null;
  bodyHash: string;
  createdAt: Instant;
};

/** Somebody who works at an account's board. */
export type StaffRow = { accountId: string; userId: string; role: StaffRole };

export type CaseHistoryRow = {
  caseId: string;
  /** StateGroup[] */
  stateGroups: Json;
};

/** That a client sees a case. */
export type CaseClientRow = {
  caseId: string;
  userId: string;
  accountId: string;
  /** when something last happened in the case: lists are in its order */
  activeAt: Instant;
};

/** Where messages stand in order: a case has one timeline under its own id, and each of its folders one under the folder's. */
export type TimelineRow = {
  id: string;
  caseId: string;
  /** of messages that are shared */
  messageCount: number;
  fileCount: number;
  lastMessageDate: Instant | null;
};

export type FolderRow = {
  id: string;
  caseId: string;
  /** null: directly in the case */
  parentId: string | null;
  name: string;
  /** no longer shared, as everything in it */
  withdrawnAt: Instant | null;
  idempotencyKey: string | null;
  bodyHash: string;
  createdAt: Instant;
};

export type MessageRow = {
  id: string;
  caseId: string;
  timelineId: string;
  header: string;
  text: string;
  /** as it was when written: a client's new name does not change old letters */
  creatorName: string;
  /** the client who wrote it, or the account */
  authorId: string;
  labels: Json;
  belegdatum: string | null;
  withdrawnAt: Instant | null;
  idempotencyKey: string | null;
  bodyHash: string;
  createdAt: Instant;
};

/** A message that a client gets, and when they have read it. */
export type ReceiptRow = {
  messageId: string;
  userId: string;
  caseId: string;
  timelineId: string;
  messageCreatedAt: Instant;
  readAt: Instant | null;
};

export type FavoriteRow = {
  messageId: string;
  userId: string;
  caseId: string;
  messageCreatedAt: Instant;
};

/** A file that came with a message. */
export type AttachmentRow = {
  messageId: string;
  fileId: string;
  caseId: string;
  timelineId: string;
  position: number;
  createdAt: Instant;
};

/** What a client's browser is told, in the order of `id`: each user has numbers of their own, without a gap. */
export type EventRow = { userId: string; id: number; body: Json; createdAt: Instant };

/** The newest number of a user's events. Whoever adds one holds this row until the commit, so none appears behind a newer one. */
export type EventHeadRow = { userId: string; lastId: number };

/** How a call was answered, for its repeats. */
export type AnswerRow = {
  /** hash of the call, its caller and its Idempotency-Key */
  key: string;
  bodyHash: string;
  /** see server/http/seal.ts */
  sealed: string;
  validUntil: Instant;
};

/** A message that the search does not know yet. */
export type SearchWaitingRow = { messageId: string };

export type Schema = {
  accounts: AccountRow;
  apiKeys: ApiKeyRow;
  forms: FormRow;
  formRevisions: FormRevisionRow;
  revisionValidators: RevisionValidatorsRow;
  formSteps: FormStepRow;
  workflows: WorkflowRow;
  returnHosts: ReturnHostRow;
  externalRequests: ExternalRequestRow;
  tasks: TaskRow;
  pins: PinRow;
  submissions: SubmissionRow;
  files: FileRow;
  previews: PreviewRow;
  uploads: UploadRow;
  uploadParts: UploadPartRow;
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
  counts: CountRow;
  passwordLinks: PasswordLinkRow;
  totpSecrets: TotpSecretRow;
  passkeys: PasskeyRow;
  recoveryCodes: RecoveryCodeRow;
  usedTokens: UsedTokenRow;
  cases: CaseRow;
  caseClients: CaseClientRow;
  caseHistories: CaseHistoryRow;
  staff: StaffRow;
  timelines: TimelineRow;
  folders: FolderRow;
  messages: MessageRow;
  receipts: ReceiptRow;
  favorites: FavoriteRow;
  attachments: AttachmentRow;
  events: EventRow;
  eventHeads: EventHeadRow;
  answers: AnswerRow;
  searchWaiting: SearchWaitingRow;
};

export type Db = Kysely<Schema> | Transaction<Schema>;

import type { Kysely, Transaction } from 'kysely';
import type {
  UserRow,
  MembershipRow,
  InvitationRow,
  SessionRow,
  CredentialRequestRow,
  PasswordLinkRow,
  TotpSecretRow,
  RecoveryCodeRow,
  PasskeyRow,
  UsedTokenRow,
  LoginTriesRow,
  AttemptCounterRow,
  IdempotencyResponseRow,
} from './schema/access.ts';
import type { AccountRow, ApiKeyRow, ReturnHostRow, StaffRow } from './schema/accounts.ts';
import type {
  CaseRow,
  CaseClientRow,
  CaseHistoryRow,
  TimelineRow,
  FolderRow,
  MessageRow,
  ReceiptRow,
  FavoriteRow,
  AttachmentRow,
  SearchWaitingRow,
} from './schema/cases.ts';
import type { EventHeadRow, EventRow } from './schema/events.ts';
import type { FileRow, PreviewRow, UploadRow, UploadPartRow } from './schema/files.ts';
import type {
  FormRow,
  FormRevisionRow,
  RevisionValidatorsRow,
  WorkflowRow,
  SubmissionRow,
  FormStepRow,
  ExternalRequestRow,
  PinRow,
  ExpertRow,
  ExpertAreaRow,
  EvidenceRow,
  EvidenceChainRow,
  EvidenceTextRow,
} from './schema/forms.ts';
import type { MailOutboxRow } from './schema/mail.ts';
import type { TaskRow } from './schema/tasks.ts';

export type * from './schema/access.ts';
export type * from './schema/accounts.ts';
export type * from './schema/cases.ts';
export type * from './schema/events.ts';
export type * from './schema/files.ts';
export type * from './schema/forms.ts';
export type * from './schema/mail.ts';
export type * from './schema/tasks.ts';

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
  mailOutbox: MailOutboxRow;
  credentialRequests: CredentialRequestRow;
  attemptCounters: AttemptCounterRow;
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
  idempotencyResponses: IdempotencyResponseRow;
  searchWaiting: SearchWaitingRow;
};

export type Db = Kysely<Schema> | Transaction<Schema>;

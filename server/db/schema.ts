import type { Kysely, Transaction } from 'kysely';
import type {
  UserRow,
  MembershipRow,
  ClientErasureRow,
  ClientWordRow,
  InvitationRow,
  SessionRow,
  CredentialRequestRow,
  PasswordLinkRow,
  ContactChangeRow,
  TotpSecretRow,
  RecoveryCodeRow,
  PasskeyRow,
  UsedTokenRow,
  LoginTriesRow,
  AttemptCounterRow,
  IdempotencyResponseRow,
} from './schema/access.ts';
import type {
  AccountRow,
  ApiKeyRow,
  CaseStaffRow,
  ReturnHostRow,
  StaffRow,
} from './schema/accounts.ts';
import type {
  CaseRow,
  CaseWordRow,
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
import type {
  EventHeadRow,
  EventRow,
  ProgramEventHeadRow,
  ProgramEventRow,
} from './schema/events.ts';
import type { FileRow, PreviewRow, UploadRow, UploadPartRow } from './schema/files.ts';
import type {
  FormClosingRow,
  FormRow,
  FormRevisionRow,
  RevisionValidatorsRow,
  WorkflowRow,
  SubmissionRow,
  SubmissionWordRow,
  FormStepRow,
  ExternalRequestRow,
  PinRow,
  ExpertRow,
  ExpertAreaRow,
  EvidenceRow,
  ErasureRow,
  EvidenceChainRow,
  EvidenceTextRow,
  WaitingEvidenceRow,
} from './schema/forms.ts';
import type { InstallationRow } from './schema/installation.ts';
import type {
  FirmNotificationRow,
  MailOutboxRow,
  NotificationRow,
  NotificationSettingsRow,
  PushDeliveryRow,
  PushSubscriptionRow,
} from './schema/mail.ts';
import type { TaskRow } from './schema/tasks.ts';
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookRow } from './schema/webhooks.ts';

export type * from './schema/access.ts';
export type * from './schema/accounts.ts';
export type * from './schema/cases.ts';
export type * from './schema/events.ts';
export type * from './schema/files.ts';
export type * from './schema/forms.ts';
export type * from './schema/installation.ts';
export type * from './schema/mail.ts';
export type * from './schema/tasks.ts';
export type * from './schema/webhooks.ts';

export type Schema = {
  accounts: AccountRow;
  apiKeys: ApiKeyRow;
  forms: FormRow;
  formRevisions: FormRevisionRow;
  revisionValidators: RevisionValidatorsRow;
  formSteps: FormStepRow;
  formClosings: FormClosingRow;
  workflows: WorkflowRow;
  returnHosts: ReturnHostRow;
  externalRequests: ExternalRequestRow;
  tasks: TaskRow;
  pins: PinRow;
  submissions: SubmissionRow;
  erasures: ErasureRow;
  submissionWords: SubmissionWordRow;
  files: FileRow;
  previews: PreviewRow;
  uploads: UploadRow;
  uploadParts: UploadPartRow;
  experts: ExpertRow;
  expertAreas: ExpertAreaRow;
  evidence: EvidenceRow;
  evidenceChains: EvidenceChainRow;
  evidenceTexts: EvidenceTextRow;
  waitingEvidence: WaitingEvidenceRow;
  users: UserRow;
  memberships: MembershipRow;
  contactChanges: ContactChangeRow;
  clientErasures: ClientErasureRow;
  clientWords: ClientWordRow;
  invitations: InvitationRow;
  sessions: SessionRow;
  loginTries: LoginTriesRow;
  mailOutbox: MailOutboxRow;
  notifications: NotificationRow;
  notificationSettings: NotificationSettingsRow;
  firmNotifications: FirmNotificationRow;
  pushSubscriptions: PushSubscriptionRow;
  pushDeliveries: PushDeliveryRow;
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
  caseStaff: CaseStaffRow;
  timelines: TimelineRow;
  folders: FolderRow;
  messages: MessageRow;
  receipts: ReceiptRow;
  favorites: FavoriteRow;
  attachments: AttachmentRow;
  events: EventRow;
  eventHeads: EventHeadRow;
  programEvents: ProgramEventRow;
  programEventHeads: ProgramEventHeadRow;
  webhooks: WebhookRow;
  webhookDeliveries: WebhookDeliveryRow;
  webhookAttempts: WebhookAttemptRow;
  idempotencyResponses: IdempotencyResponseRow;
  searchWaiting: SearchWaitingRow;
  installation: InstallationRow;
  caseNameWords: CaseWordRow;
  caseTextWords: CaseWordRow;
};

export type Db = Kysely<Schema> | Transaction<Schema>;

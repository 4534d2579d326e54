import type { ListedUser } from '#schemas/access/clients.ts';
import type { InvitationMetadata, UserData } from '#schemas/access/users.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { Account } from '#schemas/accounts/accounts.ts';
import type { CaseSummary, Folder, ProviderCase } from '#schemas/cases/cases.ts';
import type { CaseFile, Message, ProviderMessage } from '#schemas/cases/messages.ts';
import type { InboxItem } from '#schemas/tasks/inbox.ts';
import type { BoardTask } from '#schemas/tasks/board.ts';
import type { ListedTask } from '#schemas/tasks/tasks.ts';
import { hasThumbnail } from '#schemas/files/files.rules.ts';

/** Factories of contract objects for stories, tests and benches. */

export const makeAccount = (changes: Partial<Account> = {}): Account => ({
  id: 'a1',
  name: 'Behrens & Lindqvist',
  uniqueAccountKey: 'behrens',
  address: { street: '', postalCode: '', city: '' },
  phone: '',
  fax: '',
  website: '',
  mainColor: '#14505c',
  secondaryColor: '#c08a3e',
  primaryLogoUrl: null,
  secondaryLogoUrl: null,
  totalUnreadMessage: 0,
  categories: [],
  caseCount: 2,
  feedbackUrl: null,
  autoResponderSetting: { isActivated: false, message: '' },
  isActivated: true,
  endedDate: null,
  isInvitedAgain: false,
  isDashboardDisabled: false,
  esyThingAgb: null,
  esyThingDatenschutz: null,
  statementHashes: {},
  assistants: [],
  ...changes,
});

export const makeUser = (changes: Partial<UserData> = {}): UserData => ({
  userId: 'u1',
  firstName: 'Jonas',
  lastName: 'Wieland',
  salutation: 'Herr',
  email: 'jonas@example.com',
  username: 'j.wieland',
  userStatus: 1,
  accountId: 'a1',
  accountIds: ['a1'],
  accountIdsWithoutDashboard: [],
  uniqueAccountKeys: [],
  hasProfilePicture: false,
  clientIds: {},
  ...changes,
});

export const makeSession = (user: Partial<UserData> = {}): UserSession => ({
  accessToken: 'token',
  sessionId: 's1',
  user: makeUser(user),
});

export const makeInvitation = (changes: Partial<InvitationMetadata> = {}): InvitationMetadata => ({
  uniqueAccountKey: 'behrens',
  accountId: 'a1',
  accountName: 'Behrens & Lindqvist',
  userId: 'u1',
  userStatus: 0,
  authentication: 'key',
  userRegistered: false,
  isSmsAvailable: true,
  language: 'de',
  pregivenUsername: null,
  esyThingAgb: '## Bedingungen',
  esyThingDatenschutz: '## Datenschutz',
  statementHashes: {},
  phone: '+49 40 555 0142',
  address: { street: 'Alte Werft 21', postalCode: '20457', city: 'Hamburg' },
  mainColor: '#14505c',
  secondaryColor: '#c08a3e',
  primaryLogoUrl: null,
  assistants: [],
  ...changes,
});

export const makeFolder = (changes: Partial<Folder> = {}): Folder => ({
  id: 'f1',
  parentId: null,
  parentName: null,
  rootId: 'c1',
  name: 'Gutachten',
  descendants: [],
  totalUnreadMessage: 0,
  lastMessageDate: null,
  ...changes,
});

export const makeCase = (changes: Partial<CaseSummary> = {}): CaseSummary => ({
  idHash: 'c1',
  creatorIdHash: 'a1',
  creatorFirstName: 'Miriam',
  creatorLastName: 'Behrens',
  creationDate: '2026-10-15T08:24:00Z',
  accountId: 'a1',
  accountName: 'Behrens & Lindqvist',
  header: 'Verkehrsunfall Wieland ./. Alster Assekuranz',
  aktenzeichen: '2026/0417-MB',
  aktenkurzbezeichnung: '',
  lastMessage: '',
  lastMessageBy: '',
  isLastMessageOwn: false,
  lastMessageDate: null,
  folderCount: 0,
  folders: [],
  rootInfo: { id: 'c1', name: 'Verkehrsunfall', totalUnreadMessage: 0, lastMessageDate: null },
  totalUnreadMessage: 0,
  totalUnreadMessageInFolder: 0,
  mainColor: '#14505c',
  secondaryColor: '#c08a3e',
  categories: [],
  permissionToReply: true,
  serviceAkte: false,
  isEsyAkte: false,
  closedDate: null,
  endedDate: null,
  assignees: [],
  ...changes,
});

export const makeMessage = (changes: Partial<Message> = {}): Message => ({
  id: 'm1',
  messageKey: null,
  header: 'Mietwagen',
  message: 'Darf ich den Mietwagen behalten?',
  creatorName: 'Dr. Miriam Behrens',
  creatorIdHash: 'a1',
  creationDate: '2026-11-12T08:14:00Z',
  isOwnMessage: false,
  labels: [],
  attachments: [],
  isFavorite: false,
  read: true,
  belegdatum: null,
  folderId: null,
  ...changes,
});

export const makeCaseFile = (changes: Partial<CaseFile> = {}): CaseFile => ({
  fileId: 'd1',
  fileName: 'Gutachten.pdf',
  fileExtension: 'pdf',
  size: 4_200_000,
  hasThumbnail: hasThumbnail(changes.fileExtension ?? 'pdf'),
  messageId: 'm1',
  creationDate: '2026-11-12T08:14:00Z',
  ...changes,
});

export const makeTask = (changes: Partial<ListedTask> = {}): ListedTask => ({
  workflowId: 't1',
  assistantName: 'Fragen zum Unfallhergang',
  hasAnswer: false,
  isClosed: false,
  validUntil: null,
  answerCreationDate: null,
  closedDate: null,
  creationDate: '2026-11-01T08:00:00.000Z',
  asks: null,
  ...changes,
});

export const makeInboxItem = (changes: Partial<InboxItem> = {}): InboxItem => ({
  submissionId: 's1000001',
  reference: 'KR7-2TM-9XC',
  formId: 'f1000001',
  processGuid: 'p1000001',
  revision: 4,
  language: 'de',
  source: 'link',
  submittedAt: '2026-11-23T08:12:00.000Z',
  suspicions: [],
  state: 'open',
  caseId: null,
  note: '',
  formTitle: 'Verkehrsunfall melden',
  sender: 'Jonas Wieland',
  preview: '18.11.2026, PKW, 6.482,17 €',
  openedAt: null,
  assignee: null,
  caseHeader: null,
  ...changes,
});

export const makeBoardTask = (changes: Partial<BoardTask> = {}): BoardTask => ({
  workflowId: 't1',
  caseId: 'c1',
  caseHeader: 'Verkehrsunfall Brandt ./. Alster Assekuranz',
  clients: [{ userId: 'u7', firstName: 'Nora', lastName: 'Brandt', endedDate: null }],
  staffIds: null,
  assistantName: 'Fragen zum Unfallhergang',
  status: 4,
  state: 'open',
  assignee: null,
  validUntil: null,
  answerCreationDate: null,
  closedDate: null,
  creationDate: '2026-11-01T08:00:00.000Z',
  ...changes,
});

export const makeProviderCase = (changes: Partial<ProviderCase> = {}): ProviderCase => ({
  caseId: 'c1000001',
  externalId: null,
  header: 'Verkehrsunfall Brandt ./. Alster Assekuranz',
  aktenzeichen: '2026/0402-SA',
  aktenkurzbezeichnung: '',
  categories: ['Verkehrsrecht'],
  permissionToReply: true,
  serviceAkte: false,
  isEsyAkte: true,
  creator: { firstName: 'Selin', lastName: 'Aydın' },
  assignees: [{ firstName: 'Selin', lastName: 'Aydın' }],
  userIds: ['u1000001'],
  clients: [{ userId: 'u1000001', firstName: 'Nora', lastName: 'Brandt' }],
  folders: [{ folderId: 'o1000001', parentId: null, name: 'Gutachten' }],
  creationDate: '2026-10-15T09:00:00.000Z',
  lastMessageDate: '2026-11-23T07:40:00.000Z',
  lastMessage: {
    text: 'Die Werkstatt hat sich gemeldet.',
    creatorName: 'Nora Brandt',
    userId: 'u1000001',
  },
  state: 'open',
  closedDate: null,
  ...changes,
});

export const makeProviderMessage = (changes: Partial<ProviderMessage> = {}): ProviderMessage => ({
  messageId: 'm1000001',
  externalId: null,
  folderId: null,
  header: 'Fragen zum Unfallhergang',
  text: 'Liebe Frau Brandt, für die Versicherung fehlen uns noch drei Angaben.',
  creatorName: 'Selin Aydın',
  userId: null,
  labels: [],
  belegdatum: null,
  files: [],
  creationDate: '2026-11-20T15:20:00.000Z',
  readBy: [{ userId: 'u1000001', readAt: '2026-11-21T08:00:00.000Z' }],
  ...changes,
});

export const makeListedUser = (changes: Partial<ListedUser> = {}): ListedUser => ({
  userId: 'u1000001',
  externalId: null,
  firstName: 'Mara',
  lastName: 'Lorenz',
  salutation: '',
  email: 'm.lorenz@example.org',
  mobile: '+491705550142',
  language: 'de',
  userStatus: 0,
  isDisabled: false,
  accessState: 'invited',
  invitation: {
    createdAt: '2026-11-23T08:20:00.000Z',
    validUntil: '2026-12-07T08:20:00.000Z',
  },
  endedDate: null,
  endedBy: null,
  createdAt: '2026-11-23T08:19:00.000Z',
  registeredAt: null,
  lastSeenDate: null,
  caseCount: 1,
  ...changes,
});

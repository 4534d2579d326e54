import type { InvitationMetadata, UserData } from '#schemas/access/users.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { Account } from '#schemas/accounts/accounts.ts';
import type { CaseSummary, Folder } from '#schemas/cases/cases.ts';
import type { CaseFile, Message } from '#schemas/cases/messages.ts';
import type { BoardTask } from '#schemas/tasks/board.ts';
import type { ListedTask } from '#schemas/tasks/tasks.ts';

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
  hasThumbnail: false,
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

export const makeBoardTask = (changes: Partial<BoardTask> = {}): BoardTask => ({
  workflowId: 't1',
  caseId: 'c1',
  caseHeader: 'Verkehrsunfall Brandt ./. Alster Assekuranz',
  clients: [{ userId: 'u7', firstName: 'Nora', lastName: 'Brandt' }],
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

import * as Type from 'typebox';
import { HexColor, Id, IsoDateTime, ListQuery, Page } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { userLimits } from '#schemas/access/limits.ts';
import { caseLimits } from '#schemas/cases/limits.ts';

const Text = (maxLength: number) => Type.String({ maxLength });
const GivenText = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
const Name = Text(userLimits.maxNameLength);

/** A folder of a case with its subfolders (docs/behaviour/cases.md#folders). */
export type Folder = {
  id: string;
  parentId: string | null;
  parentName: string | null;
  rootId: string;
  name: string;
  descendants: Folder[];
  /** without subfolders */
  totalUnreadMessage: number;
  lastMessageDate: string | null;
};
export const Folder = Type.Unsafe<Folder>(
  Type.Object({
    id: Id,
    parentId: Type.Union([Id, Type.Null()]),
    parentName: Type.Union([Type.String(), Type.Null()]),
    /** Id of its case. */
    rootId: Id,
    name: Type.String(),
    descendants: Type.Array(
      Type.Object({}, { additionalProperties: true, description: 'A folder like this one.' }),
    ),
    totalUnreadMessage: Type.Integer(),
    lastMessageDate: Type.Union([IsoDateTime, Type.Null()]),
  }),
);

/** A staff member who works on a case. */
export const Assignee = Type.Object({
  firstName: Name,
  lastName: Name,
  profilePictureUrl: Type.Union([Type.String(), Type.Null()]),
});
export type Assignee = Type.Static<typeof Assignee>;

/** A case in its client's list (docs/behaviour/cases.md#case). */
export const CaseSummary = Type.Object({
  idHash: Id,
  creatorIdHash: Type.String(),
  creatorFirstName: Type.String(),
  creatorLastName: Type.String(),
  creationDate: IsoDateTime,
  accountId: Id,
  accountName: Type.String(),
  header: Type.String(),
  aktenzeichen: Type.String(),
  aktenkurzbezeichnung: Type.String(),
  /** First characters of the newest message; '' without one. */
  lastMessage: Type.String(),
  lastMessageDate: Type.Union([IsoDateTime, Type.Null()]),
  folderCount: Type.Integer(),
  folders: Type.Array(Folder),
  /** Unread messages outside of folders. */
  rootInfo: Type.Object({
    id: Id,
    name: Type.String(),
    totalUnreadMessage: Type.Integer(),
    lastMessageDate: Type.Union([IsoDateTime, Type.Null()]),
  }),
  totalUnreadMessage: Type.Integer(),
  totalUnreadMessageInFolder: Type.Integer(),
  mainColor: HexColor,
  secondaryColor: HexColor,
  categories: Type.Array(Type.String()),
  permissionToReply: Type.Boolean(),
  serviceAkte: Type.Boolean(),
  isEsyAkte: Type.Boolean(),
  assignees: Type.Array(Assignee),
});
export type CaseSummary = Type.Static<typeof CaseSummary>;

/** A page of cases, grouped by account, in order of each account's newest case. */
export const CaseList = Type.Object({
  akten: Type.Array(Type.Object({ accountId: Id, akten: Type.Array(CaseSummary) })),
  /** Cursor of the next page; absent on the last. */
  cursor: Type.Optional(Type.String()),
});
export type CaseList = Type.Static<typeof CaseList>;

const CaseListQuery = Type.Object({
  Size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: caseLimits.pageSize, default: caseLimits.pageSize }),
  ),
  Cursor: Type.Optional(Type.String({ maxLength: 200 })),
  /** Substring of header, account or creator, case-insensitive (docs/behaviour/cases.md#list). */
  Search: Type.Optional(Text(caseLimits.maxSearchLength)),
  /** Only cases with unread messages. */
  Unread: Type.Optional(Type.Literal(true)),
});
const client = ['registered', 'unregistered'] as const;

export const listCases = endpoint({
  method: 'GET',
  path: '/v2.0/akten',
  tag: 'cases',
  session: client,
  summary: 'The caller’s cases of all accounts, newest activity first.',
  query: CaseListQuery,
  reply: CaseList,
  errors: ['invalidInput'],
});

export const listCasesOfAccount = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten',
  tag: 'cases',
  session: client,
  summary: 'The caller’s cases of one account.',
  params: Type.Object({ acc: Id }),
  query: CaseListQuery,
  reply: CaseList,
  errors: ['notFound', 'invalidInput'],
});

export const CaseParams = Type.Object({ acc: Id, akte: Id });

export const getCase = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/:akte',
  tag: 'cases',
  session: client,
  summary: 'One case of the caller’s.',
  params: CaseParams,
  reply: CaseSummary,
  errors: ['notFound'],
});

// Provider API.

const AssigneeInput = Type.Object(
  { firstName: Name, lastName: Name },
  { additionalProperties: false },
);
const caseFields = {
  header: GivenText(caseLimits.maxHeaderLength),
  aktenzeichen: Type.Optional(Text(caseLimits.maxReferenceLength)),
  aktenkurzbezeichnung: Type.Optional(Text(caseLimits.maxReferenceLength)),
  categories: Type.Optional(
    Type.Array(GivenText(caseLimits.maxCategoryLength), { maxItems: caseLimits.maxCategories }),
  ),
  permissionToReply: Type.Optional(Type.Boolean({ default: true })),
  serviceAkte: Type.Optional(Type.Boolean({ default: false })),
  isEsyAkte: Type.Optional(Type.Boolean({ default: false })),
  creator: Type.Optional(AssigneeInput),
  assignees: Type.Optional(Type.Array(AssigneeInput, { maxItems: caseLimits.maxAssignees })),
  /** Clients who see the case; all belong to the provider. */
  userIds: Type.Optional(Type.Array(Id, { maxItems: caseLimits.maxClients, uniqueItems: true })),
};
export const NewCase = Type.Object(caseFields, { additionalProperties: false });
export type NewCase = Type.Static<typeof NewCase>;

export const FolderInput = Type.Object(
  { name: GivenText(caseLimits.maxFolderNameLength), parentId: Type.Optional(Id) },
  { additionalProperties: false },
);
export type FolderInput = Type.Static<typeof FolderInput>;

const ProviderFolder = Type.Object({
  folderId: Id,
  parentId: Type.Union([Id, Type.Null()]),
  name: Type.String(),
});

/** A case in the provider API. */
export const ProviderCase = Type.Object({
  caseId: Id,
  header: Type.String(),
  aktenzeichen: Type.String(),
  aktenkurzbezeichnung: Type.String(),
  categories: Type.Array(Type.String()),
  permissionToReply: Type.Boolean(),
  serviceAkte: Type.Boolean(),
  isEsyAkte: Type.Boolean(),
  creator: Type.Object({ firstName: Name, lastName: Name }),
  assignees: Type.Array(Type.Object({ firstName: Name, lastName: Name })),
  userIds: Type.Array(Id),
  folders: Type.Array(ProviderFolder),
  creationDate: IsoDateTime,
  lastMessageDate: Type.Union([IsoDateTime, Type.Null()]),
});
export type ProviderCase = Type.Static<typeof ProviderCase>;

const ProviderCaseParams = Type.Object({ caseId: Id });

export const createCase = endpoint({
  method: 'POST',
  path: '/provider/v1/cases',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Opens a case. Clients named in it see it at once. A repeat under the same ' +
    'Idempotency-Key answers the first one.',
  body: NewCase,
  reply: ProviderCase,
  errors: ['invalidInput', 'conflict'],
});

export const listProviderCases = endpoint({
  method: 'GET',
  path: '/provider/v1/cases',
  tag: 'provider',
  session: ['provider'],
  summary: 'The provider’s cases, newest first.',
  query: ListQuery,
  reply: Page(ProviderCase),
  errors: ['invalidInput'],
});

export const getProviderCase = endpoint({
  method: 'GET',
  path: '/provider/v1/cases/:caseId',
  tag: 'provider',
  session: ['provider'],
  summary: 'One case of the provider’s.',
  params: ProviderCaseParams,
  reply: ProviderCase,
  errors: ['notFound'],
});

export const updateCase = endpoint({
  method: 'PUT',
  path: '/provider/v1/cases/:caseId',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Replaces what the case says of itself; fields that are left out become what they are in ' +
    'a new case, except userIds: left out, the clients stay. A client who is no longer named ' +
    'loses the case at once.',
  params: ProviderCaseParams,
  body: NewCase,
  reply: ProviderCase,
  errors: ['notFound', 'invalidInput'],
});

export const withdrawCase = endpoint({
  method: 'DELETE',
  path: '/provider/v1/cases/:caseId',
  tag: 'provider',
  session: ['provider'],
  summary: 'No longer shares the case with anybody. It cannot be undone.',
  params: ProviderCaseParams,
  reply: Type.Object({ withdrawn: Type.Boolean() }),
  errors: ['notFound'],
});

export const createFolder = endpoint({
  method: 'POST',
  path: '/provider/v1/cases/:caseId/folders',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Makes a folder in the case, or in one of its folders. A repeat under the same ' +
    'Idempotency-Key answers the first one.',
  params: ProviderCaseParams,
  body: FolderInput,
  reply: ProviderFolder,
  errors: ['notFound', 'invalidInput', 'conflict'],
});

const ProviderFolderParams = Type.Object({ caseId: Id, folderId: Id });

export const renameFolder = endpoint({
  method: 'PUT',
  path: '/provider/v1/cases/:caseId/folders/:folderId',
  tag: 'provider',
  session: ['provider'],
  summary: 'Gives a folder another name.',
  params: ProviderFolderParams,
  body: Type.Object(
    { name: GivenText(caseLimits.maxFolderNameLength) },
    { additionalProperties: false },
  ),
  reply: ProviderFolder,
  errors: ['notFound', 'invalidInput'],
});

export const withdrawFolder = endpoint({
  method: 'DELETE',
  path: '/provider/v1/cases/:caseId/folders/:folderId',
  tag: 'provider',
  session: ['provider'],
  summary: 'No longer shares a folder, with all that is in it. It cannot be undone.',
  params: ProviderFolderParams,
  reply: Type.Object({ withdrawn: Type.Boolean() }),
  errors: ['notFound'],
});

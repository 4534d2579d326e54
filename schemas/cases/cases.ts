import * as Type from 'typebox';
import {
  CountedPage,
  ExternalId,
  FoundQuery,
  GivenLine,
  HexColor,
  Id,
  IsoDateTime,
  Line,
  SearchText,
  StringEnum,
} from '#schemas/platform/common.ts';
import { endpoint, officeRoles, leadingRoles } from '#schemas/platform/endpoint.ts';
import { userLimits } from '#schemas/access/limits.ts';
import { ProviderFolder } from './providerFolders.ts';
import { caseLimits } from '#schemas/cases/limits.ts';

const Name = Line(userLimits.maxNameLength);

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
  /** Its writer. */
  lastMessageBy: Type.String(),
  isLastMessageOwn: Type.Boolean(),
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
  /** Since then its clients cannot write in the case; null: it is open. */
  closedDate: Type.Union([IsoDateTime, Type.Null()]),
  /** Since then the client only reads, because the relation to the account has ended. */
  endedDate: Type.Union([IsoDateTime, Type.Null()]),
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
  Search: Type.Optional(Line(caseLimits.maxSearchLength)),
  /** Only cases with unread messages. */
  Unread: Type.Optional(Type.Literal(true)),
});
const client = ['registered', 'unregistered'] as const;

export const listCases = endpoint({
  method: 'GET',
  path: '/v2.0/akten',
  session: client,
  summary: 'Lists the caller’s cases of all accounts, newest activity first.',
  query: CaseListQuery,
  reply: CaseList,
  errors: ['invalidInput'],
});

export const listCasesOfAccount = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten',
  session: client,
  summary: 'Lists the caller’s cases of one account.',
  params: Type.Object({ acc: Id }),
  query: CaseListQuery,
  reply: CaseList,
  errors: ['notFound', 'invalidInput'],
});

export const CaseParams = Type.Object({ acc: Id, akte: Id });

export const getCase = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/:akte',
  session: client,
  summary: 'Returns a case of the caller.',
  params: CaseParams,
  reply: CaseSummary,
  errors: ['notFound'],
});

// Provider API.

/** States of a case for the provider (docs/behaviour/cases.md#closed-cases). */
export const caseStates = ['open', 'closed'] as const;
/** Orders of a provider's list of cases; the first is the default. */
export const caseOrders = ['created', 'activity'] as const;

const AssigneeInput = Type.Object(
  { firstName: Name, lastName: Name },
  { additionalProperties: false },
);
const caseFields = {
  header: GivenLine(caseLimits.maxHeaderLength),
  aktenzeichen: Type.Optional(Line(caseLimits.maxReferenceLength)),
  aktenkurzbezeichnung: Type.Optional(Line(caseLimits.maxReferenceLength)),
  categories: Type.Optional(
    Type.Array(GivenLine(caseLimits.maxCategoryLength), { maxItems: caseLimits.maxCategories }),
  ),
  permissionToReply: Type.Optional(Type.Boolean({ default: true })),
  serviceAkte: Type.Optional(Type.Boolean({ default: false })),
  isEsyAkte: Type.Optional(Type.Boolean({ default: false })),
  creator: Type.Optional(AssigneeInput),
  assignees: Type.Optional(Type.Array(AssigneeInput, { maxItems: caseLimits.maxAssignees })),
  /** Clients who see the case; all belong to the provider. */
  userIds: Type.Optional(Type.Array(Id, { maxItems: caseLimits.maxClients, uniqueItems: true })),
  /** In the provider's own software; 409 if another case has it. */
  externalId: Type.Optional(ExternalId),
};
export const NewCase = Type.Object(caseFields, { additionalProperties: false });
export type NewCase = Type.Static<typeof NewCase>;

/** A change of a case. Omitted fields stay as they are. */
export const CaseChange = Type.Object(
  {
    ...caseFields,
    header: Type.Optional(caseFields.header),
    externalId: Type.Optional(Type.Union([ExternalId, Type.Null()])),
  },
  { additionalProperties: false },
);
export type CaseChange = Type.Static<typeof CaseChange>;

/** A case in the provider API. */
export const ProviderCase = Type.Object({
  caseId: Id,
  /** In the provider's own software. */
  externalId: Type.Union([Type.String(), Type.Null()]),
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
  /** The users of `userIds`. */
  clients: Type.Array(Type.Object({ userId: Id, firstName: Name, lastName: Name })),
  folders: Type.Array(ProviderFolder),
  creationDate: IsoDateTime,
  lastMessageDate: Type.Union([IsoDateTime, Type.Null()]),
  /** Beginning of the newest message. */
  lastMessage: Type.Union([
    Type.Object({
      text: Type.String(),
      creatorName: Type.String(),
      /** Client who wrote it; null: the provider. */
      userId: Type.Union([Id, Type.Null()]),
    }),
    Type.Null(),
  ]),
  state: StringEnum(caseStates),
  closedDate: Type.Union([IsoDateTime, Type.Null()]),
});
export type ProviderCase = Type.Static<typeof ProviderCase>;

const ProviderCaseParams = Type.Object({ caseId: Id });

export const createCase = endpoint({
  method: 'POST',
  path: '/provider/v1/cases',
  session: ['provider'],
  scopes: ['cases'],
  staff: leadingRoles,
  summary:
    'Creates a case. The clients that it names see it at once. A retry with the same ' +
    'Idempotency-Key returns the first response.',
  body: NewCase,
  reply: ProviderCase,
  errors: ['invalidInput', 'conflict', 'clientEnded'],
  takesIdempotencyKey: true,
});

export const listProviderCases = endpoint({
  method: 'GET',
  path: '/provider/v1/cases',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary:
    'Lists the provider’s cases, newest first: all, or those that all filters find. ' +
    '`total` counts up to 1,000 of them; null: there are more.',
  query: Type.Object({
    ...FoundQuery.properties,
    aktenzeichen: Type.Optional(GivenLine(caseLimits.maxReferenceLength)),
    /** Cases of this client. */
    userId: Type.Optional(Id),
    state: Type.Optional(StringEnum(caseStates)),
    /** true: open cases whose newest message is a client’s */
    isUnanswered: Type.Optional(Type.Literal(true)),
    /** By creation, or by newest message; newest first. */
    order: Type.Optional(StringEnum(caseOrders)),
    /** Words of header, reference, short designation, creator and clients, or their beginnings. */
    q: Type.Optional(SearchText),
  }),
  reply: CountedPage(ProviderCase),
  errors: ['invalidInput'],
});

export const getProviderCase = endpoint({
  method: 'GET',
  path: '/provider/v1/cases/:caseId',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary: 'Returns a case of the provider.',
  params: ProviderCaseParams,
  reply: ProviderCase,
  errors: ['notFound'],
  etagOf: CaseChange,
});

export const updateCase = endpoint({
  method: 'PUT',
  path: '/provider/v1/cases/:caseId',
  session: ['provider'],
  scopes: ['cases'],
  summary:
    'Replaces the data of a case. Omitted fields get the values of a new case, except userIds and ' +
    'externalId: without them clients and id stay. A client who is no longer named loses access at once.',
  params: ProviderCaseParams,
  body: NewCase,
  reply: ProviderCase,
  errors: ['notFound', 'invalidInput', 'conflict', 'clientEnded'],
  etagOf: CaseChange,
  ifMatch: 'optional',
});

export const changeCase = endpoint({
  method: 'PATCH',
  path: '/provider/v1/cases/:caseId',
  session: ['provider'],
  scopes: ['cases'],
  staff: leadingRoles,
  summary:
    'Changes a case; omitted fields stay. A client who is no longer named in userIds loses access ' +
    'at once.',
  params: ProviderCaseParams,
  body: CaseChange,
  reply: ProviderCase,
  errors: ['notFound', 'invalidInput', 'conflict', 'clientEnded'],
  etagOf: CaseChange,
  ifMatch: 'required',
});

export const closeCase = endpoint({
  method: 'POST',
  path: '/provider/v1/cases/:caseId/close',
  session: ['provider'],
  scopes: ['cases'],
  staff: leadingRoles,
  summary:
    'Closes a case: its clients still read it, but cannot write in it. Its tasks stay as they are. ' +
    'Closing again changes nothing.',
  params: ProviderCaseParams,
  reply: ProviderCase,
  errors: ['notFound'],
});

export const reopenCase = endpoint({
  method: 'POST',
  path: '/provider/v1/cases/:caseId/reopen',
  session: ['provider'],
  scopes: ['cases'],
  staff: leadingRoles,
  summary: 'Opens a closed case again. Opening an open one changes nothing.',
  params: ProviderCaseParams,
  reply: ProviderCase,
  errors: ['notFound'],
});

export const withdrawCase = endpoint({
  method: 'DELETE',
  path: '/provider/v1/cases/:caseId',
  session: ['provider'],
  scopes: ['cases'],
  staff: leadingRoles,
  summary: 'Stops sharing a case with its clients. This cannot be undone.',
  params: ProviderCaseParams,
  reply: Type.Object({ withdrawn: Type.Boolean() }),
  errors: ['notFound'],
});

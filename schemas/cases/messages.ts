import * as Type from 'typebox';
import { CaseParams, CaseSummary, Folder } from './cases.ts';
import {
  ExternalId,
  Id,
  GivenInstant,
  IsoDateTime,
  FoundQuery,
  GivenLine,
  CountedPage,
  StringEnum,
  Prose,
  GivenProse,
} from '#schemas/platform/common.ts';
import { endpoint, officeRoles } from '#schemas/platform/endpoint.ts';
import { messageLimits } from '#schemas/cases/limits.ts';
import { fileLimits } from '#schemas/files/limits.ts';
import { userLimits } from '#schemas/access/limits.ts';

/** A file of a case and its message. */
export const CaseFile = Type.Object({
  fileId: Id,
  fileName: Type.String(),
  fileExtension: Type.String(),
  /** bytes */
  size: Type.Integer(),
  hasThumbnail: Type.Boolean(),
  messageId: Id,
  creationDate: IsoDateTime,
});
export type CaseFile = Type.Static<typeof CaseFile>;

/** A message as one client sees it (docs/behaviour/cases.md#reading). */
export const Message = Type.Object({
  id: Id,
  /** The caller's Idempotency-Key; null for messages of others. */
  messageKey: Type.Union([Type.String(), Type.Null()]),
  header: Type.String(),
  message: Type.String(),
  creatorName: Type.String(),
  creatorIdHash: Type.String(),
  creationDate: IsoDateTime,
  isOwnMessage: Type.Boolean(),
  labels: Type.Array(Type.String()),
  attachments: Type.Array(CaseFile),
  isFavorite: Type.Boolean(),
  read: Type.Boolean(),
  /** Date of the document, e.g. 2026-11-24. */
  belegdatum: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
  /** null: no folder */
  folderId: Type.Union([Id, Type.Null()]),
});
export type Message = Type.Static<typeof Message>;

/** A page of a timeline (docs/behaviour/cases.md#timeline). */
export const Timeline = Type.Object({
  messages: Type.Object({
    timeline: Type.Array(Message),
    totalCount: Type.Integer(),
    /** Cursor in the same direction; absent at the end. */
    cursor: Type.Optional(Type.String()),
    /** Cursor to newer messages, with `Direction=Ascending`; absent at the newest. */
    newerCursor: Type.Optional(Type.String()),
    /** Cursor back to older messages, with `Direction=Descending`. */
    olderCursor: Type.Optional(Type.String()),
  }),
  /** Direct subfolders. */
  folders: Type.Array(Folder),
  /** Newest files of this timeline; empty on a page with a cursor. */
  files: Type.Array(CaseFile),
  totalFiles: Type.Integer(),
  /** Oldest unread message; absent on a page with a cursor. */
  firstUnread: Type.Union([Type.Object({ id: Id, creationDate: IsoDateTime }), Type.Null()]),
});
export type Timeline = Type.Static<typeof Timeline>;

export const TimelineQuery = Type.Object({
  Column: Type.Optional(StringEnum(['CreationDate'])),
  /** Descending: newest first. */
  Direction: Type.Optional(StringEnum(['Descending', 'Ascending'], { default: 'Descending' })),
  /** Only without a cursor. A cursor costs the same at any depth. */
  Offset: Type.Optional(Type.Integer({ minimum: 0, maximum: messageLimits.maxOffset })),
  /** -1: all, up to 1,000. */
  Size: Type.Optional(
    Type.Integer({
      minimum: -1,
      maximum: messageLimits.maxPageSize,
      default: messageLimits.pageSize,
    }),
  ),
  Cursor: Type.Optional(Type.String({ maxLength: 200 })),
  /** Message in the middle of the page, newest first. */
  Around: Type.Optional(Id),
  /** Omits folders and files. */
  Only: Type.Optional(StringEnum(['messages'])),
});
export type TimelineQuery = Type.Static<typeof TimelineQuery>;

const client = ['registered', 'unregistered'] as const;

export const getTimeline = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/timeline/:akte',
  session: client,
  summary: 'Lists the messages of a case, newest first, without those in its folders.',
  params: CaseParams,
  query: TimelineQuery,
  reply: Timeline,
  errors: ['notFound', 'invalidInput'],
});

const FolderParams = Type.Object({ acc: Id, akte: Id, folder: Id });

export const getFolderTimeline = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/timeline/:akte/folder/:folder',
  session: client,
  summary: 'Lists the messages of a folder.',
  params: FolderParams,
  query: TimelineQuery,
  reply: Timeline,
  errors: ['notFound', 'invalidInput'],
});

const UploadIds = Type.Array(Id, { maxItems: fileLimits.maxPerMessage, uniqueItems: true });
const Header = GivenLine(messageLimits.maxHeaderLength);
const TextContent = Prose(messageLimits.maxTextLength);

/** A message from a client (docs/behaviour/cases.md#sending). */
export const NewMessage = Type.Object(
  {
    Header,
    TextContent: GivenProse(messageLimits.maxTextLength),
    UploadIds: Type.Optional(UploadIds),
  },
  { additionalProperties: false },
);
export type NewMessage = Type.Static<typeof NewMessage>;

export const sendMessage = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/akten/:akte/messages',
  session: client,
  summary:
    'Sends a message with the caller’s uploads to the case. 403 if replies are not permitted. A ' +
    'retry with the same Idempotency-Key returns the first response.',
  params: CaseParams,
  body: NewMessage,
  reply: Message,
  errors: ['notFound', 'invalidInput', 'conflict', 'uploadLimit', 'tooManyRequests'],
  callsPerMinute: messageLimits.sendsPerMinute,
  takesIdempotencyKey: true,
});

export const sendFolderMessage = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/akten/:akte/folder/:folder/messages',
  session: client,
  summary: 'Sends a message to a folder of the case.',
  params: FolderParams,
  body: NewMessage,
  reply: Message,
  errors: ['notFound', 'invalidInput', 'conflict', 'uploadLimit', 'tooManyRequests'],
  callsPerMinute: messageLimits.sendsPerMinute,
  takesIdempotencyKey: true,
});

const MessageParams = Type.Object({ acc: Id, akte: Id, id: Id });
/** The message and the new unread counts of its case. */
const Marked = Type.Object({ message: Message, akte: CaseSummary });

export const markFavorite = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/akten/:akte/messages/:id/favorite',
  session: client,
  afterEnd: 'open',
  summary: 'Marks a message as a favourite of the caller.',
  params: MessageParams,
  reply: Message,
  errors: ['notFound'],
});

export const unmarkFavorite = endpoint({
  method: 'DELETE',
  path: '/v2.0/e.consult.:acc/akten/:akte/messages/:id/favorite',
  session: client,
  afterEnd: 'open',
  summary: 'Removes a message from the caller’s favourites.',
  params: MessageParams,
  reply: Message,
  errors: ['notFound'],
});

/** Marks messages up to `Until` as read: the client has not seen later ones. */
export const ReadAll = Type.Object({ Until: GivenInstant }, { additionalProperties: false });
export type ReadAll = Type.Static<typeof ReadAll>;

export const readMessages = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/akten/:akte/messages/read',
  session: client,
  afterEnd: 'open',
  summary:
    'Marks the messages of the case up to an instant as read by the caller; those of its ' +
    'folders stay as they are. A repeat changes nothing.',
  params: CaseParams,
  body: ReadAll,
  reply: Type.Object({ akte: CaseSummary }),
  errors: ['notFound'],
});

export const readFolderMessages = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/akten/:akte/folder/:folder/messages/read',
  session: client,
  afterEnd: 'open',
  summary: 'Marks the messages of a folder up to an instant as read by the caller.',
  params: FolderParams,
  body: ReadAll,
  reply: Type.Object({ akte: CaseSummary }),
  errors: ['notFound'],
});

export const readMessage = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/akten/:akte/messages/:id/read',
  session: client,
  afterEnd: 'open',
  summary: 'Marks a message as read by the caller.',
  params: MessageParams,
  reply: Marked,
  errors: ['notFound'],
});

export const getMessagePdf = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/:akte/messages/:id/pdf',
  session: client,
  summary: 'Returns a message as a PDF, named after its subject.',
  params: MessageParams,
  answers: 'pdf',
  reply: Type.Unknown(),
  errors: ['notFound'],
});

export const listFavorites = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/:akte/favorites',
  session: client,
  summary: 'Lists the caller’s favourite messages of a case and its folders, newest first.',
  params: CaseParams,
  query: Type.Object({ Cursor: Type.Optional(Type.String({ maxLength: 200 })) }),
  reply: Type.Object({
    messages: Type.Array(Message),
    totalCount: Type.Integer(),
    cursor: Type.Optional(Type.String()),
  }),
  errors: ['notFound', 'invalidInput'],
});

// Provider API.

const ReadBy = Type.Object({ userId: Id, readAt: Type.Union([IsoDateTime, Type.Null()]) });

/** A message in the provider API. */
export const ProviderMessage = Type.Object({
  messageId: Id,
  /** In the provider's own software; null for a client's message. */
  externalId: Type.Union([Type.String(), Type.Null()]),
  folderId: Type.Union([Id, Type.Null()]),
  header: Type.String(),
  text: Type.String(),
  creatorName: Type.String(),
  /** Client who wrote it; null: the provider. */
  userId: Type.Union([Id, Type.Null()]),
  labels: Type.Array(Type.String()),
  belegdatum: Type.Union([Type.String(), Type.Null()]),
  files: Type.Array(CaseFile),
  creationDate: IsoDateTime,
  /** Read receipts of the case's clients, without the author. */
  readBy: Type.Array(ReadBy),
});
export type ProviderMessage = Type.Static<typeof ProviderMessage>;

export const NewProviderMessage = Type.Object(
  {
    header: Header,
    text: TextContent,
    folderId: Type.Optional(Id),
    /** Author as clients see it; default: the provider's name. */
    creatorName: Type.Optional(GivenLine(userLimits.maxNameLength)),
    labels: Type.Optional(
      Type.Array(GivenLine(messageLimits.maxLabelLength), { maxItems: messageLimits.maxLabels }),
    ),
    belegdatum: Type.Optional(Type.String({ format: 'date' })),
    /** From `POST /provider/v1/files`. */
    fileIds: Type.Optional(UploadIds),
    /** For older messages that are imported; not in the future. */
    creationDate: Type.Optional(GivenInstant),
    /** In the provider's own software; 409 if another message has it. */
    externalId: Type.Optional(ExternalId),
  },
  { additionalProperties: false },
);
export type NewProviderMessage = Type.Static<typeof NewProviderMessage>;

const ProviderCaseParams = Type.Object({ caseId: Id });
const ProviderMessageParams = Type.Object({ caseId: Id, messageId: Id });

export const createMessage = endpoint({
  method: 'POST',
  path: '/provider/v1/cases/:caseId/messages',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary:
    'Sends a message to the clients of a case. A retry with the same Idempotency-Key returns the ' +
    'first response.',
  params: ProviderCaseParams,
  body: NewProviderMessage,
  reply: ProviderMessage,
  errors: ['notFound', 'invalidInput', 'conflict', 'clientEnded'],
  takesIdempotencyKey: true,
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/provider/v1/cases/:caseId/messages',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary:
    'Lists the messages of a case and its folders that all filters find, newest first, with their ' +
    'total and the clients who have read them.',
  params: ProviderCaseParams,
  query: FoundQuery,
  reply: CountedPage(ProviderMessage),
  errors: ['notFound', 'invalidInput'],
});

export const getMessage = endpoint({
  method: 'GET',
  path: '/provider/v1/cases/:caseId/messages/:messageId',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary: 'Returns a message.',
  params: ProviderMessageParams,
  reply: ProviderMessage,
  errors: ['notFound'],
});

export const getMessageFile = endpoint({
  method: 'GET',
  path: '/provider/v1/cases/:caseId/messages/:messageId/files/:fileId',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary: 'Downloads a file of a message.',
  params: Type.Object({ caseId: Id, messageId: Id, fileId: Id }),
  answers: 'file',
  reply: Type.Unknown(),
  errors: ['notFound'],
});

export const withdrawMessage = endpoint({
  method: 'DELETE',
  path: '/provider/v1/cases/:caseId/messages/:messageId',
  session: ['provider'],
  scopes: ['cases'],
  staff: officeRoles,
  summary: 'Stops sharing a message of the provider with its files. This cannot be undone.',
  params: ProviderMessageParams,
  reply: Type.Object({ withdrawn: Type.Boolean() }),
  errors: ['notFound'],
});

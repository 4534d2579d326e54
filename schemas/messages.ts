import * as Type from 'typebox';
import { CaseParams, CaseSummary, Folder } from './cases.ts';
import { Id, IsoDateTime, ListQuery, Page, StringEnum } from './common.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

/** A file of a case, with the message it came with. product.md §3, File. */
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

/** A message as one client sees it. product.md §3, Message. */
export const Message = Type.Object({
  id: Id,
  /** The Idempotency-Key it was sent under by the caller; null for what others have written. */
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
  /** The document's date, e.g. 2026-11-24. */
  belegdatum: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
  /** null: in the case itself */
  folderId: Type.Union([Id, Type.Null()]),
});
export type Message = Type.Static<typeof Message>;

/** What a case's or a folder's timeline answers. calls.md §7, Messages. */
export const Timeline = Type.Object({
  messages: Type.Object({
    timeline: Type.Array(Message),
    totalCount: Type.Integer(),
    /** Goes on in the same direction; absent at the end. */
    cursor: Type.Optional(Type.String()),
    /** Of a page that does not begin at the newest: leads to newer ones, with `Direction=Ascending`. */
    newerCursor: Type.Optional(Type.String()),
    /** Of a page that was read upwards by a cursor: leads back to older ones, with `Direction=Descending`. */
    olderCursor: Type.Optional(Type.String()),
  }),
  /** The folders directly inside. */
  folders: Type.Array(Folder),
  /** The newest files of this timeline; none on a page that a cursor led to. */
  files: Type.Array(CaseFile),
  totalFiles: Type.Integer(),
  /** Where reading goes on: the oldest message that is unread; not told on a page that a cursor led to. */
  firstUnread: Type.Union([Type.Object({ id: Id, creationDate: IsoDateTime }), Type.Null()]),
});
export type Timeline = Type.Static<typeof Timeline>;

export const TimelineQuery = Type.Object({
  Column: Type.Optional(StringEnum(['CreationDate'])),
  /** Descending: newest first. A cursor goes on in the direction it came from. */
  Direction: Type.Optional(StringEnum(['Descending', 'Ascending'], { default: 'Descending' })),
  /** Only without a cursor; a cursor costs the same at any depth. */
  Offset: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.message.maxOffset })),
  /** -1: all, up to 1,000. */
  Size: Type.Optional(
    Type.Integer({
      minimum: -1,
      maximum: limits.message.maxPageSize,
      default: limits.message.pageSize,
    }),
  ),
  Cursor: Type.Optional(Type.String({ maxLength: 200 })),
  /** A message to have in the middle of a page, newest first. */
  Around: Type.Optional(Id),
  /** Leaves out folders and files, for whoever shows them from elsewhere. */
  Only: Type.Optional(StringEnum(['messages'])),
});
export type TimelineQuery = Type.Static<typeof TimelineQuery>;

const client = ['registered', 'unregistered'] as const;

export const getTimeline = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/timeline/:akte',
  tag: 'messages',
  session: client,
  summary: 'Messages of a case, newest first, without those in its folders.',
  params: CaseParams,
  query: TimelineQuery,
  reply: Timeline,
  errors: ['notFound', 'invalidInput'],
});

const FolderParams = Type.Object({ acc: Id, akte: Id, folder: Id });

export const getFolderTimeline = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/timeline/:akte/folder/:folder',
  tag: 'messages',
  session: client,
  summary: 'Messages of a folder.',
  params: FolderParams,
  query: TimelineQuery,
  reply: Timeline,
  errors: ['notFound', 'invalidInput'],
});

const UploadIds = Type.Array(Id, { maxItems: limits.file.maxPerMessage, uniqueItems: true });
const Header = Type.String({
  minLength: 1,
  maxLength: limits.message.maxHeaderLength,
  pattern: '\\S',
});
const TextContent = Type.String({ maxLength: limits.message.maxTextLength });

/** A message that a client sends (product.md §3, Payloads). */
export const NewMessage = Type.Object(
  {
    Header,
    TextContent: Type.String({
      minLength: 1,
      maxLength: limits.message.maxTextLength,
      pattern: '\\S',
    }),
    UploadIds: Type.Optional(UploadIds),
  },
  { additionalProperties: false },
);
export type NewMessage = Type.Static<typeof NewMessage>;

export const sendMessage = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/akten/:akte/messages',
  tag: 'messages',
  session: client,
  summary:
    'Sends a message with uploads of the caller’s to the case. A repeat under the same Idempotency-Key answers the first one. 403 where replying is not permitted.',
  params: CaseParams,
  body: NewMessage,
  reply: Message,
  errors: ['notFound', 'invalidInput', 'conflict', 'uploadLimit', 'tooManyRequests'],
  callsPerMinute: limits.message.sendsPerMinute,
});

export const sendFolderMessage = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/akten/:akte/folder/:folder/messages',
  tag: 'messages',
  session: client,
  summary: 'Sends a message to a folder of the case.',
  params: FolderParams,
  body: NewMessage,
  reply: Message,
  errors: ['notFound', 'invalidInput', 'conflict', 'uploadLimit', 'tooManyRequests'],
  callsPerMinute: limits.message.sendsPerMinute,
});

const MessageParams = Type.Object({ acc: Id, akte: Id, id: Id });
/** The message, and its case with the unread counts that follow. */
const Marked = Type.Object({ message: Message, akte: CaseSummary });

export const markFavorite = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/akten/:akte/messages/:id/favorite',
  tag: 'messages',
  session: client,
  summary: 'Marks a message as a favourite of the caller’s.',
  params: MessageParams,
  reply: Message,
  errors: ['notFound'],
});

export const unmarkFavorite = endpoint({
  method: 'DELETE',
  path: '/v2.0/e.consult.:acc/akten/:akte/messages/:id/favorite',
  tag: 'messages',
  session: client,
  summary: 'No longer a favourite.',
  params: MessageParams,
  reply: Message,
  errors: ['notFound'],
});

export const readMessage = endpoint({
  method: 'POST',
  path: '/v2.0/e.consult.:acc/akten/:akte/messages/:id/read',
  tag: 'messages',
  session: client,
  summary: 'Marks a message as read by the caller.',
  params: MessageParams,
  reply: Marked,
  errors: ['notFound'],
});

export const getMessagePdf = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/:akte/messages/:id/pdf',
  tag: 'messages',
  session: client,
  summary: 'A message to read and to file, named by its subject.',
  params: MessageParams,
  answers: 'pdf',
  reply: Type.Unknown(),
  errors: ['notFound'],
});

export const listFavorites = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/:akte/favorites',
  tag: 'messages',
  session: client,
  summary: 'The caller’s favourite messages of a case and its folders, newest first.',
  params: CaseParams,
  query: Type.Object({ Cursor: Type.Optional(Type.String({ maxLength: 200 })) }),
  reply: Type.Object({
    messages: Type.Array(Message),
    totalCount: Type.Integer(),
    cursor: Type.Optional(Type.String()),
  }),
  errors: ['notFound', 'invalidInput'],
});

// What providers do.

const ReadBy = Type.Object({ userId: Id, readAt: Type.Union([IsoDateTime, Type.Null()]) });

/** A message as the provider sees it. */
export const ProviderMessage = Type.Object({
  messageId: Id,
  folderId: Type.Union([Id, Type.Null()]),
  header: Type.String(),
  text: Type.String(),
  creatorName: Type.String(),
  /** The client who wrote it; null: the provider. */
  userId: Type.Union([Id, Type.Null()]),
  labels: Type.Array(Type.String()),
  belegdatum: Type.Union([Type.String(), Type.Null()]),
  files: Type.Array(CaseFile),
  creationDate: IsoDateTime,
  /** When each client who sees the case has read it; not for what that client wrote. */
  readBy: Type.Array(ReadBy),
});
export type ProviderMessage = Type.Static<typeof ProviderMessage>;

export const NewProviderMessage = Type.Object(
  {
    header: Header,
    text: TextContent,
    folderId: Type.Optional(Id),
    /** Who writes, as clients see it; the provider's name unless given. */
    creatorName: Type.Optional(Type.String({ minLength: 1, maxLength: limits.user.maxNameLength })),
    labels: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: limits.message.maxLabelLength }), {
        maxItems: limits.message.maxLabels,
      }),
    ),
    belegdatum: Type.Optional(Type.String({ format: 'date' })),
    /** Of `POST /provider/v1/files`. */
    fileIds: Type.Optional(UploadIds),
    /** For what was written before the portal knew the case: not later than now. */
    creationDate: Type.Optional(IsoDateTime),
  },
  { additionalProperties: false },
);
export type NewProviderMessage = Type.Static<typeof NewProviderMessage>;

const ProviderCaseParams = Type.Object({ caseId: Id });
const ProviderMessageParams = Type.Object({ caseId: Id, messageId: Id });

export const createMessage = endpoint({
  method: 'POST',
  path: '/provider/v1/cases/:caseId/messages',
  tag: 'provider',
  session: ['provider'],
  summary:
    'Writes a message to the clients of a case. A repeat under the same Idempotency-Key answers the first one.',
  params: ProviderCaseParams,
  body: NewProviderMessage,
  reply: ProviderMessage,
  errors: ['notFound', 'invalidInput', 'conflict'],
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/provider/v1/cases/:caseId/messages',
  tag: 'provider',
  session: ['provider'],
  summary: 'Messages of a case and its folders, newest first, with who has read them.',
  params: ProviderCaseParams,
  query: ListQuery,
  reply: Page(ProviderMessage),
  errors: ['notFound', 'invalidInput'],
});

export const getMessage = endpoint({
  method: 'GET',
  path: '/provider/v1/cases/:caseId/messages/:messageId',
  tag: 'provider',
  session: ['provider'],
  summary: 'One message.',
  params: ProviderMessageParams,
  reply: ProviderMessage,
  errors: ['notFound'],
});

export const getMessageFile = endpoint({
  method: 'GET',
  path: '/provider/v1/cases/:caseId/messages/:messageId/files/:fileId',
  tag: 'provider',
  session: ['provider'],
  summary: 'The bytes of a file that came with a message.',
  params: Type.Object({ caseId: Id, messageId: Id, fileId: Id }),
  answers: 'stream',
  reply: Type.Unknown(),
  errors: ['notFound'],
});

export const withdrawMessage = endpoint({
  method: 'DELETE',
  path: '/provider/v1/cases/:caseId/messages/:messageId',
  tag: 'provider',
  session: ['provider'],
  summary: 'No longer shares a message of the provider’s, with its files. It cannot be undone.',
  params: ProviderMessageParams,
  reply: Type.Object({ withdrawn: Type.Boolean() }),
  errors: ['notFound'],
});

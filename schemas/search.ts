import * as Type from 'typebox';
import { CaseParams } from './cases.ts';
import { Id, IsoDateTime } from './common.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

/** A text in pieces, one after the other; a hit is what was looked for. */
export const MarkedText = Type.Array(Type.Object({ text: Type.String(), isHit: Type.Boolean() }));
export type MarkedText = Type.Static<typeof MarkedText>;

/** A message that was found, as much of it as its reader may see before opening it. */
export const MessageHit = Type.Object({
  messageId: Id,
  akteIdHash: Id,
  accountId: Id,
  accountName: Type.String(),
  caseHeader: Type.String(),
  /** null: in the case itself */
  folderId: Type.Union([Id, Type.Null()]),
  folderName: Type.Union([Type.String(), Type.Null()]),
  creatorName: Type.String(),
  isOwnMessage: Type.Boolean(),
  creationDate: IsoDateTime,
  read: Type.Boolean(),
  header: MarkedText,
  /** The text around its first hit; of an unread message its beginning, as its bubble shows it. */
  excerpt: MarkedText,
  /** Files that have a hit in their name; none while the message is unread. */
  files: Type.Array(Type.Object({ fileId: Id, fileName: MarkedText })),
});
export type MessageHit = Type.Static<typeof MessageHit>;

export const MessageHits = Type.Object({
  hits: Type.Array(MessageHit),
  /** Leads to the next page; absent on the last. */
  cursor: Type.Optional(Type.String()),
});
export type MessageHits = Type.Static<typeof MessageHits>;

const SearchQuery = Type.Object({
  /** All of these words, in any form, must be in a message's subject, its text or the names of its files. */
  Search: Type.String({ maxLength: limits.case.maxSearchLength }),
  Cursor: Type.Optional(Type.String({ maxLength: 200 })),
});

const client = ['registered', 'unregistered'] as const;

export const searchMessages = endpoint({
  method: 'GET',
  path: '/v2.0/akten/search',
  tag: 'search',
  session: client,
  summary: 'Messages with certain words in all of the caller’s cases, newest first.',
  query: SearchQuery,
  reply: MessageHits,
  errors: ['invalidInput', 'tooManyRequests'],
  callsPerMinute: limits.search.perMinute,
});

export const searchMessagesOfCase = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/:akte/search',
  tag: 'search',
  session: client,
  summary: 'Messages with certain words in one case and its folders, newest first.',
  params: CaseParams,
  query: SearchQuery,
  reply: MessageHits,
  errors: ['notFound', 'invalidInput', 'tooManyRequests'],
  callsPerMinute: limits.search.perMinute,
});

import * as Type from 'typebox';
import { CaseParams } from './cases.ts';
import { Id, IsoDateTime, Line } from '#schemas/platform/common.ts';
import { endpoint } from '#schemas/platform/endpoint.ts';
import { caseLimits, searchLimits } from '#schemas/cases/limits.ts';

/** Consecutive parts of a text; hits are marked. */
export const MarkedText = Type.Array(Type.Object({ text: Type.String(), isHit: Type.Boolean() }));
export type MarkedText = Type.Static<typeof MarkedText>;

/** A search result, with as much as its reader may see before opening it. */
export const MessageHit = Type.Object({
  messageId: Id,
  akteIdHash: Id,
  accountId: Id,
  accountName: Type.String(),
  caseHeader: Type.String(),
  /** null: no folder */
  folderId: Type.Union([Id, Type.Null()]),
  folderName: Type.Union([Type.String(), Type.Null()]),
  creatorName: Type.String(),
  isOwnMessage: Type.Boolean(),
  creationDate: IsoDateTime,
  read: Type.Boolean(),
  header: MarkedText,
  /** Text around the first hit; first characters of an unread message. */
  excerpt: MarkedText,
  /** Files with a hit in their name; empty while the message is unread. */
  files: Type.Array(Type.Object({ fileId: Id, fileName: MarkedText })),
});
export type MessageHit = Type.Static<typeof MessageHit>;

export const MessageHits = Type.Object({
  hits: Type.Array(MessageHit),
  /** Cursor of the next page; absent on the last. */
  cursor: Type.Optional(Type.String()),
});
export type MessageHits = Type.Static<typeof MessageHits>;

const SearchQuery = Type.Object({
  /** Words that must all match subject, text or file names, in any inflection. */
  Search: Line(caseLimits.maxSearchLength),
  Cursor: Type.Optional(Type.String({ maxLength: 200 })),
});

const client = ['registered', 'unregistered'] as const;

export const searchMessages = endpoint({
  method: 'GET',
  path: '/v2.0/akten/search',
  session: client,
  summary: 'Searches the messages of all the caller’s cases for words, newest first.',
  query: SearchQuery,
  reply: MessageHits,
  errors: ['invalidInput', 'tooManyRequests'],
  callsPerMinute: searchLimits.perMinute,
});

export const searchMessagesOfCase = endpoint({
  method: 'GET',
  path: '/v2.0/e.consult.:acc/akten/:akte/search',
  session: client,
  summary: 'Searches the messages of one case and its folders for words, newest first.',
  params: CaseParams,
  query: SearchQuery,
  reply: MessageHits,
  errors: ['notFound', 'invalidInput', 'tooManyRequests'],
  callsPerMinute: searchLimits.perMinute,
});

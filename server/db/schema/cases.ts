import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { Flag, Instant, Json, Parsed } from './columns.ts';

/** A case that a provider shares with its clients. */
export type CaseRow = {
  id: string;
  accountId: string;
  header: string;
  aktenzeichen: string;
  aktenkurzbezeichnung: string;
  categories: Json;
  permissionToReply: Flag;
  serviceAkte: Flag;
  isEsyAkte: Flag;
  creatorFirstName: string;
  creatorLastName: string;
  assignees: Json;
  /** header and creator, lower case; only the version before reads it, so a later one drops it */
  searchKey: string;
  /** preview of the newest message in the case or its folders */
  lastMessage: string;
  lastMessageDate: Instant | null;
  /** its writer, and the id of the client or account */
  lastMessageBy: string;
  lastMessageById: string;
  /** since then no client sees the case */
  withdrawnAt: Instant | null;
  /** since then its clients cannot write in the case; null: open */
  closedAt: Instant | null;
  idempotencyKey: string | null;
  bodyHash: string;
  /** in the provider's own software */
  externalId: string | null;
  createdAt: Instant;
};

export type StoredCase = Parsed<CaseRow, Pick<ProviderCase, 'categories' | 'assignees'>>;

/** Shares a case with a client. */
export type CaseClientRow = {
  caseId: string;
  userId: string;
  accountId: string;
  /** last activity in the case; sort key of case lists */
  activeAt: Instant;
};

export type CaseHistoryRow = {
  caseId: string;
  /** StateGroup[] */
  stateGroups: Json;
};

/** Messages in order. A case and each of its folders have a timeline with the same id. */
export type TimelineRow = {
  id: string;
  caseId: string;
  /** without withdrawn messages */
  messageCount: number;
  fileCount: number;
  lastMessageDate: Instant | null;
};

export type FolderRow = {
  id: string;
  caseId: string;
  /** null: a top-level folder */
  parentId: string | null;
  name: string;
  /** since then no client sees the folder or its content */
  withdrawnAt: Instant | null;
  idempotencyKey: string | null;
  bodyHash: string;
  createdAt: Instant;
};

export type MessageRow = {
  id: string;
  caseId: string;
  timelineId: string;
  header: string;
  text: string;
  /** the name at the time of writing; a later rename does not change it */
  creatorName: string;
  /** user id of a client, or account id */
  authorId: string;
  labels: Json;
  belegdatum: string | null;
  withdrawnAt: Instant | null;
  idempotencyKey: string | null;
  bodyHash: string;
  /** in the provider's own software; null: a client's message */
  externalId: string | null;
  /** place in the order, later than that of each earlier message, also after a clock was set back */
  createdAt: Instant;
  /** date to show; null: `createdAt` */
  sentAt: Instant | null;
};

export type StoredMessage = Parsed<MessageRow, { labels: string[] }>;

/** A message addressed to a client, and when the client read it. */
export type ReceiptRow = {
  messageId: string;
  userId: string;
  caseId: string;
  timelineId: string;
  messageCreatedAt: Instant;
  readAt: Instant | null;
};

export type FavoriteRow = {
  messageId: string;
  userId: string;
  caseId: string;
  messageCreatedAt: Instant;
};

/** A file attached to a message. */
export type AttachmentRow = {
  messageId: string;
  fileId: string;
  caseId: string;
  timelineId: string;
  position: number;
  createdAt: Instant;
};

/** A message that is not in the search index yet. */
export type SearchWaitingRow = { messageId: string };

/** A word by which a case is found, or one of its messages if it is mistyped. */
export type CaseWordRow = {
  caseId: string;
  /** without accents and capitals */
  word: string;
  /** from its end to its beginning */
  reversed: string;
  /** without endings */
  stem: string;
};

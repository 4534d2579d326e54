import type { CaseSummary, Folder } from '#schemas/cases/cases.ts';
import { canReply, listPathToFolder } from '#schemas/cases/cases.rules.ts';
import type { Language } from '#schemas/platform/common.ts';
import { buildDocumentName } from '#schemas/files/downloadNames.ts';
import { messageLimits } from '#schemas/cases/limits.ts';
import type { Message, NewMessage, Timeline } from '#schemas/cases/messages.ts';
import { formatPersonName } from '#schemas/platform/personName.ts';
import { timelineLimits } from '#server/cases/limits.ts';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Position } from '#server/db/paginate.ts';
import { decodeCursor, toPage } from '#server/http/cursor.ts';
import { createProblem } from '#server/problem.ts';
import { getTexts } from '#server/texts.ts';
import { getLetterhead } from '#server/accounts/accounts/service.ts';
import * as cases from '#server/cases/cases/service.ts';
import type { ClientScope, SharedCase } from '#server/cases/cases/service.ts';
import { inTransactionWithEvents, type NewEvent } from '#server/events/service.ts';
import { filterUserUploads } from '#server/files/files/service.ts';
import { storeMessage, openCase, type Sent } from './storeMessage.ts';
import { buildEvent, markAllRead, markRead } from './markRead.ts';
import { writeMessagePdf } from './messagePdf.ts';
import * as repository from './repository.ts';
import { presentFile } from './attachments.ts';
import * as attachments from './attachmentRepository.ts';
import type { AttachedFile } from './attachmentRepository.ts';
import type { SeenMessage } from './repository.ts';
import { type Query, getPage, getPosition } from './pages.ts';

export { findSharedFile } from './attachments.ts';
export { markAllRead } from './markRead.ts';
export { upsertMessages, type MessageOutcome } from './upsertMessage.ts';

const isReadByClient = ({ isReceived, readAt }: SeenMessage): boolean =>
  !isReceived || readAt !== null;

function present(row: SeenMessage, userId: string, files: readonly AttachedFile[]): Message {
  const isOwnMessage = row.authorId === userId;
  const read = isReadByClient(row);
  return {
    id: row.id,
    messageKey: isOwnMessage ? row.idempotencyKey : null,
    header: row.header,
    message: row.text,
    creatorName: row.creatorName,
    creatorIdHash: row.authorId,
    creationDate: row.sentAt ?? row.createdAt,
    isOwnMessage,
    labels: row.labels,
    attachments: files
      .filter(({ messageId }) => messageId === row.id)
      .map((file) => presentFile(file, read)),
    isFavorite: row.isFavorite,
    read,
    belegdatum: row.belegdatum,
    folderId: cases.getFolderId(row),
  };
}

async function presentAll(
  db: Db,
  userId: string,
  rows: readonly SeenMessage[],
): Promise<Message[]> {
  const files = await attachments.listAttachments(
    db,
    rows.filter(({ hasFiles }) => hasFiles).map(({ id }) => id),
  );
  return rows.map((row) => present(row, userId, files));
}

const presentSeen = async (db: Db, userId: string, row: SeenMessage): Promise<Message> =>
  present(row, userId, row.hasFiles ? await attachments.listAttachments(db, [row.id]) : []);

type MessageTarget = {
  shared: SharedCase;
  timelineId: string;
  messageCount: number;
  fileCount: number;
};

/**
 * Returns a case and its folder, or null; throws `notFound` if they are not shared with the caller.
 */
async function getTimeline(
  db: Db,
  scope: ClientScope,
  caseId: string,
  folderId: string | null,
): Promise<MessageTarget> {
  const shared = await cases.getSharedCase({ db }, scope, caseId);
  const { endedAt } = shared;
  const timelineId = folderId ?? caseId;
  const seen = endedAt === null ? {} : await repository.countSeen(db, scope.userId, timelineId);
  const { messageCount, fileCount } = shared;
  if (folderId === null) return { shared, timelineId, messageCount, fileCount, ...seen };
  const [folder, timeline] = await Promise.all([
    cases.findFolder(db, caseId, folderId),
    repository.findTimeline(db, folderId),
  ]);
  if (!folder || !timeline || (endedAt !== null && folder.createdAt > endedAt))
    throw createProblem('notFound');
  return {
    shared,
    timelineId,
    messageCount: timeline.messageCount,
    fileCount: timeline.fileCount,
    ...seen,
  };
}

const listSubfolders = (folders: Folder[], folderId: string | null): Folder[] =>
  folderId === null ? folders : (listPathToFolder(folders, folderId).at(-1)?.descendants ?? []);

/** Lists a page of messages of a case or folder; the case's data is in the first page only. */
export async function readTimeline(
  { db }: Deps,
  scope: ClientScope,
  { caseId, folderId }: { caseId: string; folderId: string | null },
  query: Query,
): Promise<Timeline> {
  const { userId } = scope;
  const {
    shared,
    timelineId,
    messageCount,
    fileCount: totalFiles,
  } = await getTimeline(db, scope, caseId, folderId);
  const isFirst = query.Cursor === undefined;
  const isWhole = isFirst && query.Only === undefined;
  const [messages, folders, files, unread] = await Promise.all([
    getPage(db, userId, timelineId, query).then(async ({ rows, ...cursors }) => ({
      timeline: await presentAll(db, userId, rows),
      totalCount: messageCount,
      ...cursors,
    })),
    isWhole
      ? cases.listFolders(db, userId, shared).then((folders) => listSubfolders(folders, folderId))
      : [],
    totalFiles === 0 || !isWhole
      ? []
      : attachments.listTimelineFiles(db, userId, timelineId, timelineLimits.filesInTimeline),
    isFirst ? repository.findFirstUnread(db, userId, caseId, timelineId) : undefined,
  ]);
  return {
    messages,
    folders,
    files: files.map(({ isRead, ...file }) => presentFile(file, isRead)),
    totalFiles,
    firstUnread: unread ? { id: unread.id, creationDate: unread.createdAt } : null,
  };
}

/** Stores a client's message; a retry gets the first one. */
export async function sendMessage(
  deps: Deps,
  scope: ClientScope,
  { caseId, folderId, language }: { caseId: string; folderId: string | null; language: Language },
  { Header, TextContent, UploadIds = [] }: NewMessage,
  idempotencyKey: string | undefined,
): Promise<Message> {
  const { userId } = scope;
  const sent: Sent = {
    caseId,
    timelineId: folderId ?? caseId,
    authorId: userId,
    idempotencyKey,
    wanted: { Header, TextContent, UploadIds, folderId },
  };
  const message = await inTransactionWithEvents(deps, async (db, queueEvent) => {
    // Checked under the lock, so that folder and permission cannot change meanwhile.
    const { earlier, ...before } = await openCase(db, scope.accountIds, sent);
    // the message was sent, whatever is allowed now
    if (earlier !== undefined) return seenMessage(db, scope, caseId, earlier);
    const sender = before.clients.find(({ id }) => id === userId);
    if (!sender || !before.hasFolder) throw createProblem('notFound');
    if (
      !canReply({
        serviceAkte: before.serviceAkte === 1,
        permissionToReply: before.permissionToReply === 1,
        closedDate: before.closedAt,
        endedDate: null, // the sender is one of the case's clients
      })
    )
      throw createProblem('uploadLimit');
    const own = await filterUserUploads(db, scope.loginId, before.accountId, UploadIds);
    const unknown = UploadIds.findIndex((upload) => !own.has(upload));
    if (unknown >= 0)
      throw createProblem('invalidInput', {
        [`/UploadIds/${unknown}`]: getTexts(language)('message.error.unknownUpload', {}),
      });
    const draft = {
      creatorName: formatPersonName(sender),
      header: Header,
      text: TextContent,
      fileIds: UploadIds,
    };
    const kept = await storeMessage(deps, db, queueEvent, { sent, before, draft });
    return {
      ...kept,
      readAt: null,
      isReceived: false,
      isFavorite: false,
      hasFiles: UploadIds.length > 0,
    };
  });
  return presentSeen(deps.db, userId, message);
}

/** Iterates over all messages of a timeline up to an instant, oldest first, page by page. */
export async function* eachMessage(
  db: Db,
  userId: string,
  timelineId: string,
  until: string,
): AsyncGenerator<{ message: Message; files: AttachedFile[] }> {
  let after: Position | undefined;
  do {
    const found = await repository.listMessages(db, userId, timelineId, {
      limit: messageLimits.pageSize,
      order: 'asc',
      after,
    });
    const rows = found.filter(({ createdAt }) => createdAt <= until);
    const files = await attachments.listAttachments(
      db,
      rows.filter(({ hasFiles }) => hasFiles).map(({ id }) => id),
    );
    for (const row of rows)
      yield {
        message: present(row, userId, files),
        files: files.filter(({ messageId }) => messageId === row.id),
      };
    const last = rows.at(-1);
    after = last && found.length > messageLimits.pageSize ? getPosition(last) : undefined;
  } while (after);
}

type MessagePdf = { caseId: string; id: string; language: Language };
type OwnMessage = SeenMessage & { accountId: string };

async function seenMessage(
  db: Db,
  scope: ClientScope,
  caseId: string,
  id: string,
): Promise<OwnMessage> {
  const message = await repository.findMessageOfCase(db, scope, caseId, id);
  if (!message) throw createProblem('notFound');
  return message;
}

/** Marks a message as read, unless it was, and returns it. */
export async function readOnce(
  deps: Deps,
  scope: ClientScope,
  caseId: string,
  id: string,
): Promise<OwnMessage> {
  const message = await seenMessage(deps.db, scope, caseId, id);
  const readAt = message.readAt ?? deps.clock.now().toISOString();
  const event: NewEvent = { type: 'messageRead', ...buildEvent(message) };
  if (!isReadByClient(message))
    await markRead(deps, { userId: scope.userId, messageId: id, readAt, event });
  return { ...message, readAt };
}

/** Renders a message as a PDF in the reader's language, named by its subject. */
export async function renderPdf(
  deps: Deps,
  scope: ClientScope,
  { caseId, id, language }: MessagePdf,
): Promise<{ name: string; content: Buffer }> {
  const { db } = deps;
  const [{ accountName, header: caseHeader, aktenzeichen }, row] = await Promise.all([
    cases.getSharedCase(deps, scope, caseId),
    seenMessage(db, scope, caseId, id),
  ]);
  const message = await presentSeen(db, scope.userId, row);
  const folder =
    message.folderId === null ? undefined : await cases.findFolder(db, caseId, message.folderId);
  const sender = await getLetterhead(deps, row);
  const origin = { accountName, sender, caseHeader, aktenzeichen, folderName: folder?.name };
  const content = await writeMessagePdf(message, origin, language);
  return { name: buildDocumentName(message.header, 'pdf'), content };
}

/** Sets or removes a favourite and publishes an event to the user's other browsers. */
export async function setFavorite(
  deps: Deps,
  scope: ClientScope,
  caseId: string,
  id: string,
  { isFavorite }: { isFavorite: boolean },
): Promise<Message> {
  const { userId } = scope;
  await inTransactionWithEvents(deps, async (db, queueEvent) => {
    // Checked under the lock, because a withdrawn message cannot be a favourite.
    await cases.lockCase(db, scope.accountIds, caseId);
    const message = await seenMessage(db, scope, caseId, id);
    const isChanged = await (isFavorite
      ? repository.insertFavorite(db, userId, message)
      : repository.deleteFavorite(db, userId, id));
    if (isChanged) queueEvent([userId], { type: 'messageFavorite', ...buildEvent(message) });
  });
  return presentSeen(deps.db, userId, await seenMessage(deps.db, scope, caseId, id));
}

/** Marks a message as read once and returns it with the case's new counts. */
export async function readMessage(
  deps: Deps,
  scope: ClientScope,
  caseId: string,
  id: string,
): Promise<{ message: Message; akte: CaseSummary }> {
  const message = await readOnce(deps, scope, caseId, id);
  const [read, akte] = await Promise.all([
    presentSeen(deps.db, scope.userId, message),
    cases.getCase(deps, scope, caseId),
  ]);
  return { message: read, akte };
}

/**
 * Marks the messages of a case or a folder up to an instant as read, and publishes one event.
 * Later messages stay unread, because the client has not seen them.
 */
export async function readTimelineMessages(
  deps: Deps,
  scope: ClientScope,
  { caseId, folderId }: { caseId: string; folderId: string | null },
  until: string,
): Promise<{ akte: CaseSummary }> {
  const { shared, timelineId } = await getTimeline(deps.db, scope, caseId, folderId);
  await markAllRead(deps, {
    userId: scope.userId,
    caseId,
    timelineId,
    until,
    accountId: shared.accountId,
  });
  return { akte: await cases.getCase(deps, scope, caseId) };
}

/** Lists a page of a client's favourites in a case and its folders. */
export async function listFavorites(
  { db }: Deps,
  scope: ClientScope,
  caseId: string,
  cursor: string | undefined,
): Promise<{ messages: Message[]; totalCount: number; cursor?: string }> {
  const { userId } = scope;
  await cases.getSharedCase({ db }, scope, caseId);
  const limit = messageLimits.pageSize;
  const found = await repository.listFavorites(
    db,
    userId,
    caseId,
    limit,
    cursor === undefined ? undefined : decodeCursor(cursor),
  );
  const { rows, ...next } = toPage(found, limit, getPosition);
  const [messages, totalCount] = await Promise.all([
    presentAll(db, userId, rows),
    repository.countFavorites(db, userId, caseId),
  ]);
  return { messages, totalCount, ...next };
}

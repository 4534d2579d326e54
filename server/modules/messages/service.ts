import type { CaseSummary, Folder } from '#schemas/cases.ts';
import { canReply, pathToFolder } from '#schemas/cases.rules.ts';
import type { Language } from '#schemas/common.ts';
import { hasThumbnail, safeFileName } from '#schemas/files.rules.ts';
import { limits } from '#schemas/limits.ts';
import type { CaseFile, Message, NewMessage, Timeline, TimelineQuery } from '#schemas/messages.ts';
import type { Readable } from 'node:stream';
import type { Static } from 'typebox';
import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { decodeCursor, encodeCursor, toPage, type Position } from '#server/http/cursor.ts';
import { problem } from '#server/http/errors.ts';
import { textsIn } from '#server/http/texts.ts';
import { letterheadOf } from '#server/modules/accounts/service.ts';
import * as cases from '#server/modules/cases/service.ts';
import type { CaseScope, SharedCase } from '#server/modules/cases/service.ts';
import { changeAndTell } from '#server/modules/events/service.ts';
import { uploadsOfUser } from '#server/modules/files/service.ts';
import { nameOfUser } from '#server/modules/users/service.ts';
import { keepMessage, openCase, type Sent } from './keepMessage.ts';
import { markAndTell } from './markAndTell.ts';
import { writeMessagePdf } from './messagePdf.ts';
import * as repository from './repository.ts';
import type { AttachedFile, SeenMessage } from './repository.ts';

/** A file that came with a message which the caller can see. */
export const fileSharedWith = (
  { db }: Deps,
  { userId, accountIds }: CaseScope,
  fileId: string,
): Promise<AttachedFile | undefined> => repository.findSharedFile(db, userId, accountIds, fileId);

export const presentFile = (file: AttachedFile): CaseFile => ({
  fileId: file.id,
  fileName: file.name,
  fileExtension: file.extension,
  size: file.size,
  hasThumbnail: hasThumbnail(file.extension),
  messageId: file.messageId,
  creationDate: file.attachedAt,
});

function present(row: SeenMessage, userId: string, files: readonly AttachedFile[]): Message {
  const isOwnMessage = row.authorId === userId;
  return {
    id: row.id,
    messageKey: isOwnMessage ? row.idempotencyKey : null,
    header: row.header,
    message: row.text,
    creatorName: row.creatorName,
    creatorIdHash: row.authorId,
    creationDate: row.createdAt,
    isOwnMessage,
    labels: JSON.parse(row.labels) as string[],
    attachments: files.filter(({ messageId }) => messageId === row.id).map(presentFile),
    isFavorite: row.isFavorite,
    read: !row.isReceived || row.readAt !== null,
    belegdatum: row.belegdatum,
    folderId: cases.folderIdOf(row),
  };
}

async function presentAll(
  db: Db,
  userId: string,
  rows: readonly SeenMessage[],
): Promise<Message[]> {
  const files = await repository.listAttachments(
    db,
    rows.filter(({ hasFiles }) => hasFiles).map(({ id }) => id),
  );
  return rows.map((row) => present(row, userId, files));
}

const presentSeen = async (db: Db, userId: string, row: SeenMessage): Promise<Message> =>
  present(row, userId, row.hasFiles ? await repository.listAttachments(db, [row.id]) : []);

type Place = { shared: SharedCase; timelineId: string; messageCount: number; fileCount: number };

/** A case and one of its folders, or none; throws `notFound` for what the caller does not see. */
async function placeOf(
  db: Db,
  scope: CaseScope,
  caseId: string,
  folderId: string | null,
): Promise<Place> {
  const shared = await cases.sharedCase({ db }, scope, caseId);
  if (folderId === null)
    return {
      shared,
      timelineId: caseId,
      messageCount: shared.messageCount,
      fileCount: shared.fileCount,
    };
  const [folder, timeline] = await Promise.all([
    cases.findFolder(db, caseId, folderId),
    repository.timelineById.first(db, folderId),
  ]);
  if (!folder || !timeline) throw problem('notFound');
  return {
    shared,
    timelineId: folderId,
    messageCount: timeline.messageCount,
    fileCount: timeline.fileCount,
  };
}

const positionOf = ({ createdAt, id }: SeenMessage): Position => ({ at: createdAt, id });

type Page = { rows: SeenMessage[]; cursor?: string; newerCursor?: string; olderCursor?: string };

/** Half a page of newer messages, the message itself, and half a page of older ones. */
async function pageAround(
  db: Db,
  userId: string,
  timelineId: string,
  messageId: string,
  size: number,
): Promise<Page> {
  const middle = await repository.findInTimeline(db, userId, timelineId, messageId);
  if (!middle) throw problem('notFound');
  const half = Math.ceil(size / 2);
  const after = positionOf(middle);
  const [newer, older] = await Promise.all([
    repository.listMessages(db, userId, timelineId, { limit: half, order: 'asc', after }),
    repository.listMessages(db, userId, timelineId, { limit: half, order: 'desc', after }),
  ]);
  const upwards = toPage(newer, half, positionOf);
  const downwards = toPage(older, half, positionOf);
  return {
    rows: [...upwards.rows.reverse(), middle, ...downwards.rows],
    ...(downwards.cursor ? { cursor: downwards.cursor } : {}),
    ...(upwards.cursor ? { newerCursor: upwards.cursor } : {}),
  };
}

async function pageOf(
  db: Db,
  userId: string,
  timelineId: string,
  { Direction = 'Descending', Offset, Size = limits.message.pageSize, Cursor, Around }: Query,
): Promise<Page> {
  const limit = Size === -1 ? limits.message.maxPageSize : Math.max(Size, 1);
  if (Around !== undefined) return pageAround(db, userId, timelineId, Around, limit);
  const after = Cursor === undefined ? undefined : decodeCursor(Cursor);
  const found = await repository.listMessages(db, userId, timelineId, {
    limit,
    order: Direction === 'Descending' ? 'desc' : 'asc',
    after,
    offset: after ? undefined : Offset,
  });
  const page = toPage(found, limit, positionOf);
  const [first] = page.rows;
  if (!first || (!after && !Offset)) return page;
  return {
    ...page,
    [Direction === 'Descending' ? 'newerCursor' : 'olderCursor']: encodeCursor(positionOf(first)),
  };
}

type Query = Static<typeof TimelineQuery>;

const foldersIn = (folders: Folder[], folderId: string | null): Folder[] =>
  folderId === null ? folders : (pathToFolder(folders, folderId).at(-1)?.descendants ?? []);

/** A page of a case's messages, or of a folder's; a page that a cursor led to comes without what the first one told. */
export async function timelineOf(
  { db }: Deps,
  scope: CaseScope,
  { caseId, folderId }: { caseId: string; folderId: string | null },
  query: Query,
): Promise<Timeline> {
  const { userId } = scope;
  const {
    shared,
    timelineId,
    messageCount,
    fileCount: totalFiles,
  } = await placeOf(db, scope, caseId, folderId);
  const isFirst = query.Cursor === undefined;
  const isWhole = isFirst && query.Only === undefined;
  const [messages, folders, files, unread] = await Promise.all([
    pageOf(db, userId, timelineId, query).then(async ({ rows, ...cursors }) => ({
      timeline: await presentAll(db, userId, rows),
      totalCount: messageCount,
      ...cursors,
    })),
    isWhole
      ? cases.foldersOf(db, userId, shared).then((folders) => foldersIn(folders, folderId))
      : [],
    totalFiles === 0 || !isWhole
      ? []
      : repository.listTimelineFiles(db, timelineId, limits.message.filesInTimeline),
    isFirst ? repository.findFirstUnread(db, userId, caseId, timelineId) : undefined,
  ]);
  return {
    messages,
    folders,
    files: files.map(presentFile),
    totalFiles,
    firstUnread: unread ? { id: unread.id, creationDate: unread.createdAt } : null,
  };
}

/** Sends a client's message; a repeat under the same key answers the first one. */
export async function sendMessage(
  deps: Deps,
  scope: CaseScope,
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
  const message = await changeAndTell(deps, async (db, tell, write) => {
    // Asked once nobody can take the folder or the permission away any more.
    const { earlier, ...before } = await openCase(db, scope.accountIds, sent);
    if (earlier !== undefined) return seenMessage(db, scope, caseId, earlier); // whatever is allowed by now, it was sent
    const sender = before.clients.find(({ id }) => id === userId);
    if (!sender || !before.hasPlace) throw problem('notFound');
    if (
      !canReply({
        serviceAkte: before.serviceAkte === 1,
        permissionToReply: before.permissionToReply === 1,
      })
    )
      throw problem('uploadLimit');
    const own = await uploadsOfUser(db, userId, before.accountId, UploadIds);
    const unknown = UploadIds.findIndex((upload) => !own.has(upload));
    if (unknown >= 0)
      throw problem('invalidInput', {
        [`/UploadIds/${unknown}`]: textsIn(language)('message.error.unknownUpload', {}),
      });
    const kept = await keepMessage(deps, db, tell, write, sent, before, {
      creatorName: nameOfUser(sender),
      header: Header,
      text: TextContent,
      fileIds: UploadIds,
    });
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

/** All messages of a case's or a folder's timeline up to an instant, the oldest first, read page by page. */
export async function* eachMessage(
  db: Db,
  userId: string,
  timelineId: string,
  until: string,
): AsyncGenerator<{ message: Message; files: AttachedFile[] }> {
  let after: Position | undefined;
  do {
    const found = await repository.listMessages(db, userId, timelineId, {
      limit: limits.message.pageSize,
      order: 'asc',
      after,
    });
    const rows = found.filter(({ createdAt }) => createdAt <= until);
    const files = await repository.listAttachments(
      db,
      rows.filter(({ hasFiles }) => hasFiles).map(({ id }) => id),
    );
    for (const row of rows)
      yield {
        message: present(row, userId, files),
        files: files.filter(({ messageId }) => messageId === row.id),
      };
    const last = rows.at(-1);
    after = last && found.length > limits.message.pageSize ? positionOf(last) : undefined;
  } while (after);
}

type OwnMessage = SeenMessage & { accountId: string };

const eventOf = (message: OwnMessage) => ({
  accountId: message.accountId,
  akteIdHash: message.caseId,
  folderId: cases.folderIdOf(message),
  messageId: message.id,
});

async function seenMessage(
  db: Db,
  scope: CaseScope,
  caseId: string,
  id: string,
): Promise<OwnMessage> {
  const row = await repository.messageOfCase.first(db, scope, caseId, id);
  if (!row) throw problem('notFound');
  return repository.seen(row);
}

/** A message as a PDF in the reader's language, named by its subject (calls.md §7). */
export async function pdfOf(
  deps: Deps,
  scope: CaseScope,
  { caseId, id, language }: { caseId: string; id: string; language: Language },
): Promise<{ name: string; content: Readable }> {
  const { db } = deps;
  const [{ accountName, header: caseHeader, aktenzeichen }, row] = await Promise.all([
    cases.sharedCase(deps, scope, caseId),
    seenMessage(db, scope, caseId, id),
  ]);
  const message = await presentSeen(db, scope.userId, row);
  const folder =
    message.folderId === null ? undefined : await cases.findFolder(db, caseId, message.folderId);
  const name = safeFileName(
    `${message.header.replace(/[<>:"/\\|?*]/g, '_')}.pdf`,
    limits.file.maxNameLength,
  );
  return {
    name,
    content: writeMessagePdf(
      message,
      {
        accountName,
        sender: await letterheadOf(deps, row),
        caseHeader,
        aktenzeichen,
        folderName: folder?.name,
      },
      language,
    ),
  };
}

/** Marks a message as a favourite, or no longer; the user's other browsers are told. */
export async function setFavorite(
  deps: Deps,
  scope: CaseScope,
  caseId: string,
  id: string,
  { isFavorite }: { isFavorite: boolean },
): Promise<Message> {
  const { userId } = scope;
  await changeAndTell(deps, async (db, tell) => {
    // Asked once nobody can withdraw it any more: what nobody sees is nobody's favourite.
    await cases.lockCase(db, scope.accountIds, caseId);
    const message = await seenMessage(db, scope, caseId, id);
    const isChanged = await (isFavorite
      ? repository.insertFavorite(db, userId, message)
      : repository.deleteFavorite(db, userId, id));
    if (isChanged) tell([userId], { type: 'messageFavorite', ...eventOf(message) });
  });
  return presentSeen(deps.db, userId, await seenMessage(deps.db, scope, caseId, id));
}

/** Notes that a client has read a message, once; answers it with the case's new counts. */
export async function readMessage(
  deps: Deps,
  scope: CaseScope,
  caseId: string,
  id: string,
): Promise<{ message: Message; akte: CaseSummary }> {
  const { userId } = scope;
  const message = await seenMessage(deps.db, scope, caseId, id);
  const asked = cases.countedCase.bind(deps.db, scope, caseId);
  const isRead = !message.isReceived || message.readAt !== null;
  const readAt = message.readAt ?? deps.clock.now().toISOString();
  const [read, found] = await Promise.all([
    presentSeen(deps.db, userId, { ...message, readAt }),
    isRead
      ? cases.countedCase.all(deps.db, scope, caseId)
      : markAndTell(deps, {
          userId,
          messageId: id,
          readAt,
          event: { type: 'messageRead', ...eventOf(message) },
          asked,
        }),
  ]);
  return { message: read, akte: cases.summaryFrom(found) };
}

/** A page of a client's favourites in a case and its folders. */
export async function favoritesOf(
  { db }: Deps,
  scope: CaseScope,
  caseId: string,
  cursor: string | undefined,
): Promise<{ messages: Message[]; totalCount: number; cursor?: string }> {
  const { userId } = scope;
  await cases.sharedCase({ db }, scope, caseId);
  const limit = limits.message.pageSize;
  const found = await repository.listFavorites(
    db,
    userId,
    caseId,
    limit,
    cursor === undefined ? undefined : decodeCursor(cursor),
  );
  const { rows, ...next } = toPage(found, limit, positionOf);
  const [messages, totalCount] = await Promise.all([
    presentAll(db, userId, rows),
    repository.countFavorites(db, userId, caseId),
  ]);
  return { messages, totalCount, ...next };
}

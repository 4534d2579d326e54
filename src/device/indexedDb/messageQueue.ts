/*
 * Offline queue (outbox) of messages in the browser, in IndexedDB. Sent and retried by
 * src/api/cases/sendQueuedMessages.ts.
 */
import { openTabChannel, type TabChannel } from '#src/device/tabChannel.ts';
import { del, delMany, get, keys, set, update } from './keyValues.ts';
import type { StoredFile } from '#schemas/files/files.ts';
import { forgetDraftsOf } from './draftStorage.ts';
import type { TimelineRef } from '#src/device/timelineRef.ts';

/** The answers of the message form. */
export type WrittenMessage = {
  Header: string;
  TextContent: string;
  UploadIds?: { entityId: string; name: string }[];
};

/** The reason why a message was returned: the user took it back, or the server refused it. */
export type Return =
  | 'takenBack'
  | { text: string }
  | {
      textId:
        | 'UploadLimit'
        | 'messages.noReply'
        | 'messages.notSent'
        | 'messages.earlierArrived'
        | 'messages.fileLost';
    };

/** The element of the message form that takes files. */
export const messageFiles = 'UploadIds' satisfies keyof WrittenMessage;

/** A file that is uploaded before its message is sent. */
export type QueuedFile = {
  /** the upload's Idempotency-Key */ key: string;
  name: string;
  /** set once it is uploaded */ stored?: StoredFile;
};
/** The bytes of a file. They have keys of their own: each change rewrites the whole queue. */
export type FileToSend = { key: string; file: File };

/** A message to be sent. It stays on this device until the server has answered. */
export type QueuedMessage = {
  /** Created when it was queued; the Idempotency-Key. */
  key: string;
  place: TimelineRef;
  written: WrittenMessage;
  /** Files that were not uploaded when the message was queued. */
  files?: readonly QueuedFile[];
  /** Upload keys and ids in the order in which the files were chosen. */
  turns?: readonly string[];
  /** ISO instant */
  queuedAt: string;
  /** Sent, but there was no response. */
  isWaiting?: boolean;
  /** The number of 5xx responses. */
  failures?: number;
  /** Set while it waits for its writer. */
  returned?: Return;
  /** The writer has closed the returned message and wants to continue later. */
  isPutOff?: boolean;
};

/**
 * Returns the files of a message in the order in which they were chosen, files of an earlier visit
 * first. The id is the upload's, or the key before it is uploaded.
 */
export function getAttachments({
  written: { UploadIds = [] },
  files = [],
  turns = [],
}: QueuedMessage): { id: string; name: string }[] {
  const all = [
    ...UploadIds.map(({ entityId, name }) => ({
      id: entityId,
      name,
      turn: turns.indexOf(entityId),
    })),
    ...files.map(({ key, name, stored }) => ({
      id: stored?.fileuploadId ?? key,
      name,
      turn: turns.indexOf(key),
    })),
  ].sort((a, b) => a.turn - b.turn);
  // a file may finish uploading while its message is queued
  return [...new Map(all.map(({ id, name }) => [id, { id, name }])).values()];
}

const getQueueKey = (userId: string): string => `messageQueue:${userId}`;
/** Queues of a browser without IndexedDB, lost with the page. */
const memoryQueues = new Map<string, readonly QueuedMessage[]>();
const memoryFiles = new Map<string, File>();

const getFilePrefix = (userId: string, messageKey = ''): string =>
  `messageQueueFile:${userId}:${messageKey && `${messageKey}:`}`;
const getFileKey = (userId: string, messageKey: string, { key }: { key: string }): string =>
  getFilePrefix(userId, messageKey) + key;

/** Returns true if the bytes are stored on disk. */
async function storeFile(name: string, file: File): Promise<boolean> {
  const isKept = await set(name, file).then(
    () => true,
    () => false,
  );
  if (!isKept) memoryFiles.set(name, file);
  return isKept;
}

async function deleteFiles(names: readonly string[]): Promise<void> {
  names.forEach((name) => memoryFiles.delete(name));
  await delMany([...names]).catch(() => undefined); // no IndexedDB
}

let channel: TabChannel | undefined;
const otherTabs = () => (channel ??= openTabChannel('formakte.messageQueue'));
const listeners = new Set<() => void>();
function notify(): void {
  listeners.forEach((listener) => listener());
  otherTabs().postMessage('changed');
}

/** Returns a user's queued messages in order. */
export async function getQueuedMessages(userId: string): Promise<readonly QueuedMessage[]> {
  const kept = (await get<QueuedMessage[]>(getQueueKey(userId)).catch(() => undefined)) ?? [];
  return [...kept, ...(memoryQueues.get(userId) ?? [])];
}

const findQueued = async (userId: string, key: string): Promise<QueuedMessage | undefined> =>
  (await getQueuedMessages(userId)).find((message) => message.key === key);

/**
 * Appends a message with the bytes of its files. Returns whether all of it is on disk; it is sent
 * in any case.
 */
export async function queueMessage(
  userId: string,
  message: QueuedMessage,
  files: readonly FileToSend[] = [],
): Promise<'kept' | 'unkept'> {
  const before = await findQueued(userId, message.key);
  const areKept = await Promise.all(
    files.map(({ key, file }) => storeFile(getFileKey(userId, message.key, { key }), file)),
  );
  const isKept = await update<readonly QueuedMessage[]>(getQueueKey(userId), (queue = []) => [
    ...queue.filter(({ key }) => key !== message.key),
    message,
  ]).then(
    () => true,
    () => false,
  );
  if (!isKept)
    memoryQueues.set(userId, [
      ...(memoryQueues.get(userId) ?? []).filter(({ key }) => key !== message.key),
      message,
    ]);
  await deleteFiles(
    (before?.files ?? [])
      .filter(({ key }) => !files.some((file) => file.key === key))
      .map((file) => getFileKey(userId, message.key, file)),
  );
  notify();
  return isKept && areKept.every(Boolean) ? 'kept' : 'unkept';
}

/** Returns the bytes of a queued file; undefined if the browser has evicted them. */
export async function getQueuedFile(
  userId: string,
  messageKey: string,
  file: QueuedFile,
): Promise<File | undefined> {
  const name = getFileKey(userId, messageKey, file);
  return (await get<File>(name).catch(() => undefined)) ?? memoryFiles.get(name);
}

/** Returns the files of a message that are not uploaded. */
export async function getFilesToSend(userId: string, messageKey: string): Promise<FileToSend[]> {
  const { files = [] } = (await findQueued(userId, messageKey)) ?? {};
  const left = await Promise.all(
    files
      .filter(({ stored }) => !stored)
      .map(async (each) => ({
        key: each.key,
        file: await getQueuedFile(userId, messageKey, each),
      })),
  );
  return left.flatMap(({ key, file }) => (file ? { key, file } : []));
}

async function updateQueue(
  userId: string,
  next: (queue: readonly QueuedMessage[]) => readonly QueuedMessage[],
): Promise<void> {
  memoryQueues.set(userId, next(memoryQueues.get(userId) ?? []));
  await update<readonly QueuedMessage[]>(getQueueKey(userId), (queue = []) => next(queue)).catch(
    () => undefined,
  ); // no IndexedDB
  notify();
}

/** Updates a message if it is still queued. */
export const updateQueued = (
  userId: string,
  key: string,
  changes: Partial<QueuedMessage>,
): Promise<void> =>
  updateQueue(userId, (queue) =>
    queue.map((message) => (message.key === key ? { ...message, ...changes } : message)),
  );

/** Deletes a message that was sent or discarded. */
export async function deleteQueued(userId: string, key: string): Promise<void> {
  const { files = [] } = (await findQueued(userId, key)) ?? {};
  await updateQueue(userId, (queue) => queue.filter((message) => message.key !== key));
  await deleteFiles(files.map((file) => getFileKey(userId, key, file)));
}

/** Deletes one file of a message. */
export async function deleteQueuedFile(
  userId: string,
  messageKey: string,
  key: string,
): Promise<void> {
  await updateQueue(userId, (queue) =>
    queue.map((message) =>
      message.key === messageKey && message.files
        ? { ...message, files: message.files.filter((file) => file.key !== key) }
        : message,
    ),
  );
  await deleteFiles([getFileKey(userId, messageKey, { key })]);
}

const getDraftPrefix = (userId: string): string => `message:${userId}:`;

/** Returns the draft name of a message: one per timeline, and one per returned message. */
export const getMessageDraftName = (
  userId: string,
  { acc, akte, folder = '' }: TimelineRef,
  returnedKey = '',
): string => [getDraftPrefix(userId) + acc, akte, folder, returnedKey].join(':');

/** Returns the draft name of a task. */
export const getTaskDraftName = (userId: string, workflowKey: string): string =>
  `${getDraftPrefix(userId)}task:${workflowKey}`;

/** Returns the draft name of a firm's message in a case. */
export const getFirmDraftName = (userId: string, caseId: string): string =>
  `${getDraftPrefix(userId)}firm:${caseId}`;

/** Returns the draft name of a question to support. */
export const getSupportDraftName = (userId: string): string => `${getDraftPrefix(userId)}support`;

/** Deletes a user's queue and drafts at a logout. */
export async function deleteQueueAndDrafts(userId: string): Promise<void> {
  memoryQueues.delete(userId);
  const names = [...memoryFiles.keys(), ...(await keys().catch(() => []))].filter((name) =>
    name.startsWith(getFilePrefix(userId)),
  );
  await Promise.all([
    del(getQueueKey(userId)).catch(() => undefined),
    deleteFiles(names),
    forgetDraftsOf(getDraftPrefix(userId)),
  ]);
  notify();
}

/** Subscribes to changes of queues in any tab. Returns the function that unsubscribes. */
export function onQueueChange(listener: () => void): () => void {
  listeners.add(listener);
  otherTabs().addEventListener('message', listener);
  return () => {
    listeners.delete(listener);
    otherTabs().removeEventListener('message', listener);
  };
}

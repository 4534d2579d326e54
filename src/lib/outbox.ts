import { del, delMany, get, keys, set, update } from 'idb-keyval';
import type { StoredFile } from '#schemas/files.ts';
import { forgetDraftsOf } from './drafts.ts';
import type { TimelinePlace } from './timelinePlace.ts';

/** What somebody has written in the form for messages. */
export type WrittenMessage = {
  Header: string;
  TextContent: string;
  UploadIds?: { entityId: string; name: string }[];
};

/** Why a message came back: its writer took it back, or the server refused it, in its own words or by the id of one of our texts. */
export type Return =
  | 'takenBack'
  | { text: string }
  | {
      textId: 'UploadLimit' | 'messages.notSent' | 'messages.earlierArrived' | 'messages.fileLost';
    };

/** The element of the form for messages that takes files. */
export const messageFiles = 'UploadIds' satisfies keyof WrittenMessage;

/** A file that goes up before its message does. */
export type QueuedFile = {
  /** its upload's Idempotency-Key */ key: string;
  name: string;
  /** it has arrived */ stored?: StoredFile;
};
/** A file with its bytes, which are kept beside the queue: that is written anew with every change. */
export type FileToSend = { key: string; file: File };

/** A message that is to be sent (product.md §3, Message). It stays on this device until the server has answered. */
export type QueuedMessage = {
  /** Made when it was queued, and its Idempotency-Key. */
  key: string;
  place: TimelinePlace;
  written: WrittenMessage;
  /** What was still on its way when the message was queued. */
  files?: readonly QueuedFile[];
  /** In which order its files were chosen: each by its key, and by the id of its upload. */
  turns?: readonly string[];
  /** ISO instant */
  queuedAt: string;
  /** It was tried, and no answer came. */
  isWaiting?: boolean;
  /** How often the server could not take it. */
  failures?: number;
  /** It waits for its writer, not for the net. */
  returned?: Return;
  /** Its writer has seen it come back and wants to go on later. */
  isPutOff?: boolean;
};

/** What goes with a message, in the order in which it was chosen, with what an earlier visit has left before it: by the id of its upload, until it has arrived by its key. */
export function attachmentsOf({
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
  return [...new Map(all.map(({ id, name }) => [id, { id, name }])).values()]; // one may have arrived while its message was queued
}

const keyOf = (userId: string): string => `outbox:${userId}`;
/** What a browser without a database holds: for as long as the page is open. */
const unkept = new Map<string, readonly QueuedMessage[]>();
const unkeptFiles = new Map<string, File>();

const filesOf = (userId: string, messageKey = ''): string =>
  `outboxFile:${userId}:${messageKey && `${messageKey}:`}`;
const nameOf = (userId: string, messageKey: string, { key }: { key: string }): string =>
  filesOf(userId, messageKey) + key;

/** Answers whether the bytes are safe on the disk. */
async function keepFile(name: string, file: File): Promise<boolean> {
  const isKept = await set(name, file).then(
    () => true,
    () => false,
  );
  if (!isKept) unkeptFiles.set(name, file);
  return isKept;
}

async function dropFiles(names: readonly string[]): Promise<void> {
  names.forEach((name) => unkeptFiles.delete(name));
  await delMany([...names]).catch(() => undefined); // no database: there is nothing else
}

let channel: BroadcastChannel | undefined;
const otherTabs = (): BroadcastChannel => (channel ??= new BroadcastChannel('formakte.outbox'));
const listeners = new Set<() => void>();
function tell(): void {
  listeners.forEach((listener) => listener());
  otherTabs().postMessage('changed');
}

/** A user's messages that are to be sent, in their order. */
export async function queuedMessages(userId: string): Promise<readonly QueuedMessage[]> {
  const kept = (await get<QueuedMessage[]>(keyOf(userId)).catch(() => undefined)) ?? [];
  return [...kept, ...(unkept.get(userId) ?? [])];
}

const findQueued = async (userId: string, key: string): Promise<QueuedMessage | undefined> =>
  (await queuedMessages(userId)).find((message) => message.key === key);

/** At the end of the queue, with the bytes of its files. Answers whether all is safe on the disk; it is sent in any case. */
export async function queueMessage(
  userId: string,
  message: QueuedMessage,
  files: readonly FileToSend[] = [],
): Promise<'kept' | 'unkept'> {
  const before = await findQueued(userId, message.key);
  const areKept = await Promise.all(
    files.map(({ key, file }) => keepFile(nameOf(userId, message.key, { key }), file)),
  );
  const isKept = await update<readonly QueuedMessage[]>(keyOf(userId), (queue = []) => [
    ...queue.filter(({ key }) => key !== message.key),
    message,
  ]).then(
    () => true,
    () => false,
  );
  if (!isKept)
    unkept.set(userId, [
      ...(unkept.get(userId) ?? []).filter(({ key }) => key !== message.key),
      message,
    ]);
  await dropFiles(
    (before?.files ?? [])
      .filter(({ key }) => !files.some((file) => file.key === key))
      .map((file) => nameOf(userId, message.key, file)),
  );
  tell();
  return isKept && areKept.every(Boolean) ? 'kept' : 'unkept';
}

/** The bytes of a queued file; undefined where the browser has let go of them. */
export async function queuedFile(
  userId: string,
  messageKey: string,
  file: QueuedFile,
): Promise<File | undefined> {
  const name = nameOf(userId, messageKey, file);
  return (await get<File>(name).catch(() => undefined)) ?? unkeptFiles.get(name);
}

/** What of a message's files has not arrived. */
export async function filesToSend(userId: string, messageKey: string): Promise<FileToSend[]> {
  const { files = [] } = (await findQueued(userId, messageKey)) ?? {};
  const left = await Promise.all(
    files
      .filter(({ stored }) => !stored)
      .map(async (each) => ({ key: each.key, file: await queuedFile(userId, messageKey, each) })),
  );
  return left.flatMap(({ key, file }) => (file ? { key, file } : []));
}

async function change(
  userId: string,
  next: (queue: readonly QueuedMessage[]) => readonly QueuedMessage[],
): Promise<void> {
  unkept.set(userId, next(unkept.get(userId) ?? []));
  await update<readonly QueuedMessage[]>(keyOf(userId), (queue = []) => next(queue)).catch(
    () => undefined,
  ); // no database: there is nothing else
  tell();
}

/** Notes how it stands with a message, if it is still there. */
export const changeQueued = (
  userId: string,
  key: string,
  changes: Partial<QueuedMessage>,
): Promise<void> =>
  change(userId, (queue) =>
    queue.map((message) => (message.key === key ? { ...message, ...changes } : message)),
  );

/** It has arrived, or its writer has thrown it away. */
export async function dropQueued(userId: string, key: string): Promise<void> {
  const { files = [] } = (await findQueued(userId, key)) ?? {};
  await change(userId, (queue) => queue.filter((message) => message.key !== key));
  await dropFiles(files.map((file) => nameOf(userId, key, file)));
}

/** One of its files does not belong to it any more. */
export async function dropQueuedFile(
  userId: string,
  messageKey: string,
  key: string,
): Promise<void> {
  await change(userId, (queue) =>
    queue.map((message) =>
      message.key === messageKey && message.files
        ? { ...message, files: message.files.filter((file) => file.key !== key) }
        : message,
    ),
  );
  await dropFiles([nameOf(userId, messageKey, { key })]);
}

const draftsOf = (userId: string): string => `message:${userId}:`;

/** The name under which a message is kept while it is written: one per timeline, and one for each that came back. */
export const messageDraft = (
  userId: string,
  { acc, akte, folder = '' }: TimelinePlace,
  returnedKey = '',
): string => [draftsOf(userId) + acc, akte, folder, returnedKey].join(':');

/** The name under which the answers of a task are kept while they are written. */
export const taskDraft = (userId: string, workflowKey: string): string =>
  `${draftsOf(userId)}task:${workflowKey}`;

/** The name under which a question to support is kept while it is written. */
export const supportDraft = (userId: string): string => `${draftsOf(userId)}support`;

/** Removes what a user has queued and begun: whoever logs out leaves nothing behind. */
export async function forgetWritten(userId: string): Promise<void> {
  unkept.delete(userId);
  const names = [...unkeptFiles.keys(), ...(await keys<string>().catch(() => []))].filter((name) =>
    name.startsWith(filesOf(userId)),
  );
  await Promise.all([
    del(keyOf(userId)).catch(() => undefined),
    dropFiles(names),
    forgetDraftsOf(draftsOf(userId)),
  ]);
  tell();
}

/** Hears that queues have changed, in any tab. Answers the function that stops listening. */
export function onOutboxNews(listener: () => void): () => void {
  listeners.add(listener);
  otherTabs().addEventListener('message', listener);
  return () => {
    listeners.delete(listener);
    otherTabs().removeEventListener('message', listener);
  };
}

import { del, get, update } from 'idb-keyval';
import { forgetDraftsOf } from './drafts.ts';
import type { TimelinePlace } from './timelinePlace.ts';

/** What somebody has written in the form for messages. */
export type WrittenMessage = { Header: string; TextContent: string; UploadIds?: { entityId: string; name: string }[] };

/** Why a message came back: its writer took it back, or the server refused it, in its own words or by the id of one of our texts. */
export type Return = 'takenBack' | { text: string } | { textId: 'UploadLimit' | 'messages.notSent' | 'messages.earlierArrived' };

/** A message that is to be sent (product.md §3, Message). It stays on this device until the server has answered. */
export type QueuedMessage = {
  /** Made when it was queued, and its Idempotency-Key. */
  key: string;
  place: TimelinePlace;
  written: WrittenMessage;
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

const keyOf = (userId: string): string => `outbox:${userId}`;
/** What a browser without a database holds: for as long as the page is open. */
const unkept = new Map<string, readonly QueuedMessage[]>();

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

/** At the end of the queue. Answers whether it is safe on the disk; it is sent in any case. */
export async function queueMessage(userId: string, message: QueuedMessage): Promise<'kept' | 'unkept'> {
  const isKept = await update<readonly QueuedMessage[]>(keyOf(userId), (queue = []) => [...queue.filter(({ key }) => key !== message.key), message]).then(() => true, () => false);
  if (!isKept) unkept.set(userId, [...(unkept.get(userId) ?? []).filter(({ key }) => key !== message.key), message]);
  tell();
  return isKept ? 'kept' : 'unkept';
}

async function change(userId: string, next: (queue: readonly QueuedMessage[]) => readonly QueuedMessage[]): Promise<void> {
  unkept.set(userId, next(unkept.get(userId) ?? []));
  await update<readonly QueuedMessage[]>(keyOf(userId), (queue = []) => next(queue)).catch(() => undefined); // no database: there is nothing else
  tell();
}

/** Notes how it stands with a message, if it is still there. */
export const changeQueued = (userId: string, key: string, changes: Partial<QueuedMessage>): Promise<void> =>
  change(userId, (queue) => queue.map((message) => (message.key === key ? { ...message, ...changes } : message)));

/** It has arrived, or its writer has thrown it away. */
export const dropQueued = (userId: string, key: string): Promise<void> => change(userId, (queue) => queue.filter((message) => message.key !== key));

const draftsOf = (userId: string): string => `message:${userId}:`;

/** The name under which a message is kept while it is written: one per timeline, and one for each that came back. */
export const messageDraft = (userId: string, { acc, akte, folder = '' }: TimelinePlace, returnedKey = ''): string => [draftsOf(userId) + acc, akte, folder, returnedKey].join(':');

/** The name under which the answers of a task are kept while they are written. */
export const taskDraft = (userId: string, workflowKey: string): string => `${draftsOf(userId)}task:${workflowKey}`;

/** Removes what a user has queued and begun: whoever logs out leaves nothing behind. */
export async function forgetWritten(userId: string): Promise<void> {
  unkept.delete(userId);
  await Promise.all([del(keyOf(userId)).catch(() => undefined), forgetDraftsOf(draftsOf(userId))]);
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

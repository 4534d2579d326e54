import type { StoredFile } from '#schemas/files.ts';
import { limits } from '#schemas/limits.ts';
import { inOneTab } from '#src/lib/oneTab.ts';
import {
  changeQueued,
  dropQueued,
  onOutboxNews,
  queuedFile,
  queuedMessages,
  type QueuedMessage,
  type Return,
} from '#src/lib/outbox.ts';
import { isFinal, isNetworkError, problemOf, type ApiError } from './errors.ts';
import { isAbort } from './send.ts';

const { resendAfterMs, sendEveryMs, triesAtFailures } = limits.message;

export type OutboxOptions = {
  userId: string;
  /** Brings one file to the server; rejects with an ApiError, or with an AbortError after `signal`. */
  upload: (file: File, idempotencyKey: string, signal: AbortSignal) => Promise<StoredFile>;
  /** Sends one message, whose files have arrived; rejects with an ApiError. */
  send: (message: QueuedMessage) => Promise<unknown>;
  /** A message came back to its writer. */
  onReturned: (message: QueuedMessage, why: Return) => void;
};

/** Its file did not get there, or it is lost. */
class FileFailure {
  constructor(
    readonly name: string,
    readonly error: ApiError | 'lost',
  ) {}
}

/** Why a message goes back to its writer after this; undefined when it is to be tried again (calls.md §8; decisions.md, Traps). */
function returnAfter(
  failed: ApiError | FileFailure,
  { failures = 0 }: QueuedMessage,
): Return | undefined {
  const isOfFile = failed instanceof FileFailure;
  const error = isOfFile ? failed.error : failed;
  if (error === 'lost') return { textId: 'messages.fileLost' };
  const { status } = error;
  if (isNetworkError(error) || status === 401 || status === 429) return undefined;
  if (!isFinal(error))
    return failures + 1 < triesAtFailures ? undefined : { textId: 'messages.notSent' };
  if (status === 403) return { textId: 'UploadLimit' };
  if (status === 409 && !isOfFile) return { textId: 'messages.earlierArrived' };
  const problem = problemOf(error);
  const text = Object.values(problem?.fields ?? {})[0] ?? problem?.reasonMessage;
  if (!text) return { textId: 'messages.notSent' };
  return { text: isOfFile ? `${failed.name}: ${text}` : text };
}

/** The server has let go of a file before its message came. */
const isAboutFiles = (failed: ApiError | FileFailure): boolean =>
  !(failed instanceof FileFailure) &&
  Object.keys(problemOf(failed)?.fields ?? {}).some((pointer) => pointer.startsWith('/UploadIds'));

/** Until one of these happens, or the signal. */
function until(signal: AbortSignal, listen: (happened: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stop();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const stop = listen(end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

const passed = (ms: number, signal: AbortSignal) =>
  until(signal, (happened) => {
    const timer = setTimeout(happened, ms);
    return () => clearTimeout(timer);
  });

const isWorthATry = (signal: AbortSignal) =>
  until(signal, (happened) => {
    const timer = setTimeout(happened, resendAfterMs);
    addEventListener('online', happened);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', happened);
    };
  });

/** Ends with `signal`, and when a message is not to be sent any more. */
function whileQueued(
  userId: string,
  { key }: QueuedMessage,
  signal: AbortSignal,
): { signal: AbortSignal; end: () => void } {
  const work = new AbortController();
  const end = () => work.abort();
  const look = async () => {
    const message = (await queuedMessages(userId)).find((each) => each.key === key);
    if (!message || message.returned) end();
  };
  signal.addEventListener('abort', end);
  const stopListening = onOutboxNews(() => void look());
  return {
    signal: work.signal,
    end() {
      signal.removeEventListener('abort', end);
      stopListening();
    },
  };
}

/** Brings what a message's files have not sent yet to the server, each noted as it arrives. Answers the message as it can be sent. */
async function withFiles(
  message: QueuedMessage,
  { userId, upload }: OutboxOptions,
  signal: AbortSignal,
): Promise<QueuedMessage> {
  let { files = [] } = message;
  for (const queued of files.filter(({ stored }) => !stored)) {
    signal.throwIfAborted();
    const file = await queuedFile(userId, message.key, queued);
    if (!file) throw new FileFailure(queued.name, 'lost');
    const stored = await upload(file, queued.key, signal).catch((error: unknown) => {
      throw isAbort(error) ? error : new FileFailure(queued.name, error as ApiError); // as `upload` promises
    });
    files = files.map((each) => (each.key === queued.key ? { ...each, stored } : each));
    await changeQueued(userId, message.key, { files });
  }
  signal.throwIfAborted();
  return { ...message, files };
}

/** Sends what is queued, in its order, one each 1.5 s. A message without an answer holds up those behind it: they were written after it. */
async function empty(options: OutboxOptions, signal: AbortSignal): Promise<void> {
  const { userId, send, onReturned } = options;
  let turn = Promise.resolve();

  async function hasGone(message: QueuedMessage): Promise<boolean> {
    const work = whileQueued(userId, message, signal);
    try {
      const whole = await withFiles(message, options, work.signal);
      turn = passed(sendEveryMs, signal);
      await send(whole);
      await dropQueued(userId, message.key);
      return true;
    } catch (thrown) {
      if (isAbort(thrown)) return true; // taken back meanwhile, or the turn is over
      const failed = thrown as ApiError | FileFailure; // as `send` promises
      const returned = returnAfter(failed, message);
      if (returned) {
        const files = isAboutFiles(failed) && message.files?.map(({ stored: _, ...file }) => file);
        await changeQueued(userId, message.key, {
          returned,
          isWaiting: false,
          failures: 0,
          ...(files ? { files } : {}),
        });
        onReturned(message, returned);
        return true;
      }
      const { status } = failed instanceof FileFailure ? (failed.error as ApiError) : failed; // a lost file has come back
      const failures = (message.failures ?? 0) + (status >= 500 ? 1 : 0);
      if (!message.isWaiting || failures !== message.failures)
        await changeQueued(userId, message.key, { isWaiting: true, failures });
      return false;
    } finally {
      work.end();
    }
  }

  while (!signal.aborted) {
    const next = (await queuedMessages(userId)).find(({ returned }) => !returned);
    if (!next) return;
    turn = Promise.resolve();
    if (navigator.onLine && (await hasGone(next))) await turn;
    else await isWorthATry(signal);
  }
}

/** Sends a user's queued messages until `signal`, in one tab of the browser at a time. */
export async function sendQueued(options: OutboxOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const news = until(signal, onOutboxNews); // listens before it looks: nothing that is queued in between is missed
    await inOneTab(`outbox:${options.userId}`, signal, (turn) => empty(options, turn));
    await news;
  }
}

/*
 * Sends the queued messages of src/device/indexedDb/messageQueue.ts in the leader tab, and retries when the
 * device is online again.
 */
import type { StoredFile } from '#schemas/files/files.ts';
import { messageLimits } from '#schemas/cases/limits.ts';
import { runInLeaderTab } from '#src/device/tabLeader.ts';
import {
  updateQueued,
  deleteQueued,
  onQueueChange,
  getQueuedFile,
  getQueuedMessages,
  type QueuedMessage,
  type Return,
} from '#src/device/indexedDb/messageQueue.ts';
import {
  getProblem,
  isApiError,
  isFinal,
  isNetworkError,
  toApiError,
  type ApiError,
} from '#src/api/client/errors.ts';
import { isAbort } from '#src/api/client/sendWithRetries.ts';

const { resendAfterMs, sendEveryMs, attemptsAtFailures } = messageLimits;

export type MessageQueueOptions = {
  userId: string;
  /** Uploads one file; rejects with an ApiError, or with an AbortError after `signal`. */
  upload: (file: File, idempotencyKey: string, signal: AbortSignal) => Promise<StoredFile>;
  /** Sends one message whose files are uploaded; rejects with an ApiError. */
  send: (message: QueuedMessage) => Promise<unknown>;
  /** A message was returned to its writer. */
  onReturned: (message: QueuedMessage, why: Return) => void;
};

/** The upload of a file failed, or its bytes are lost. */
class FileFailure {
  constructor(
    readonly name: string,
    readonly error: ApiError | 'lost',
  ) {}
}

/** Logs a fault of the code and counts it like one of the server, so that the message returns. */
function readFailure(thrown: unknown): ApiError {
  if (isApiError(thrown)) return thrown;
  console.error('A queued message was not sent because of', thrown);
  return toApiError(500, undefined);
}

/** Returns why a message goes back to its writer after an error; undefined if it is retried. */
function returnAfter(
  failed: ApiError | FileFailure,
  { failures = 0, written, files = [] }: QueuedMessage,
): Return | undefined {
  const isOfFile = failed instanceof FileFailure;
  const error = isOfFile ? failed.error : failed;
  if (error === 'lost') return { textId: 'messages.fileLost' };
  const { status } = error;
  if (isNetworkError(error) || status === 401 || status === 429) return undefined;
  if (!isFinal(error))
    return failures + 1 < attemptsAtFailures ? undefined : { textId: 'messages.notSent' };
  if (status === 403) {
    const hasFiles = files.length > 0 || (written.UploadIds ?? []).length > 0;
    return { textId: hasFiles ? 'UploadLimit' : 'messages.noReply' };
  }
  if (status === 409 && !isOfFile) return { textId: 'messages.earlierArrived' };
  const problem = getProblem(error);
  const text = Object.values(problem?.fields ?? {})[0] ?? problem?.reasonMessage;
  if (!text) return { textId: 'messages.notSent' };
  return { text: isOfFile ? `${failed.name}: ${text}` : text };
}

/** The server has deleted an uploaded file before its message was sent. */
const isAboutFiles = (failed: ApiError | FileFailure): boolean =>
  !(failed instanceof FileFailure) &&
  Object.keys(getProblem(failed)?.fields ?? {}).some((pointer) => pointer.startsWith('/UploadIds'));

/** Resolves on the first event, or when `signal` aborts. */
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

const waitMs = (ms: number, signal: AbortSignal) =>
  until(signal, (happened) => {
    const timer = setTimeout(happened, ms);
    return () => clearTimeout(timer);
  });

const waitForRetry = (signal: AbortSignal) =>
  until(signal, (happened) => {
    const timer = setTimeout(happened, resendAfterMs);
    addEventListener('online', happened);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', happened);
    };
  });

/** Aborts with `signal`, and when the message leaves the queue. */
function whileQueued(
  userId: string,
  { key }: QueuedMessage,
  signal: AbortSignal,
): { signal: AbortSignal; end: () => void } {
  const work = new AbortController();
  const end = () => work.abort();
  const look = async () => {
    const message = (await getQueuedMessages(userId)).find((each) => each.key === key);
    if (!message || message.returned) end();
  };
  signal.addEventListener('abort', end);
  const stopListening = onQueueChange(() => void look());
  return {
    signal: work.signal,
    end() {
      signal.removeEventListener('abort', end);
      stopListening();
    },
  };
}

/** The file on disk may have been changed or deleted since. Then not even one byte can be read. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch (error) {
    return !(error instanceof DOMException);
  }
}

/**
 * Uploads the files of a message that are still missing and stores each result. Returns the message
 * ready to send.
 */
async function withFiles(
  message: QueuedMessage,
  { userId, upload }: MessageQueueOptions,
  signal: AbortSignal,
): Promise<QueuedMessage> {
  let { files = [] } = message;
  for (const queued of files.filter(({ stored }) => !stored)) {
    signal.throwIfAborted();
    const file = await getQueuedFile(userId, message.key, queued);
    if (!file) throw new FileFailure(queued.name, 'lost');
    const stored = await upload(file, queued.key, signal).catch(async (error: unknown) => {
      if (isAbort(error)) throw error;
      const failed = readFailure(error);
      // The browser reports a file that it cannot read as a network error.
      const isLost = isNetworkError(failed) && !(await isReadable(file));
      throw new FileFailure(queued.name, isLost ? 'lost' : failed);
    });
    files = files.map((each) => (each.key === queued.key ? { ...each, stored } : each));
    await updateQueued(userId, message.key, { files });
  }
  signal.throwIfAborted();
  return { ...message, files };
}

/**
 * Sends the queue in order, one message every 1.5 s. A message without an answer blocks the later
 * ones, because they were written after it.
 */
async function sendUntilEmpty(options: MessageQueueOptions, signal: AbortSignal): Promise<void> {
  const { userId, send, onReturned } = options;
  let turn = Promise.resolve();

  async function trySend(message: QueuedMessage): Promise<boolean> {
    const work = whileQueued(userId, message, signal);
    try {
      const whole = await withFiles(message, options, work.signal);
      turn = waitMs(sendEveryMs, signal);
      await send(whole);
      await deleteQueued(userId, message.key);
      return true;
    } catch (thrown) {
      if (isAbort(thrown)) return true; // taken back, or another tab leads now
      const failed = thrown instanceof FileFailure ? thrown : readFailure(thrown);
      const returned = returnAfter(failed, message);
      if (returned) {
        const files = isAboutFiles(failed) && message.files?.map(({ stored: _, ...file }) => file);
        await updateQueued(userId, message.key, {
          returned,
          isWaiting: false,
          failures: 0,
          ...(files ? { files } : {}),
        });
        onReturned(message, returned);
        return true;
      }
      // the user has added a lost file again
      const { status } = failed instanceof FileFailure ? (failed.error as ApiError) : failed;
      const failures = (message.failures ?? 0) + (status >= 500 ? 1 : 0);
      if (!message.isWaiting || failures !== message.failures)
        await updateQueued(userId, message.key, { isWaiting: true, failures });
      return false;
    } finally {
      work.end();
    }
  }

  while (!signal.aborted) {
    const next = (await getQueuedMessages(userId)).find(({ returned }) => !returned);
    if (!next) return;
    turn = Promise.resolve();
    if (navigator.onLine && (await trySend(next))) await turn;
    else await waitForRetry(signal);
  }
}

/** Sends a user's queued messages until `signal` aborts, in the leader tab only. */
export async function sendQueued(options: MessageQueueOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // subscribes before it reads: no message is missed in between
    const news = until(signal, onQueueChange);
    await runInLeaderTab(`messageQueue:${options.userId}`, signal, (turn) =>
      sendUntilEmpty(options, turn),
    );
    await news;
  }
}

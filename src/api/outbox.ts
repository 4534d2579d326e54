import { limits } from '#schemas/limits.ts';
import { inOneTab } from '#src/lib/oneTab.ts';
import { changeQueued, dropQueued, onOutboxNews, queuedMessages, type QueuedMessage, type Return } from '#src/lib/outbox.ts';
import { isFinal, isNetworkError, problemOf, type ApiError } from './errors.ts';

const { resendAfterMs, sendEveryMs, triesAtFailures } = limits.message;

export type OutboxOptions = {
  userId: string;
  /** Sends one message; rejects with an ApiError. */
  send: (message: QueuedMessage) => Promise<unknown>;
  /** A message came back to its writer. */
  onReturned: (message: QueuedMessage, why: Return) => void;
};

/** Why a message goes back to its writer after this; undefined when it is to be tried again (calls.md §8; decisions.md, Traps). */
function returnAfter(error: ApiError, { failures = 0 }: QueuedMessage): Return | undefined {
  const { status } = error;
  if (isNetworkError(error) || status === 401 || status === 429) return undefined;
  if (!isFinal(error)) return failures + 1 < triesAtFailures ? undefined : { textId: 'messages.notSent' };
  if (status === 403) return { textId: 'UploadLimit' };
  if (status === 409) return { textId: 'messages.earlierArrived' };
  const problem = problemOf(error);
  const text = Object.values(problem?.fields ?? {})[0] ?? problem?.reasonMessage;
  return text ? { text } : { textId: 'messages.notSent' };
}

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

const passed = (ms: number, signal: AbortSignal) => until(signal, (happened) => {
  const timer = setTimeout(happened, ms);
  return () => clearTimeout(timer);
});

const isWorthATry = (signal: AbortSignal) => until(signal, (happened) => {
  const timer = setTimeout(happened, resendAfterMs);
  addEventListener('online', happened);
  return () => {
    clearTimeout(timer);
    removeEventListener('online', happened);
  };
});

/** Sends what is queued, in its order, one each 1.5 s. A message without an answer holds up those behind it: they were written after it. */
async function empty({ userId, send, onReturned }: OutboxOptions, signal: AbortSignal): Promise<void> {
  async function hasGone(message: QueuedMessage): Promise<boolean> {
    try {
      await send(message);
      await dropQueued(userId, message.key);
      return true;
    } catch (thrown) {
      const error = thrown as ApiError; // as `send` promises
      const returned = returnAfter(error, message);
      if (returned) {
        await changeQueued(userId, message.key, { returned, isWaiting: false, failures: 0 });
        onReturned(message, returned);
        return true;
      }
      const failures = (message.failures ?? 0) + (error.status >= 500 ? 1 : 0);
      if (!message.isWaiting || failures !== message.failures) await changeQueued(userId, message.key, { isWaiting: true, failures });
      return false;
    }
  }

  while (!signal.aborted) {
    const next = (await queuedMessages(userId)).find(({ returned }) => !returned);
    if (!next) return;
    const turn = passed(sendEveryMs, signal);
    await (navigator.onLine && (await hasGone(next)) ? turn : isWorthATry(signal));
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

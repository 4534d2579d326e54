import { limits } from '#schemas/limits.ts';
import { apiError, networkError, type ApiError } from './errors.ts';
import { createQueue } from './queue.ts';

const { retryNotReadyDelayMs, retryNotReadyTimes, retryOtherDelayMs, retryOtherTimes } =
  limits.client;

export type Answer = { status: number; body: unknown };
export type Outcome = { data: unknown } | { error: ApiError };

/** What a call answered; throws its error, as RTK Query rejects with. */
export function dataOf(outcome: Outcome): unknown {
  if ('error' in outcome) throw outcome.error; // an ApiError
  return outcome.data;
}

type Delay = (ms: number) => Promise<void>;

const wait: Delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const noAnswer: Answer = { status: 0, body: undefined };

/** Somebody took the call back: that is no failure to try again after. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** 503 and 204 mean "not ready yet"; a network failure or another 5xx may pass; any 4xx is final (decisions.md). */
function retryAfter(
  status: number,
  tries: { notReady: number; other: number },
  isTriedOnce: boolean,
): number | undefined {
  const isNotReady = status === 503 || status === 204;
  if (isNotReady) return tries.notReady++ < retryNotReadyTimes ? retryNotReadyDelayMs : undefined;
  const mayPass = !isTriedOnce && (status === 0 || status >= 500);
  return mayPass && tries.other++ < retryOtherTimes ? retryOtherDelayMs : undefined;
}

/**
 * Makes the function every call goes through, JSON or bytes: queued, tried again by the specification's rule, and
 * answered as data or as an error. What is to be tried once is tried again only where the server was not ready to look at it. An attempt rejects when no answer came; with an AbortError it is not tried again.
 */
export function createSend(delay: Delay = wait) {
  const queue = createQueue();

  return async function send(
    attempt: () => Promise<Answer>,
    isTriedOnce = false,
  ): Promise<Outcome> {
    const tries = { notReady: 0, other: 0 };
    const answered = () =>
      attempt().catch((error: unknown) => {
        if (isAbort(error)) throw error;
        return noAnswer;
      });
    for (;;) {
      const { status, body } = await queue.schedule(answered);
      if (status >= 200 && status < 300 && status !== 204) return { data: body };
      const delayMs = retryAfter(status, tries, isTriedOnce);
      if (delayMs === undefined)
        return { error: status === 0 ? networkError : apiError(status, body) };
      await delay(delayMs);
    }
  };
}

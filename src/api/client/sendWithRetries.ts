import { clientLimits } from '#schemas/platform/limits.ts';
import { toApiError, networkError, type ApiError } from './errors.ts';
import { createRateLimit } from './rateLimit.ts';

const { retryNotReadyDelayMs, retryNotReadyTimes, retryOtherDelayMs, retryOtherTimes } =
  clientLimits;

export type Answer = { status: number; body: unknown };
export type Outcome = { data: unknown } | { error: ApiError };

/** Returns the data of a call, or throws its error like RTK Query's unwrap. */
export function getData(outcome: Outcome): unknown {
  if ('error' in outcome) throw outcome.error; // throws an ApiError
  return outcome.data;
}

type Delay = (ms: number) => Promise<void>;

const wait: Delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const noAnswer: Answer = { status: 0, body: undefined };

/** Returns true for an aborted call, which is not retried. */
export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/**
 * Returns the delay before a retry. 503 and 204 mean "not ready yet"; a network error or another
 * 5xx may be temporary; a 4xx is final.
 */
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
 * Creates the function that sends every call: through the rate limit, with retries, with data or an
 * error as its result. A call that must run once is retried only if the server was not ready. An
 * attempt rejects without a response; an AbortError is not retried.
 */
export function createRetryingSend(delay: Delay = wait) {
  const runRateLimited = createRateLimit();

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
      const { status, body } = await runRateLimited(answered);
      if (status >= 200 && status < 300 && status !== 204) return { data: body };
      const delayMs = retryAfter(status, tries, isTriedOnce);
      if (delayMs === undefined)
        return { error: status === 0 ? networkError : toApiError(status, body) };
      await delay(delayMs);
    }
  };
}

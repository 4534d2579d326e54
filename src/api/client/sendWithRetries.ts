import { clientLimits } from '#schemas/platform/limits.ts';
import { toApiError, networkError, type ApiError } from './errors.ts';
import { createRateLimit } from './rateLimit.ts';

const { retryNotReadyDelayMs, retryNotReadyTimes, retryOtherDelayMs, retryOtherTimes } =
  clientLimits;

/** Facts about a response besides its body. */
export type ResponseMeta = { etag?: string | undefined };
export type Answer = { status: number; body: unknown } & ResponseMeta;
export type Outcome = { data: unknown; meta?: ResponseMeta } | { error: ApiError };

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
  retries: { notReady: number; other: number },
  isNeverRetried: boolean,
): number | undefined {
  const isNotReady = status === 503 || status === 204;
  if (isNotReady) return retries.notReady++ < retryNotReadyTimes ? retryNotReadyDelayMs : undefined;
  const mayPass = !isNeverRetried && (status === 0 || status >= 500);
  return mayPass && retries.other++ < retryOtherTimes ? retryOtherDelayMs : undefined;
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
    { isNeverRetried = false, isAction = true } = {},
  ): Promise<Outcome> {
    const retries = { notReady: 0, other: 0 };
    const answered = () =>
      attempt().catch((error: unknown) => {
        if (isAbort(error)) throw error;
        return noAnswer;
      });
    for (;;) {
      const { status, body, etag } = await runRateLimited(answered, isAction ? 'action' : 'query');
      if (status >= 200 && status < 300 && status !== 204)
        return { data: body, ...(etag === undefined ? {} : { meta: { etag } }) };
      const delayMs = retryAfter(status, retries, isNeverRetried);
      if (delayMs === undefined)
        return { error: status === 0 ? networkError : toApiError(status, body) };
      await delay(delayMs);
    }
  };
}

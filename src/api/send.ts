import ky, { type KyInstance } from 'ky';
import { limits } from '#schemas/limits.ts';
import { apiError, networkError, type ApiError } from './errors.ts';
import { createQueue } from './queue.ts';

const { retryNotReadyDelayMs, retryNotReadyTimes, retryOtherDelayMs, retryOtherTimes } = limits.client;

export type Call = {
  method: string;
  /** Below the API root, query included. */
  path: string;
  body?: unknown;
  headers: Record<string, string>;
};

export type Outcome = { data: unknown } | { error: ApiError };

type Delay = (ms: number) => Promise<void>;
const wait: Delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** 503 and 204 mean "not ready yet"; a network failure or another 5xx may pass; any 4xx is final (decisions.md). */
function retryAfter(status: number, tries: { notReady: number; other: number }): number | undefined {
  const isNotReady = status === 503 || status === 204;
  if (isNotReady) return tries.notReady++ < retryNotReadyTimes ? retryNotReadyDelayMs : undefined;
  const mayPass = status === 0 || status >= 500;
  return mayPass && tries.other++ < retryOtherTimes ? retryOtherDelayMs : undefined;
}

/** Makes the function that sends calls: queued, retried by the specification's rule, and answered as data or as an error. */
export function createSend(root: string, http: KyInstance = ky, delay: Delay = wait) {
  const queue = createQueue();

  async function attempt({ method, path, body, headers }: Call): Promise<{ status: number; body: unknown }> {
    try {
      const response = await http(root + path, { method, headers, retry: 0, throwHttpErrors: false, timeout: 60_000, ...(body === undefined ? {} : { json: body }) });
      return { status: response.status, body: await bodyOf(response) };
    } catch {
      return { status: 0, body: undefined };
    }
  }

  return async function send(call: Call): Promise<Outcome> {
    const tries = { notReady: 0, other: 0 };
    for (;;) {
      const { status, body } = await queue.schedule(() => attempt(call));
      if (status >= 200 && status < 300 && status !== 204) return { data: body };
      const delayMs = retryAfter(status, tries);
      if (delayMs === undefined) return { error: status === 0 ? networkError : apiError(status, body) };
      await delay(delayMs);
    }
  };
}

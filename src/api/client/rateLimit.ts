import pLimit from 'p-limit';
import { clientLimits } from '#schemas/platform/limits.ts';

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Creates the rate limit of the client's calls: 5 concurrent calls and 8 in 2 seconds. It uses the monotonic
 * clock, because a device whose clock is set back must not wait for the difference.
 */
export function createRateLimit(): <T>(call: () => Promise<T>) => Promise<T> {
  const { concurrentCalls, callsPerWindow, callWindowMs } = clientLimits;
  const runConcurrently = pLimit(concurrentCalls);
  const runInOrder = pLimit(1);
  /** Starts of the calls within the window, in ms. */
  const starts: number[] = [];

  async function waitForWindow(): Promise<void> {
    const oldest = starts.length < callsPerWindow ? undefined : starts.shift();
    if (oldest !== undefined) {
      const waitMs = oldest + callWindowMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
    }
    starts.push(performance.now());
  }

  return (call) =>
    runConcurrently(async () => {
      await runInOrder(waitForWindow);
      return call();
    });
}

import { clientLimits } from '#schemas/platform/limits.ts';

const { concurrentCalls, callsPerWindow, callsKeptForActions, callWindowMs } = clientLimits;

/** A click waits for the response of an action, for example of sending or reading a message. */
type Priority = 'action' | 'query';

/** Calls that may start in a window before a call of this priority has to wait. */
const limits: Readonly<Record<Priority, number>> = {
  action: callsPerWindow,
  query: callsPerWindow - callsKeptForActions,
};

/**
 * Creates the rate limit of the client's calls: 5 concurrent calls and 8 in 2 seconds. Actions start
 * before queries, and one of the 8 is kept for them, so that a click need not wait for the calls of
 * its page. It uses the monotonic clock, because a device whose clock is set back must not wait for
 * the difference.
 */
export function createRateLimit(): <T>(call: () => Promise<T>, priority?: Priority) => Promise<T> {
  const waiting: Record<Priority, (() => void)[]> = { action: [], query: [] };
  /** Starts of the calls within the window, in ms. */
  let starts: number[] = [];
  let running = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Starts waiting calls until a limit is reached, and continues when the window has moved. */
  function startWaiting(): void {
    clearTimeout(timer);
    const now = performance.now();
    starts = starts.filter((start) => start + callWindowMs > now);
    while (running < concurrentCalls) {
      const priority = waiting.action.length > 0 ? 'action' : 'query';
      const oldest = starts.at(-limits[priority]);
      const [start] = waiting[priority];
      if (!start) return;
      if (oldest !== undefined) {
        timer = setTimeout(startWaiting, oldest + callWindowMs - now);
        return;
      }
      waiting[priority].shift();
      starts.push(now);
      running += 1;
      start();
    }
  }

  return async (call, priority = 'action') => {
    await new Promise<void>((resolve) => {
      waiting[priority].push(resolve);
      startWaiting();
    });
    try {
      return await call();
    } finally {
      running -= 1;
      startWaiting();
    }
  };
}

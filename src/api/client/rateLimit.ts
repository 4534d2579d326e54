import { clientLimits } from '#schemas/platform/limits.ts';
import { createJobQueue } from './jobQueue.ts';

const { concurrentCalls, callsPerWindow, callsKeptForActions, callWindowMs } = clientLimits;

/** A click waits for the response of an action, for example of sending or reading a message. */
type Priority = 'action' | 'query';

const priorities: Readonly<Record<Priority, number>> = { action: 4, query: 6 };

/**
 * Creates the rate limit of the client's calls: 5 concurrent calls and 8 in 2 seconds. Actions start
 * before queries, and one of the 8 is kept for them, so that a click need not wait for the calls of
 * its page.
 */
export function createRateLimit(): <T>(call: () => Promise<T>, priority?: Priority) => Promise<T> {
  const calls = createJobQueue({ concurrent: concurrentCalls, reservoir: callsPerWindow });
  const queries = createJobQueue({ reservoir: callsPerWindow - callsKeptForActions });

  /** Starts a call, which counts until its window has passed. */
  function start<T>(call: () => Promise<T>): Promise<T> {
    setTimeout(() => {
      calls.allow(1);
      queries.allow(1);
    }, callWindowMs);
    return call();
  }

  return (call, priority = 'action') => {
    if (priority === 'query')
      return queries.run(() => calls.run(() => start(call), priorities.query));
    return calls.run(() => {
      queries.allow(-1);
      return start(call);
    }, priorities.action);
  };
}

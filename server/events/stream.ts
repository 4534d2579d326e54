import { eventLimits } from '#schemas/events/limits.ts';
import type { PortalEvent } from '#schemas/events/events.ts';
import { streamLimits } from '#server/events/limits.ts';
import type { Deps } from '#server/deps.ts';
import { listEventsAfter } from './service.ts';

/** Creates a signal that wakes the waiting stream, or its next wait. */
export function createBell() {
  let isRung = false;
  let answer: (() => void) | undefined;
  return {
    ring() {
      isRung = true;
      answer?.();
    },
    /** Waits for a wake-up, or until the timeout. */
    async wait(ms: number): Promise<void> {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          answer = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      answer = undefined;
      isRung = false;
    },
  };
}
export type Bell = ReturnType<typeof createBell>;

const message = (event: string, id: number, data: PortalEvent | null): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

export type StreamOptions = {
  userId: string;
  /** the last event id the browser has; undefined: from now on */
  after: number | undefined;
  accountIds: readonly string[];
  /** returns the session's current accounts; undefined if it has ended */
  accountsNow: () => Promise<readonly string[] | undefined>;
  bell: Bell;
  /** false once the server stops */
  isOpen: () => boolean;
  checkMs?: number;
};

/**
 * Streams a user's events as server-sent events, starting after `after`. Ends within seconds after
 * the session. Polls at an interval as well, because a wake-up may be lost.
 */
export async function* streamEvents(
  deps: Deps,
  {
    userId,
    accountIds,
    after,
    accountsNow,
    bell,
    isOpen,
    checkMs = streamLimits.sessionCheckMs,
  }: StreamOptions,
): AsyncGenerator<string> {
  const stopListening = deps.eventBus.listen(userId, bell.ring);
  try {
    let scope = { userId, accountIds };
    let position = after ?? (await listEventsAfter(deps, scope, undefined)).lastId;
    yield message('open', position, null);
    let checkedAt = performance.now();
    let saidAt = performance.now();
    while (isOpen()) {
      let missed = await listEventsAfter(deps, scope, position);
      if (missed.hasOthers) {
        const accounts = await accountsNow();
        if (!accounts) return;
        scope = { userId, accountIds: accounts };
        missed = await listEventsAfter(deps, scope, position);
      }
      const { events, lastId, isReset } = missed;
      if (isReset) yield message('reset', lastId, null);
      for (const event of events) yield message('change', event.id, event);
      const before = position;
      position = lastId;
      if (events.length > 0 || isReset) saidAt = performance.now();
      if (lastId - before < streamLimits.maxAtOnce) await bell.wait(checkMs);
      if (performance.now() - checkedAt >= checkMs) {
        const accounts = await accountsNow();
        if (!accounts) return;
        scope = { userId, accountIds: accounts };
        checkedAt = performance.now();
      }
      if (performance.now() - saidAt >= eventLimits.heartbeatMs) {
        yield ': still here\n\n';
        saidAt = performance.now();
      }
    }
  } finally {
    stopListening();
  }
}

import { limits } from '#schemas/limits.ts';
import type { PortalEvent } from '#schemas/events.ts';
import type { Deps } from '#server/deps.ts';
import { eventsAfter } from './service.ts';

/** Wakes whoever waits, or whoever waits next. */
export function createBell() {
  let isRung = false;
  let answer: (() => void) | undefined;
  return {
    ring() {
      isRung = true;
      answer?.();
    },
    /** Until it rings, or for so long. */
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
  /** the last event the browser knows; undefined: it begins now */
  after: number | undefined;
  accountIds: readonly string[];
  /** the accounts that the session opens by now; undefined: it has ended */
  accountsNow: () => Promise<readonly string[] | undefined>;
  bell: Bell;
  /** whether the server goes on */
  isOpen: () => boolean;
  checkMs?: number;
};

/**
 * A user's events as server-sent events, from the one after `after`. Ends when the session does, at the latest some seconds
 * later. It looks each time it is woken, and now and then without: a wake-up may get lost on its way.
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
    checkMs = limits.event.sessionCheckMs,
  }: StreamOptions,
): AsyncGenerator<string> {
  const stopListening = deps.eventBus.listen(userId, bell.ring);
  try {
    let scope = { userId, accountIds };
    let position = after ?? (await eventsAfter(deps, scope, undefined)).lastId;
    yield message('open', position, null);
    let checkedAt = Date.now();
    let saidAt = Date.now();
    while (isOpen()) {
      const { events, lastId, isReset } = await eventsAfter(deps, scope, position);
      if (isReset) yield message('reset', lastId, null);
      for (const event of events) yield message('change', event.id, event);
      const before = position;
      position = lastId;
      if (events.length > 0 || isReset) saidAt = Date.now();
      if (lastId - before < limits.event.maxAtOnce) await bell.wait(checkMs);
      if (Date.now() - checkedAt >= checkMs) {
        const accounts = await accountsNow();
        if (!accounts) return;
        scope = { userId, accountIds: accounts };
        checkedAt = Date.now();
      }
      if (Date.now() - saidAt >= limits.event.heartbeatMs) {
        yield ': still here\n\n';
        saidAt = Date.now();
      }
    }
  } finally {
    stopListening();
  }
}

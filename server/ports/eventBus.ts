/**
 * Wakes the event streams of a user, which then read new events from the database. A lost wake-up
 * is compensated by the next one, or by the stream's polling.
 */
export type EventBus = {
  wake(userIds: readonly string[]): Promise<void>;
  /** Calls `wake` at every wake-up of the user. Returns a function that unsubscribes. */
  listen(userId: string, onWake: () => void): () => void;
  close(): Promise<void>;
};

/**
 * Creates an event bus within one process, enough for an embedded database. `wakeAll` is for lost
 * wake-ups.
 */
export function createLocalEventBus(): EventBus & { wakeAll: () => void } {
  const listeners = new Map<string, Set<() => void>>();
  return {
    async wake(userIds) {
      for (const userId of userIds) for (const onWake of listeners.get(userId) ?? []) onWake();
    },
    listen(userId, onWake) {
      const ofUser = listeners.get(userId) ?? new Set();
      listeners.set(userId, ofUser.add(onWake));
      return () => {
        ofUser.delete(onWake);
        if (ofUser.size === 0) listeners.delete(userId);
      };
    },
    wakeAll() {
      for (const ofUser of listeners.values()) for (const onWake of ofUser) onWake();
    },
    close: async () => undefined,
  };
}

/**
 * Tells the streams of a user that there is something new for them; what it is they look up. A wake-up that gets lost is
 * made up for by the next one, or by the stream's own look now and then.
 */
export type EventBus = {
  wake(userIds: readonly string[]): Promise<void>;
  /** Calls back at every wake-up of the user's until the answer is called. */
  listen(userId: string, onWake: () => void): () => void;
  close(): Promise<void>;
};

/** Within one process: all that an embedded database needs. `wakeAll` is for when wake-ups may have got lost. */
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

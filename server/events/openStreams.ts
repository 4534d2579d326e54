import { streamLimits } from '#server/events/limits.ts';
import { createBell, type Bell } from './stream.ts';

/** The open event streams of this server process. */
export function createOpenStreams() {
  const users = new Map<Bell, string>();
  let isServing = true;
  return {
    /** Adds a stream of a user; undefined if the user has the maximum. */
    open(userId: string) {
      if (
        [...users.values()].filter((each) => each === userId).length >= streamLimits.streamsPerUser
      )
        return undefined;
      const bell = createBell();
      users.set(bell, userId);
      return {
        bell,
        isOpen: () => isServing && users.has(bell),
        close() {
          users.delete(bell);
          bell.ring();
        },
      };
    },
    /** Closes all streams when the server stops. */
    endAll() {
      isServing = false;
      for (const bell of users.keys()) bell.ring();
    },
  };
}

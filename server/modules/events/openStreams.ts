import { limits } from '#schemas/limits.ts';
import { createBell, type Bell } from './stream.ts';

/** The event streams of one server process. */
export function createOpenStreams() {
  const users = new Map<Bell, string>();
  let isServing = true;
  return {
    /** One more for a user; none where they have as many as anybody may have. */
    open(userId: string) {
      if (
        [...users.values()].filter((each) => each === userId).length >= limits.event.streamsPerUser
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
    /** When the server stops: each ends by itself. */
    endAll() {
      isServing = false;
      for (const bell of users.keys()) bell.ring();
    },
  };
}

import { createBell, type Bell } from './stream.ts';

/** The open event streams of this server process, at most `max` of each reader. */
export function createOpenStreams(max: number) {
  const readers = new Map<Bell, string>();
  let isServing = true;
  return {
    /** Adds a stream of a user or an account; undefined above the maximum. */
    open(reader: string) {
      if ([...readers.values()].filter((each) => each === reader).length >= max) return undefined;
      const bell = createBell();
      readers.set(bell, reader);
      return {
        bell,
        isOpen: () => isServing && readers.has(bell),
        close() {
          readers.delete(bell);
          bell.ring();
        },
      };
    },
    /** Closes all streams when the server stops. */
    endAll() {
      isServing = false;
      for (const bell of readers.keys()) bell.ring();
    },
  };
}

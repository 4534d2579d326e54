/** A clock that a test moves. */
export function createTestClock(start: string) {
  let now = new Date(start);
  return {
    now: () => now,
    forward: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
}

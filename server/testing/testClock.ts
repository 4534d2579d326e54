/** Clocks that a test moves. */
export function createTestClock(start: string) {
  let now = new Date(start);
  let elapsedMs = 60_000; // never 0 in a process
  return {
    now: () => now,
    elapsedMs: () => elapsedMs,
    /** Lets time pass. */
    forward: (ms: number) => {
      now = new Date(now.getTime() + ms);
      elapsedMs += ms;
    },
    /** Sets the clock of the machine. */
    jump: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
}

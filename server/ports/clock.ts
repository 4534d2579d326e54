/** Both clocks of a process; tests replace them. */
export type Clock = {
  /** Returns the current time. It jumps when the clock of the machine is set. */
  now(): Date;
  /** Returns the time in ms since an unknown instant. It never jumps. */
  elapsedMs(): number;
};

export const systemClock: Clock = {
  now: () => new Date(),
  elapsedMs: () => performance.now(),
};

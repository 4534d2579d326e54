/** Returns the next millisecond, for a sort key behind another one. */
export const getNextInstant = (instant: string): string =>
  new Date(new Date(instant).getTime() + 1).toISOString();

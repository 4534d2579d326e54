/** What time it is. Tests hold it still. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

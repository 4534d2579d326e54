/** Number of parallel uploads. */
export const clients = 10;
export const probeMs = 10;

export type Ready = { address: string; headers: Record<string, string>[] };

/** Maximums since the start of a measurement. */
export type Took = {
  grownBytes: number;
  /** ms that the server's own work blocked the event loop */
  heldMs: number;
  /** ms that a tick was late, including the time of other programs */
  waitedMs: number;
};

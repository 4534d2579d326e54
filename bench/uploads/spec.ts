/** As many upload at once, each a file of the largest size. */
export const clients = 10;
export const probeMs = 10;

export type Ready = { address: string; headers: Record<string, string>[] };

/** The worst since the beginning. */
export type Took = {
  grownBytes: number;
  /** that the event loop was held by work of the server's own */
  heldMs: number;
  /** that a tick came too late, also because other programs had the processor */
  waitedMs: number;
};

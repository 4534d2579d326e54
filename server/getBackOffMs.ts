type BackOff = {
  firstMs: number;
  maxMs?: number;
  /** part of the delay that is random, 0 to 1, so that retries do not collide again */
  jitter?: number;
};

/** Exponential back-off: the delay before a retry, doubled with every retry before it. */
export const getBackOffMs = (
  { firstMs, maxMs = Infinity, jitter = 0 }: BackOff,
  retries: number,
): number => Math.min(firstMs * 2 ** retries, maxMs) * (1 - jitter * Math.random());

/** A source of random numbers that a seed repeats. */
export type Random = {
  /** 0 up to, but not including, `below` */
  number(below: number): number;
  /** true with this probability */
  happens(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
};

/** Creates the source of one request, so that each can be repeated alone (mulberry32). */
export function createRandom(seed: number, index: number): Random {
  let state = (seed ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const number = (below: number) => Math.floor(next() * below);
  return {
    number,
    happens: (probability) => next() < probability,
    pick: <T>(values: readonly T[]): T => values[number(values.length)] as T, // not empty
  };
}

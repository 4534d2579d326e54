import { LRUCache } from 'lru-cache';
import type { Deps } from '#server/deps.ts';

const maxIntervals = 10_000; // per process; a forgotten one is measured again from then on

/** Ends of intervals by the monotonic clock, as this process has first seen them. */
const measured = new WeakMap<object, LRUCache<string, number>>();

function getMeasured(clock: Deps['clock']): LRUCache<string, number> {
  const known = measured.get(clock) ?? new LRUCache<string, number>({ max: maxIntervals });
  measured.set(clock, known);
  return known;
}

/**
 * Returns the end of a stored interval, in ms of the wall clock. The wall clock may end it early, and
 * the monotonic clock ends it after its length: a clock that is set back must not lengthen a lock.
 * Call it also when the interval starts.
 */
export function getIntervalEnd(
  { clock }: Pick<Deps, 'clock'>,
  name: string,
  startedAt: string,
  endsAt: string,
): number {
  const [start, end, now] = [Date.parse(startedAt), Date.parse(endsAt), clock.now().getTime()];
  if (end <= now) return end;
  const ends = getMeasured(clock);
  const key = `${name} ${startedAt} ${endsAt}`;
  const elapsedMs = clock.elapsedMs();
  const endMs = ends.get(key) ?? elapsedMs + Math.min(end - now, end - start);
  ends.set(key, endMs);
  return Math.min(end, now + endMs - elapsedMs);
}

import { clientLimits } from '#schemas/platform/limits.ts';

/** Forgets one failure before its time. */
const kept = new Set<() => void>();

/**
 * Calls `forget` a moment after a load has failed. Until then a render that React repeats gets the
 * same failure, because a load that begins with each repetition would never end.
 */
export function keepFailure(load: Promise<unknown>, forget: () => void): void {
  load.catch(() => {
    const end = () => {
      clearTimeout(timer);
      kept.delete(end);
      forget();
    };
    const timer = setTimeout(end, clientLimits.failedLoadMs);
    kept.add(end);
  });
}

/** Forgets all failures, so that the visitor who tries again need not wait. */
export function forgetFailures(): void {
  for (const end of [...kept]) end();
}

/** Loads by key, each with its outcome: a value for good, a failure for a moment. */
export type Outcomes<Key, Value> = {
  load: (key: Key) => Promise<Value>;
  /** Returns a value that has loaded, so that a render need not suspend. */
  getLoaded: (key: Key) => Value | undefined;
};

/** Creates a cache by outcome for a part of a page that renders load. */
export function createOutcomes<Key, Value extends object>(
  load: (key: Key) => Promise<Value>,
): Outcomes<Key, Value> {
  const loads = new Map<Key, Promise<Value>>();
  const loaded = new Map<Key, Value>();

  function start(key: Key): Promise<Value> {
    const started = load(key).then((value) => {
      loaded.set(key, value);
      return value;
    });
    loads.set(key, started);
    keepFailure(started, () => loads.delete(key));
    return started;
  }
  return { load: (key) => loads.get(key) ?? start(key), getLoaded: (key) => loaded.get(key) };
}

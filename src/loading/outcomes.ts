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
  /** Stores a value that was loaded in another way. */
  store: (key: Key, value: Value) => void;
};

/** `use` reads a settled promise synchronously only if it has these fields. */
type Load<Value> = Promise<Value> & { status?: 'fulfilled'; value?: Value };

/** Creates a cache by outcome for a part of a page that renders load. */
export function createOutcomes<Key, Value extends object>(
  load: (key: Key) => Promise<Value>,
): Outcomes<Key, Value> {
  const loads = new Map<Key, Load<Value>>();

  function start(key: Key): Load<Value> {
    const started: Load<Value> = load(key);
    loads.set(key, started);
    started.then(
      (value) => Object.assign(started, { status: 'fulfilled', value } as const),
      () => undefined,
    ); // callers that await `started` get the failure
    keepFailure(started, () => loads.delete(key));
    return started;
  }
  return {
    load: (key) => loads.get(key) ?? start(key),
    store: (key, value) => {
      loads.set(
        key,
        Object.assign(Promise.resolve(value), { status: 'fulfilled', value } as const),
      );
    },
  };
}

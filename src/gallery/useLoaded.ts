import { useEffect, useEffectEvent, useState } from 'react';

type Loaded<T> = { value: T } | { error: unknown } | undefined;

/**
 * Loads the data of a key, or returns why that failed; undefined until then. `retry` loads it
 * again.
 */
export function useLoaded<T>(key: string, load: () => Promise<T>): [Loaded<T>, retry: () => void] {
  const [attempt, setAttempt] = useState(0);
  const [result, setResult] = useState<{ of: string; loaded: Loaded<T> }>();
  const current = `${attempt} ${key}`;
  const begin = useEffectEvent(load);
  useEffect(() => {
    let isGone = false;
    const show = (loaded: Loaded<T>) => {
      if (!isGone) setResult({ of: current, loaded });
    };
    begin().then(
      (value) => show({ value }),
      (error: unknown) => show({ error }),
    );
    return () => {
      isGone = true;
    };
  }, [current]);
  return [result?.of === current ? result.loaded : undefined, () => setAttempt(attempt + 1)];
}

import { useCallback, useEffect, useState } from 'react';

type Loading<Value> = { load: unknown; round: number; data?: Value; error?: unknown };

/**
 * Loads a reply when a component mounts, when `load` changes, and by `refetch`. The last reply stays
 * until the new one arrives. `load` is a callback; undefined loads nothing.
 */
export function useReply<Value>(load: (() => Promise<Value>) | undefined) {
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<Loading<Value>>();
  useEffect(() => {
    let isCurrent = true;
    const keep = (result: { data: Value } | { error: unknown }) => {
      if (isCurrent) setLoaded({ load, round, ...result });
    };
    void load?.().then(
      (data) => keep({ data }),
      (error: unknown) => keep({ error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, round]);
  const refetch = useCallback(() => setRound((count) => count + 1), []);
  return {
    data: loaded?.data,
    error: loaded?.error,
    isFetching: load !== undefined && (loaded?.load !== load || loaded.round !== round),
    refetch,
  };
}

/** Keeps the last `max` values that were asked for; the others are let go. */
export function keepLastUsed<Value>(max: number): {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => Value;
} {
  const kept = new Map<string, Value>(); // the one asked for last stands at the end
  function set(key: string, value: Value): Value {
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > max && oldest !== undefined) kept.delete(oldest);
    return value;
  }
  function get(key: string): Value | undefined {
    const value = kept.get(key);
    return value === undefined ? undefined : set(key, value);
  }
  return { get, set };
}

/** An LRU cache of `max` values. */
export function createLruCache<Value>(max: number): {
  get: (key: string) => Value | undefined;
  set: (key: string, value: Value) => Value;
} {
  const kept = new Map<string, Value>(); // the most recently used is last
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

import { use } from 'react';
import type { Outcomes } from './outcomes.ts';

/** Returns what has loaded; suspends until then, and throws the failure of the load. */
export const useOutcome = <Key, Value>(
  { getLoaded, load }: Outcomes<Key, Value>,
  key: Key,
): Value => getLoaded(key) ?? use(load(key));

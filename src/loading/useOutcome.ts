import { use } from 'react';
import type { Outcomes } from './outcomes.ts';

/**
 * Returns what has loaded; suspends until then, and throws the failure of the load. It always calls
 * `use`: React counts the hooks of a render that has suspended by it.
 */
export const useOutcome = <Key, Value>({ load }: Outcomes<Key, Value>, key: Key): Value =>
  use(load(key));

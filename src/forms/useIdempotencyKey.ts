import { useState } from 'react';
import { generateKey } from '#src/engine/core/values/generateKey.ts';

/**
 * Returns a function that returns the idempotency key of what a page sends. The same content keeps
 * its key, so that a retry is no second submission. Changed content gets another one: under the
 * first key the server would return the first result, and the change would be lost.
 */
export function useIdempotencyKey(): (content: string) => string {
  const [keys] = useState(() => new Map<string, string>());
  return (content) => {
    const key = keys.get(content) ?? generateKey();
    keys.set(content, key);
    return key;
  };
}

import { useRef } from 'react';
import { generateKey } from '#src/engine/core/values/generateKey.ts';

export type Once = <T>(said: unknown, send: (idempotencyKey: string) => Promise<T>) => Promise<T>;

/**
 * Sends with an Idempotency-Key that stays the same for the same body until it succeeds, so that a
 * retry counts once.
 */
export function useOnce(): Once {
  const lastTry = useRef<{ text: string; key: string }>(undefined);
  return async (said, send) => {
    const text = JSON.stringify(said);
    const { key } = (lastTry.current =
      lastTry.current?.text === text ? lastTry.current : { text, key: generateKey() });
    const answer = await send(key);
    lastTry.current = undefined;
    return answer;
  };
}

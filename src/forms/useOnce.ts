import { useRef } from 'react';
import { newKey } from '#src/engine/core/newKey.ts';

export type Once = <T>(said: unknown, send: (idempotencyKey: string) => Promise<T>) => Promise<T>;

/** Sends under a key that stays the same for the same words until they have got through: tried again after a lost answer, they count once. */
export function useOnce(): Once {
  const lastTry = useRef<{ text: string; key: string }>(undefined);
  return async (said, send) => {
    const text = JSON.stringify(said);
    const { key } = (lastTry.current =
      lastTry.current?.text === text ? lastTry.current : { text, key: newKey() });
    const answer = await send(key);
    lastTry.current = undefined;
    return answer;
  };
}

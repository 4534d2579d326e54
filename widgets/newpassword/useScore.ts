import { useEffect, useRef, useState } from 'react';
import type { KnownPerson } from '#schemas/platform/common.ts';
import type { Score } from './countBars.ts';

/** Request and response of the worker. */
export type ScoreRequest = { password: string; known: string[] };
export type ScoreReply = { password: string; score: Score };

/**
 * Returns how hard the password is to guess; `undefined` until the worker has loaded. It downloads
 * half a megabyte, so it is loaded on the first key stroke.
 */
export function useScore(password: string, { username, email }: KnownPerson): Score | undefined {
  const worker = useRef<Worker>(undefined);
  const [reply, setReply] = useState<ScoreReply>();

  useEffect(() => () => worker.current?.terminate(), []);

  useEffect(() => {
    if (password === '' || typeof Worker === 'undefined') return;
    if (!worker.current) {
      worker.current = new Worker(new URL('./scoreWorker.ts', import.meta.url), { type: 'module' });
      worker.current.onmessage = ({ data }: MessageEvent<ScoreReply>) => setReply(data);
    }
    worker.current.postMessage({
      password,
      known: [username, email].filter((word) => word !== undefined),
    } satisfies ScoreRequest);
  }, [password, username, email]);

  // Keeps the last score while the next is computed, because bars would flicker.
  return password === '' ? undefined : reply?.score;
}

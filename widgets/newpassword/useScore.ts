import { useEffect, useRef, useState } from 'react';
import type { KnownPerson } from '#schemas/users.rules.ts';
import type { Score } from './bars.ts';

/** What the worker is asked, and what it answers. */
export type ScoreRequest = { password: string; known: string[] };
export type ScoreReply = { password: string; score: Score };

/**
 * How hard the password is to guess; undefined until the worker knows, and where it cannot be loaded. It brings half a
 * megabyte of words, so it comes when somebody starts to type.
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

  // The last score stays while the next is worked out: bars that go and come on each key would only flicker.
  return password === '' ? undefined : reply?.score;
}

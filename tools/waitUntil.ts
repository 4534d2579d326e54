import { setTimeout as sleep } from 'node:timers/promises';
import { scaleTimeout } from './testing/timeouts.ts';

const everyMs = 50;

/**
 * Checks repeatedly until `isDone` returns true. Throws `message` after `withinMs`, or later in a
 * second run of failed tests.
 */
export async function waitUntil(
  isDone: () => boolean | Promise<boolean>,
  { withinMs, message }: { withinMs: number; message: string },
): Promise<void> {
  const end = performance.now() + scaleTimeout(withinMs);
  while (!(await isDone())) {
    if (performance.now() >= end) throw new Error(message);
    await sleep(everyMs);
  }
}

/** Returns true if the address responds with success. */
export const isReady = async (url: string): Promise<boolean> =>
  (await fetch(url).catch(() => undefined))?.ok ?? false;

import { expect, it } from 'vitest';
import { clientLimits } from '#schemas/platform/limits.ts';
import { createQueue } from './queue.ts';

const { concurrentCalls, callsPerWindow, callWindowMs } = clientLimits;

it('Five calls run concurrently', async () => {
  const queue = createQueue();
  const ends: (() => void)[] = [];
  const calls = Array.from({ length: concurrentCalls + 1 }, () =>
    queue.schedule(() => new Promise<void>((resolve) => ends.push(resolve))),
  );
  await expect.poll(() => ends).toHaveLength(concurrentCalls);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(ends).toHaveLength(concurrentCalls);
  ends[0]?.();
  await expect.poll(() => ends).toHaveLength(concurrentCalls + 1);
  ends.forEach((end) => end());
  await Promise.all(calls);
});

it('Eight calls start in two seconds', async () => {
  const queue = createQueue();
  const started = Date.now();
  const times = await Promise.all(
    Array.from({ length: callsPerWindow + 1 }, () =>
      queue.schedule(async () => Date.now() - started),
    ),
  );
  expect(times.filter((time) => time < callWindowMs / 2)).toHaveLength(callsPerWindow);
  // Bottleneck refills the reservoir every 250 ms
  expect(times.at(-1)).toBeGreaterThan(callWindowMs - 300);
});

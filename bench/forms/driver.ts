import type { Contestant } from './contestant.ts';
import { makeSpecFor } from './spec.ts';

export type Driver = ReturnType<typeof createDriver>;

declare global {
  interface Window {
    bench?: Driver;
  }
}

/** Resolves with the time right after the next frame. */
const nextPaint = () =>
  new Promise<number>((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(undefined);
    }),
  );

/** Records the time from each key to the next frame, and long tasks. */
function recordTimes() {
  let paintedMs: number[] = [];
  let longTaskMs: number[] = [];
  let onPainted: (() => void) | undefined;

  new PerformanceObserver((list) =>
    longTaskMs.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ entryTypes: ['longtask'] });
  addEventListener(
    'keydown',
    ({ timeStamp }) =>
      void nextPaint().then((time) => {
        paintedMs.push(time - timeStamp);
        onPainted?.();
      }),
    { capture: true },
  );

  return {
    times: () => ({ paintedMs, longTaskMs }),
    /** Clears the measurements. */
    reset() {
      paintedMs = [];
      longTaskMs = [];
    },
    untilPainted: (keys: number) =>
      new Promise<void>((resolve) => {
        onPainted = () => {
          if (paintedMs.length >= keys) resolve();
        };
        onPainted();
      }),
  };
}

async function untilTwoFrames(start: number) {
  await nextPaint();
  return (await nextPaint()) - start;
}

/** The steps of a visit that run and are timed inside the page. */
function createDriver({ mount, validate, fieldSelector, getValue, title }: Contestant) {
  const spec = makeSpecFor(new URLSearchParams(location.search));
  const control = (name: string) => document.querySelector<HTMLInputElement>(fieldSelector(name));
  const { times, reset, untilPainted } = recordTimes();

  return {
    title,
    async mount(): Promise<number> {
      const root = document.getElementById('root');
      if (!root) throw new Error('The page has no root');
      const start = performance.now();
      await mount(root, spec);
      while (!control(spec.first) || !control(spec.last)) await new Promise(requestAnimationFrame);
      return untilTwoFrames(start);
    },
    focus() {
      const input = control(spec.typeInto);
      input?.scrollIntoView({ block: 'center' });
      input?.focus();
      input?.setSelectionRange(input.value.length, input.value.length);
    },
    reset,
    untilPainted,
    result: () => ({
      ...times(),
      shown: control(spec.typeInto)?.value,
      held: getValue(spec.typeInto),
    }),
    async validate() {
      const start = performance.now();
      const errors = await validate();
      return { errors, ms: await untilTwoFrames(start) };
    },
  };
}

if (window.contestant) window.bench = createDriver(window.contestant);

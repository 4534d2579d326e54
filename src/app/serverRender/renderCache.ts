import { LRUCache } from 'lru-cache';
import { minuteMs } from '#schemas/platform/time.ts';

/** Caches rendered pages by key. A page that failed is rendered again after a minute. */
export function createRenderCache<View>(max: number) {
  const cache = new LRUCache<string, Promise<View>>({
    max,
    perf: { now: () => performance.now() },
    ttlResolution: 0, // reads the clock each time
  });

  return (key: string, render: () => Promise<View>): Promise<View> => {
    const cached = cache.get(key);
    if (cached) return cached;
    const view = render();
    cache.set(key, view);
    view.catch(() => {
      if (cache.peek(key) === view) cache.set(key, view, { ttl: minuteMs });
    });
    return view;
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { writeFile } from 'node:fs/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import { waitUntilScrolled, watch, withPortal, type Owner as Client } from '../watch.ts';

/** A client, the opened case and the number of its newest message. */
export type Owner = Client & { akte: string; newest: number };
export type Visit = {
  nodes: number;
  longMs: number[];
  /** CPU time of the longest task in ms, without other programs */
  longestWorkMs: number;
  /** CPU time of the main thread in ms */ workMs: number;
  scrolled: number;
  readThrough: number;
  heapGrowthMb: number;
};

const notch = 120; // px per notch of a usual wheel
const everyMs = 16;

async function heapBytes(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}

async function workSoFar(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

const list = (page: Page) => page.getByRole('region', { name: 'Nachrichten' });
const countNodes = (page: Page): Promise<number> =>
  list(page).evaluate((region) => region.querySelectorAll('*').length);
/** Returns the number of the oldest rendered message. */
const readOldest = (page: Page): Promise<number> =>
  list(page).evaluate((region) =>
    Math.min(
      ...[...region.querySelectorAll('h3')].map(({ textContent }) =>
        Number(textContent?.replace('Nr. ', '')),
      ),
    ),
  );

async function wheel(page: Page, seconds: number): Promise<void> {
  const shown = await readOldest(page);
  const end = Date.now() + seconds * 1_000;
  while (Date.now() < end) {
    await page.mouse.wheel(0, -notch);
    await sleep(everyMs);
  }
  await waitUntilScrolled(async () => (await readOldest(page)) < shown);
}

/** Opens the case, scrolls by wheel for `seconds`, then reads `read` messages. */
export const visit = (
  browser: Browser,
  owner: Owner,
  { seconds, read, profile }: { seconds: number; read: number; profile: string | undefined },
): Promise<Visit> =>
  withPortal(browser, owner, async (page, cdp) => {
    const { address, accountId, akte, newest } = owner;
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(`${address}/akten/${akte}/accounts/${accountId}`);
    await list(page).getByRole('article').first().waitFor({ timeout: 60_000 });
    await sleep(3_000);
    const before = await heapBytes(cdp);

    const box = await list(page).boundingBox();
    if (!box) throw new Error('The list is not drawn');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    if (profile !== undefined) {
      await cdp.send('Profiler.enable');
      await cdp.send('Profiler.start');
    }
    const workBefore = await workSoFar(cdp);
    let nodes = await countNodes(page);
    const { longMs, longestWorkMs } = await watch(browser, page, async () => {
      const sample = setInterval(
        () =>
          void countNodes(page).then(
            (now) => {
              nodes = Math.max(nodes, now);
            },
            () => undefined,
          ),
        1_000,
      );
      await wheel(page, seconds);
      clearInterval(sample);
    });
    const workMs = (await workSoFar(cdp)) - workBefore;
    if (profile !== undefined)
      await writeFile(profile, JSON.stringify((await cdp.send('Profiler.stop')).profile));
    const scrolled = newest - (await readOldest(page));

    const giveUp = Date.now() + 300_000;
    let oldest = await readOldest(page);
    while (newest - oldest < read && Date.now() < giveUp) {
      await page.mouse.wheel(0, -1_500);
      await sleep(everyMs);
      nodes = Math.max(nodes, await countNodes(page));
      oldest = await readOldest(page);
    }
    if (newest - oldest < read)
      throw new Error(`Only ${newest - oldest} of ${read} messages were read`);
    await sleep(2_000);
    return {
      nodes,
      longMs,
      longestWorkMs,
      workMs,
      scrolled,
      readThrough: newest - oldest,
      heapGrowthMb: Math.round(((await heapBytes(cdp)) - before) / 1024 / 1024),
    };
  });

import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { failOnRefusal } from '../refusals.ts';

/** A phone on a slow connection, as Lighthouse's mobile preset. */
export const phone = { downloadBits: 1.6e6, uploadBits: 750e3, latencyMs: 150, slowerBy: 4 };
const visitMs = 30_000;
/** Time after the page is ready in which something could still move. */
const settleMs = 1_500;

type Seen = {
  headingMs?: number;
  fieldMs?: number;
  readyMs?: number;
  titleTops: number[];
  fieldTops: number[];
  longTasksMs: number[];
};
declare global {
  interface Window {
    seen?: Seen;
  }
}

/** Records in every frame when heading and first field are visible, and where. */
function observePage(): void {
  const seen: Seen = { titleTops: [], fieldTops: [], longTasksMs: [] };
  window.seen = seen;
  new PerformanceObserver((list) =>
    seen.longTasksMs.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ entryTypes: ['longtask'] });
  const isVisible = (element: Element) =>
    element.getBoundingClientRect().width > 40 && !element.closest('[aria-hidden=true]');
  const fields = 'input:not([type=hidden]), textarea, select';
  const note = (tops: number[], element: Element) => {
    const top = Math.round(element.getBoundingClientRect().top + scrollY);
    if (tops.at(-1) !== top) tops.push(top);
  };
  const look = () => {
    const now = performance.now();
    const heading = [...document.querySelectorAll('h1')].find(isVisible);
    const field = [...document.querySelectorAll(fields)].find(isVisible);
    if (heading) note(seen.titleTops, heading);
    if (field) note(seen.fieldTops, field);
    if (heading) seen.headingMs ??= now;
    if (field) seen.fieldMs ??= now;
    // a page that is not hydrated is ready with its fields
    const isReady = document.querySelector('form[data-live]') ?? !document.querySelector('main');
    if (field && isReady) seen.readyMs ??= now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Slows down connection and processor as on a phone. */
export async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.latencyMs,
    downloadThroughput: phone.downloadBits / 8,
    uploadThroughput: phone.uploadBits / 8,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.slowerBy });
}

/** Opens a browser context of a phone without cache and without service worker. */
export const openPhone = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'de-DE',
    serviceWorkers: 'block',
  });

export const untilReady = (page: Page) =>
  page.waitForFunction(() => window.seen?.readyMs, undefined, { timeout: visitMs });

export type Visit = {
  headingMs: number;
  fieldMs: number;
  readyMs: number;
  titleMovedPx: number;
  fieldMovedPx: number;
  longestTaskMs: number;
  /** requests that started before the page was ready, the document among them */
  requests: number;
  /** compressed size of everything loaded until then */
  kilobytes: number;
};

const spread = (tops: readonly number[]): number =>
  tops.length === 0 ? NaN : Math.max(...tops) - Math.min(...tops);

async function readVisit(page: Page): Promise<Visit> {
  const { seen, resources } = await page.evaluate(() => ({
    seen: window.seen,
    resources: [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ].map((entry) => ({
      startTime: entry.startTime,
      bytes: (entry as PerformanceResourceTiming).transferSize,
    })),
  }));
  if (!seen) throw new Error('The page was not observed');
  const { headingMs = NaN, fieldMs = NaN, readyMs = NaN, titleTops, fieldTops } = seen;
  const early = resources.filter(({ startTime }) => startTime < readyMs);
  return {
    headingMs,
    fieldMs,
    readyMs,
    titleMovedPx: spread(titleTops),
    fieldMovedPx: spread(fieldTops),
    longestTaskMs: Math.max(0, ...seen.longTasksMs),
    requests: early.length,
    kilobytes: early.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000,
  };
}

/** Opens a page observed from its first frame, and hands it over. */
export async function withPage<Result>(
  browser: Browser,
  isPhone: boolean,
  work: (page: Page, cdp: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await openPhone(browser);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(visitMs);
    const cdp = await context.newCDPSession(page);
    // tsx names functions with a helper that the page does not have
    await page.addInitScript({ content: 'globalThis.__name = (named) => named;' });
    await page.addInitScript(observePage);
    if (isPhone) await slowDown(cdp);
    return await failOnRefusal(page, () => work(page, cdp));
  } finally {
    await context.close();
  }
}

/** Visits a page with an empty cache and watches it until nothing moves any longer. */
export const visit = (browser: Browser, url: string, isPhone: boolean): Promise<Visit> =>
  withPage(browser, isPhone, async (page) => {
    await page.goto(url, { waitUntil: 'commit' });
    await untilReady(page);
    await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), settleMs);
    return readVisit(page);
  });

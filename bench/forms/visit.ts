import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import { failOnRefusal } from '../refusals.ts';
import type { ContestantId } from './pages.ts';
import { buildQuery } from './spec.ts';

const text = 'the quick brown fox jumps over';
const warmUp = 'warm ';
/** Wait after the last key in ms, so that debounced work is measured too. */
const settleMs = 400;
const visitMs = 120_000;

export type Visit = {
  mountMs: number;
  mountWorkMs: number;
  workPerKeyMs: number;
  paintedMs: number[];
  longTaskMs: number[];
  validateMs: number;
  errors: number;
};

export type VisitOptions = {
  url: string;
  driver: string;
  keys: number;
  /** File for a CPU profile of the typing. */
  profile?: string;
};

/** Metrics of the cost of a key. */
const typing = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];
/** Metric of all tasks, including paint. */
const anything = ['TaskDuration'];

/**
 * Returns the CPU time of the page's main thread so far, in ms. Other programs do not affect it.
 */
async function workSoFar(cdp: CDPSession, kinds: readonly string[]): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return kinds.reduce(
    (sum, wanted) => sum + (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000,
    0,
  );
}

async function typeKeys(page: Page, cdp: CDPSession, keys: string): Promise<void> {
  await page.evaluate(() => window.bench?.reset());
  for (const [index, key] of [...keys].entries()) {
    const code = {
      key,
      code: key === ' ' ? 'Space' : `Key${key.toUpperCase()}`,
      windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0),
    };
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, ...code });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...code });
    await page.evaluate((count) => window.bench?.untilPainted(count), index + 1);
    await sleep(25 + ((index * 7) % 17)); // varies the time between a key and the next frame
  }
}

/** Opens a contestant's page and injects the driver. */
async function openPage(
  page: Page,
  { url, driver }: VisitOptions,
  id: ContestantId,
  size: string,
): Promise<void> {
  await page.goto(`${url}/${id}/${buildQuery(size)}`);
  await page.waitForFunction(() => window.contestant, undefined, { timeout: visitMs });
  await page.addScriptTag({ path: driver, type: 'module' });
  await page.waitForFunction(() => window.bench);
}

/** Types into the page with a CPU profile, if wanted; returns the work per key in ms. */
async function measureTyping(
  page: Page,
  cdp: CDPSession,
  typed: string,
  profile: string | undefined,
): Promise<number> {
  if (profile) {
    await cdp.send('Profiler.enable');
    await cdp.send('Profiler.start');
  }
  const before = await workSoFar(cdp, typing);
  await typeKeys(page, cdp, typed);
  await sleep(settleMs);
  const workPerKeyMs = ((await workSoFar(cdp, typing)) - before) / typed.length;
  if (profile) await writeFile(profile, JSON.stringify((await cdp.send('Profiler.stop')).profile));
  return workPerKeyMs;
}

/** Renders the form, types into a field in its middle and validates. */
async function measure(
  page: Page,
  cdp: CDPSession,
  { keys, profile }: VisitOptions,
): Promise<Visit> {
  const beforeMount = await workSoFar(cdp, anything);
  const mountMs = (await page.evaluate(() => window.bench?.mount())) ?? NaN;
  const mountWorkMs = (await workSoFar(cdp, anything)) - beforeMount;
  await sleep(500);
  await cdp.send('HeapProfiler.collectGarbage');
  await page.evaluate(() => window.bench?.focus());
  await sleep(300);
  await typeKeys(page, cdp, warmUp);
  await sleep(settleMs);
  const typed = text.slice(0, keys);
  const workPerKeyMs = await measureTyping(page, cdp, typed, profile);

  const result = await page.evaluate(() => window.bench?.result());
  const checked = await page.evaluate(() => window.bench?.validate());
  if (!result || !checked) throw new Error('The page has lost its driver');
  if (!result.shown?.endsWith(typed)) throw new Error('The page has lost keys');
  if (result.held !== result.shown && result.held !== result.shown.trim())
    throw new Error('The keys are not in the model');
  return {
    mountMs,
    mountWorkMs,
    workPerKeyMs,
    paintedMs: result.paintedMs,
    longTaskMs: result.longTaskMs,
    validateMs: checked.ms,
    errors: checked.errors,
  };
}

/** Opens a form with an empty browser cache and measures it. Fails when a key is lost. */
export async function visit(
  browser: Browser,
  id: ContestantId,
  size: string,
  options: VisitOptions,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(visitMs);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    return await failOnRefusal(page, async () => {
      await openPage(page, options, id, size);
      return measure(page, cdp, options);
    });
  } finally {
    await context.close();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Route } from '@playwright/test';
import { clientLimits } from '#schemas/platform/limits.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { removeFirstReplies } from '../support/removeFirstReplies.ts';
import { findTarget, isEventStream, type Target } from './targets.ts';
import type { Visit } from './visits.ts';

export const modes = ['404', '503', 'abort'] as const;
export type Mode = (typeof modes)[number];

/** Requests for a part that fails, until the page says so. */
const mostRequests = 3;
/** Calls are repeated for ten seconds while the server is not ready (docs/behaviour/portal.md). */
const mostWhileNotReady = 1 + clientLimits.retryNotReadyTimes;
const shownWithinMs = scaleTimeout(20_000);
/** A whole page asks for nothing this long: more than the client's rate limit and its idle time. */
const quietMs = 2_500;
/** Within this time a load without an end would repeat many times. */
const watchedMs = 700;

/** Words of the buttons that load again. */
const retryNames =
  /^(?:Noch einmal versuchen|Neu laden|Formular noch einmal anzeigen|Try again|Reload)$/;
/** Elements that a press can reach: an open dialog covers the page. */
const reachable = ':is(dialog[open] *, body:not(:has(dialog[open])) *)';
const findRetry = (page: Page) =>
  page
    .getByRole('button', { name: retryNames })
    .and(page.locator(reachable))
    .filter({ visible: true });

const findAlert = (page: Page) => page.getByRole('alert').filter({ visible: true, hasText: /./ });

const controls = 'button, input:not([type=hidden]), select, textarea, main a[href]';
const countControls = (page: Page): Promise<number> =>
  page.locator(controls).filter({ visible: true }).count();

/** True for a page of the server whose scripts did not load: it is posted without them. */
const isKeptPage = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const root = document.getElementById('root');
    const hasApp = root !== null && Object.keys(root).some((key) => key.startsWith('__react'));
    const isRendered =
      root?.dataset['rendered'] !== undefined || document.getElementById('server-render') !== null;
    return isRendered && !hasApp;
  });

/** Waits until the page has asked for nothing for a while. */
async function settle(page: Page, forMs: number): Promise<void> {
  let last = performance.now();
  const note = () => (last = performance.now());
  page.on('request', note).on('requestfinished', note);
  const end = performance.now() + shownWithinMs;
  while (performance.now() - last < forMs && performance.now() < end) await sleep(50);
  page.off('request', note).off('requestfinished', note);
}

async function open(page: Page, { address, arrive, act }: Visit): Promise<void> {
  if (arrive) await arrive(page);
  else await page.goto(address, { waitUntil: 'commit' });
  await act?.(page);
}

/** Opens an empty page of a visitor. */
export type OpenPage = () => Promise<Page>;
/** A page as it is when nothing fails. */
export type Whole = { targets: Target[]; controls: number; fault?: string };

export async function readWhole(openPage: OpenPage, visit: Visit): Promise<Whole> {
  const page = await openPage();
  page.setDefaultTimeout(scaleTimeout(10_000));
  await removeFirstReplies(page);
  const targets = new Map<string, Target>();
  page.on('request', (request) => {
    const target = findTarget(request);
    if (target) targets.set(target.name, target);
  });
  const fault = await open(page, visit).then(() => undefined, String);
  await settle(page, quietMs);
  const whole = { targets: [...targets.values()], controls: await countControls(page) };
  await page.close();
  return fault === undefined ? whole : { ...whole, fault };
}

async function failRoute(route: Route, mode: Mode): Promise<void> {
  await (mode === 'abort' ? route.abort() : route.fulfill({ status: Number(mode), body: '' }));
}

type End = 'retry' | 'works' | 'alert' | 'nothing';

/**
 * Waits for a button that loads again, for a page that works without the part, or for an alert
 * after a step, which the visitor can repeat.
 */
async function waitForEnd(page: Page, visit: Visit, whole: Whole): Promise<End> {
  const end = performance.now() + shownWithinMs;
  while (performance.now() < end) {
    if ((await findRetry(page).count()) > 0) return 'retry';
    if ((await countControls(page)) >= whole.controls || (await isKeptPage(page))) {
      await sleep(watchedMs); // it may fail yet
      return (await findRetry(page).count()) > 0 ? 'retry' : 'works';
    }
    if (visit.act && (await findAlert(page).count()) > 0)
      return (await findRetry(page).count()) > 0 ? 'retry' : 'alert'; // a note has both
    await sleep(100);
  }
  return 'nothing';
}

/** Lists of one page fail each by itself, and each has its button. */
const mostButtons = 5;

async function pressRetry(page: Page, visit: Visit): Promise<string[]> {
  for (let pressed = 0; pressed < mostButtons; pressed += 1) {
    if ((await findRetry(page).count()) === 0) break;
    const press = findRetry(page).first().click();
    await press.catch(() => undefined); // the page may have loaded again by itself
    await sleep(300);
    await settle(page, 600);
  }
  await visit.act?.(page).catch(() => undefined);
  const names = await findRetry(page).allInnerTexts();
  return names.length > 0 ? [`"${names[0]}" does not help`] : [];
}

async function repeatStep(page: Page, { act }: Visit, whole: Whole): Promise<string[]> {
  await act?.(page).catch(() => undefined);
  await settle(page, quietMs);
  return (await countControls(page)) < whole.controls ? ['the step does not work again'] : [];
}

/** Waits until the part is asked for. One that loads in idle time comes seconds later. */
async function waitForRequest(countRequests: () => number): Promise<void> {
  const end = performance.now() + quietMs;
  while (countRequests() === 0 && performance.now() < end) await sleep(50);
}

/** Opens the page while one of its parts fails. Returns what was wrong. */
export async function tryFailure(
  openPage: OpenPage,
  { visit, target, mode, whole }: { visit: Visit; target: Target; mode: Mode; whole: Whole },
): Promise<string[]> {
  const page = await openPage();
  page.setDefaultTimeout(scaleTimeout(6_000));
  const counts = new Map<string, number>(); // by address: two lists may share a path
  await removeFirstReplies(page); // they would replace a call that fails
  let isFailing = true;
  await page.route('**', async (route) => {
    // held back: the start or the failure of the stream of events loads all data a second time
    if (isEventStream(route.request())) return undefined;
    if (!isFailing || !target.matches(route.request())) return route.fallback();
    const url = route.request().url();
    counts.set(url, (counts.get(url) ?? 0) + 1);
    await failRoute(route, mode);
  });
  try {
    await open(page, visit).catch(() => undefined); // what failed may be what a step needs
    await waitForRequest(() => counts.size);
    const spare = visit.spare?.parts.test(target.name) ? visit.spare : undefined;
    const end = await waitForEnd(page, visit, spare ? { ...whole, controls: 1 } : whole);
    await sleep(watchedMs);
    const most = target.isCall && mode === '503' ? mostWhileNotReady : mostRequests;
    const count = Math.max(0, ...counts.values());
    const faults = count > most ? [`${count} requests`] : [];
    if (count === 0) faults.push('was not asked for');
    if (spare && !spare.at.test(page.url())) faults.push(`did not arrive: ${page.url()}`);
    isFailing = false;
    if (end === 'retry') faults.push(...(await pressRetry(page, visit)));
    if (end === 'alert') faults.push(...(await repeatStep(page, visit, whole)));
    if (end === 'nothing') {
      const seen = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
      faults.push(`neither a button nor a page: ${seen.slice(0, 200)}`);
    }
    return faults;
  } finally {
    await page.close();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import type { UserSession } from '#schemas/access/sessions.ts';
import { failOnRefusal } from './refusals.ts';
import { listTaskMs } from './trace.ts';

declare global {
  interface Window {
    longTasks?: number[];
  }
}

/** The user whose portal a browser of a bench opens. */
export type Owner = { address: string; accountId: string; userId: string; accessToken: string };

const viewport = { width: 1440, height: 900 };

/** Opens the portal with a session, visits it, and closes it. */
export async function withPortal<Seen>(
  browser: Browser,
  { accountId, userId, accessToken }: Owner,
  visit: (page: Page, cdp: CDPSession) => Promise<Seen>,
): Promise<Seen> {
  const context = await browser.newContext({ viewport, locale: 'de-DE' });
  try {
    const session: UserSession = {
      accessToken,
      sessionId: 'bench',
      user: {
        userId,
        firstName: 'Miriam',
        lastName: 'Castillo',
        salutation: 'Frau',
        email: 'miriam@beispiel.example',
        username: userId,
        userStatus: 1,
        accountId,
        accountIds: [accountId],
        accountIdsWithoutDashboard: [],
        uniqueAccountKeys: [],
        hasProfilePicture: false,
      },
    };
    await context.addInitScript((kept) => {
      localStorage.setItem('formakte.consentAcceptedAt', new Date().toISOString());
      localStorage.setItem(
        'formakte.registeredSession',
        JSON.stringify({ ...kept, receivedAt: Date.now() }),
      );
    }, session);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    return await failOnRefusal(page, () => visit(page, cdp));
  } finally {
    await context.close();
  }
}

const countLongTasks = () => {
  window.longTasks = [];
  new PerformanceObserver((list) =>
    window.longTasks?.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ entryTypes: ['longtask'] });
};

export type Watched = {
  /** durations of tasks longer than 50 ms, in wall-clock time */
  longMs: number[];
  /** CPU time of the longest task in ms, without other programs */
  longestWorkMs: number;
};

/** Runs `work` on a page and returns how long its main thread was blocked. */
export async function watch(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<Watched> {
  await page.evaluate(countLongTasks);
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'],
  });
  await work();
  const works = listTaskMs(await browser.stopTracing());
  return {
    longMs: await page.evaluate(() => window.longTasks ?? []),
    longestWorkMs: works.reduce((most, each) => Math.max(most, each), 0),
  };
}

/** Throws if a list still shows its first items, because then the figures are of no scrolling. */
export async function waitUntilScrolled(hasScrolled: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 10_000;
  while (!(await hasScrolled())) {
    if (Date.now() > end) throw new Error('The list did not scroll');
    await sleep(100);
  }
}

import type { Browser, CDPSession, Page } from 'playwright';
import type { UserSession } from '#schemas/access/sessions.ts';

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
    return await visit(page, await context.newCDPSession(page));
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

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
};

/** CPU time of each main-thread task, from the browser's trace. */
function workIn(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents.flatMap(({ name, pid, tid, args }) =>
      name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid}:${tid}`] : [],
    ),
  );
  return traceEvents.flatMap(({ name, ph, pid, tid, tdur = 0 }) =>
    name === 'RunTask' && ph === 'X' && mains.has(`${pid}:${tid}`) ? tdur / 1_000 : [],
  );
}

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
  const works = workIn(await browser.stopTracing());
  return {
    longMs: await page.evaluate(() => window.longTasks ?? []),
    longestWorkMs: works.reduce((most, each) => Math.max(most, each), 0),
  };
}

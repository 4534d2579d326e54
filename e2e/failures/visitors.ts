import { devices, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { OpenPage } from './tryFailure.ts';
import type { Visitor } from './visits.ts';

/** Cookies and entries of localStorage. */
export type Stored = Awaited<ReturnType<BrowserContext['storageState']>>;

const openContext = (browser: Browser, baseURL: string, options = {}): Promise<BrowserContext> =>
  browser.newContext({
    baseURL,
    locale: 'de-DE',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [
        {
          origin: baseURL,
          localStorage: [{ name: 'formakte.consentAcceptedAt', value: '2026-11-20T09:00:00Z' }],
        },
      ],
    },
    ...options,
  });

/** Opens a page of a new visitor, whose device has no language, draft or copy of an earlier visit. */
async function openFreshPage(browser: Browser, baseURL: string, options = {}): Promise<Page> {
  const context = await openContext(browser, baseURL, options);
  const page = await context.newPage();
  page.once('close', () => void context.close().catch(() => undefined)); // the browser may end first
  return page;
}

/** Visitors who have a session for all of their pages. */
type LoggedIn = 'client' | 'staff';
/** Visitors whose pages begin each with the same session. */
type Prepared = 'registering' | 'waiting' | 'ended' | 'endedPin';

export type Visitors = {
  openPageAs: Record<Visitor, OpenPage>;
  contexts: Record<LoggedIn, BrowserContext>;
  /** Written before the first page of the visitor. */
  stored: Partial<Record<Prepared, Stored>>;
};

/** Creates the visitors of a server, and those of a server for phones. */
export async function createVisitors(
  browser: Browser,
  origins: { all: string; phones: string },
): Promise<Visitors> {
  const stored: Visitors['stored'] = {};
  const contexts = {
    client: await openContext(browser, origins.all),
    staff: await openContext(browser, origins.all),
  };
  const openFresh = () => openFreshPage(browser, origins.all);
  const openAs = (visitor: Prepared) => () =>
    openFreshPage(browser, origins.all, { storageState: stored[visitor] });
  const openPageAs = {
    public: openFresh,
    invited: openFresh,
    registering: openAs('registering'),
    waiting: openAs('waiting'),
    ended: openAs('ended'),
    endedPin: openAs('endedPin'),
    phone: () => openFreshPage(browser, origins.phones, devices['Pixel 7']),
    client: () => contexts.client.newPage(),
    staff: () => contexts.staff.newPage(),
  };
  return { openPageAs, contexts, stored };
}

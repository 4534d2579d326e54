import type { BrowserContext, Page } from '@playwright/test';

const scripts = /\/assets\/.*\.js$|\/beforePaint\.js$/;
const scriptsAfterFirst = /\/assets\/(?!beforePaint).*\.js$/;

/** Opens a page without waiting for its scripts. */
export const openAtOnce = (page: Page, address: string) =>
  page.goto(address, { waitUntil: 'commit' });

/** Lets the browser run scripts, but none of the portal arrive. */
export const blockScripts = (context: Pick<BrowserContext, 'route'>) =>
  context.route(scripts, (route) => route.abort());

/** Runs steps on a page without scripts, then loads the page that they lead to with scripts. */
export async function openAfterPosts(page: Page, post: () => Promise<unknown>): Promise<void> {
  await blockScripts(page);
  await post();
  await page.unroute(scripts);
  await page.reload({ waitUntil: 'commit' });
}

/** Holds the scripts of a page back until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(scriptsAfterFirst, async (route) => {
    await held;
    await route.continue().catch(() => undefined); // the page may have been left
  });
  return release;
}

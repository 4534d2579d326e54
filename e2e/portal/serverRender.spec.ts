import type { Page, Request } from '@playwright/test';
import { Invited } from '../support/pages/invitation.ts';
import { getAccidentGuid, expect, test } from '../support/test.ts';

test(
  'A page can be read before its scripts have loaded, and its buttons work after that',
  { tag: '@desk' },
  async ({ page, demo }) => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/(?!beforePaint).*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/externalform/${getAccidentGuid(demo)}`, { waitUntil: 'commit' });
    const begun = page.locator('#first-view');
    await expect(begun.getByRole('heading', { level: 1 })).toHaveText('Verkehrsunfall melden');
    await expect(begun.getByRole('button', { name: 'Einverstanden' })).toBeVisible();
    release();
    await expect(begun).toHaveCount(0);
    await page.getByRole('button', { name: 'Einverstanden' }).click();
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report a road accident');
    await expect(
      page.getByRole('region', { name: /What is stored|Was auf Ihrem Gerät/ }),
    ).toHaveCount(0);
    await expect(page.locator('main')).toHaveCount(1);

    await page.reload(); // a visitor who has chosen the other language never sees the first view
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report a road accident');
    await expect(page.getByRole('button', { name: 'English' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  },
);

declare global {
  var shifted: string[];
}

/** Delays requests until the page has loaded and drawn everything that it can without them. */
async function delayUntilDrawn(page: Page, late: RegExp): Promise<void> {
  const inFlight = new Set<Request>();
  const held = new Set<Request>();
  page.on('request', (request) => inFlight.add(request));
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => inFlight.delete(request));
  const isDrawn = async () => {
    const hasPainted = await page
      .evaluate(
        () =>
          new Promise<true>((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(true))),
          ),
      )
      .catch(() => false); // a navigation has replaced the document: ask the new one
    return hasPainted && [...inFlight].every((request) => held.has(request));
  };
  await page.route(late, async (route) => {
    held.add(route.request());
    await expect.poll(isDrawn).toBe(true);
    await route.continue();
  });
}

test(
  'The header and title of a page do not shift while the rest of the page loads',
  { tag: '@desk' },
  async ({ page, request, demo }) => {
    const key = (await (await Invited.create(request, demo, 'head')).link()).split('/').at(-1);
    await page.goto('/page/aydin-kollegen');
    const imprint = await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'Impressum' })
      .getAttribute('href');
    await page.addInitScript(() => {
      globalThis.shifted = [];
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries() as (PerformanceEntry & {
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        })[]) {
          for (const {
            node,
            previousRect: { x, y },
            currentRect: to,
          } of sources) {
            const isAtHead =
              node?.contains(document.querySelector('h1')) ||
              node?.parentElement?.closest('header');
            if (isAtHead && Math.hypot(to.x - x, to.y - y) > 5)
              globalThis.shifted.push(
                `${node?.nodeName} ${node?.textContent?.slice(0, 30)}: ` +
                  `from ${x} ${y} to ${to.x} ${to.y}`,
              ); // a face that comes late moves its words by less
          }
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const address of ['/nowhere', String(imprint), `/login/${key}`]) {
      await delayUntilDrawn(page, /\/api\/|HomeMark/);
      await page.goto(address);
      await expect(
        page.getByRole('banner').getByText(address === '/nowhere' ? 'portal' : 'Aydın & Kollegen'),
      ).toBeVisible();
      await expect(page.getByText(/^Wird geladen/)).toHaveCount(0);
      expect(await page.evaluate(() => shifted), address).toEqual([]);
      await page.unrouteAll({ behavior: 'ignoreErrors' }); // requests of the page that is left
    }
  },
);

import type { Locator, Page, Request } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/barriers.ts';
import { clickAgain } from '../support/clickAgain.ts';
import { Invited } from '../support/pages/invitation.ts';
import { Portal } from '../support/pages/portal.ts';
import { getAccidentGuid, getFormGuid, expect, test, waitUntilHydrated } from '../support/test.ts';
import { holdScripts, openAtOnce } from '../support/withoutScripts.ts';

test('A page can be read before its scripts have loaded, and its buttons work after that', async ({
  page,
  demo,
}) => {
  const release = await holdScripts(page);
  // never answered: the form must not wait for the page that follows it
  await page.route(/\/assets\/SucceedPage-/, () => undefined);
  await page.goto(`/externalform/${getAccidentGuid(demo)}`, { waitUntil: 'commit' });
  const begun = page.locator('#root[data-rendered]');
  await expect(begun.getByRole('heading', { level: 1 })).toHaveText('Verkehrsunfall melden');
  await expect(begun.getByRole('button', { name: 'Einverstanden' })).toBeVisible();
  release();
  await waitUntilHydrated(page);
  await page.getByRole('button', { name: 'Einverstanden' }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report a road accident');
  await expect(
    page.getByRole('region', { name: /What is stored|Was auf Ihrem Gerät/ }),
  ).toHaveCount(0);
  await expect(page.locator('main')).toHaveCount(1);

  // A visitor who has chosen the other language never sees the server-rendered HTML.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report a road accident');
  await expect(page.getByRole('button', { name: 'English' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

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

test('The second half of a double click presses no link of a page whose scripts still load', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await openAtOnce(page, '/login');
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(new URL(request.url()).pathname);
  });
  await clickAgain(page.getByRole('link', { name: 'Benutzername vergessen' }));
  await page.getByRole('link', { name: 'Passwort vergessen' }).click();
  await expect(page).toHaveURL(/\/forget-password$/);
  expect(opened).toEqual(['/forget-password']);
  release();
});

test('The header and title of a page do not shift while the rest of the page loads', async ({
  page,
  request,
  demo,
}) => {
  const key = (await (await Invited.create(request, demo, 'head')).link()).split('/').at(-1);
  await page.goto('/page/aydin-kollegen');
  const imprint = await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Impressum' })
    .and(page.locator(':not([href*="/text?"])')) // the link after the scripts
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
            node?.contains(document.querySelector('h1')) || node?.parentElement?.closest('header');
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
    await delayUntilDrawn(page, /\/api\//);
    await page.goto(address);
    await expect(
      page.getByRole('banner').getByText(address === '/nowhere' ? 'portal' : 'Aydın & Kollegen'),
    ).toBeVisible();
    await expect(page.getByText(/^Wird geladen/)).toHaveCount(0);
    expect(await page.evaluate(() => shifted), address).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' }); // requests of the page that is left
  }
});

/** An optional face that loads within this time of the first use is shown. */
const faceBlockMs = 100;

/** Returns the tops of the title and of the first field, in pixels of the document. */
async function measureTops(page: Page): Promise<{ title: number; field: number }> {
  const findTop = async (found: Locator) => (await found.boundingBox())?.y ?? NaN;
  return {
    title: await findTop(page.getByRole('heading', { level: 1 })),
    field: await findTop(page.getByRole('textbox').first()),
  };
}

test(
  'The title and the first field of a login, a form and a PIN stay in place while the rest loads',
  { tag: '@both' },
  async ({ page, baseURL, demo }) => {
    // also the faces of the text, and those of brands
    const late =
      /\/assets\/((?!beforePaint).*\.js|(?:source-sans|portal-sans|letterhead|figtree).*\.woff2)$/;
    const withPin = demo.forms.find(({ pin }) => pin)?.processGuid;
    const { port } = new URL(baseURL ?? '');
    for (const address of [
      '/login',
      `/externalform/${getAccidentGuid(demo)}`,
      `/externalform/${withPin}`,
      `http://behrens.localhost:${port}/login`,
      `http://lichtblick.localhost:${port}/login`,
      `/externalform/${getFormGuid(demo, 'Erstgespräch anfragen')}`,
    ]) {
      let release = () => undefined as void;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(late, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(address, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('textbox').first()).toBeVisible();
      await page.waitForFunction((blockMs) => {
        const [painted] = performance.getEntriesByName('first-contentful-paint');
        return painted !== undefined && performance.now() > painted.startTime + blockMs;
      }, faceBlockMs);
      const before = await measureTops(page);
      const hydrated = page.waitForResponse(late);
      release();
      await hydrated;
      await waitUntilHydrated(page);
      await page.waitForLoadState('networkidle');
      expect(await measureTops(page), address).toEqual(before);
      await page.unroute(late);
    }
    const portal = new Portal(page, demo);
    await page.goto('/login');
    await expect(portal.password()).toBeVisible();
    const before = await measureTops(page);
    await portal.logIn({ username: 'nobody.here', password: 'Falsch-und-lang-1' });
    await expect(page.getByRole('alert')).toBeVisible();
    expect((await measureTops(page)).title, 'with an error').toBe(before.title);
  },
);

test('The login keeps what was typed before its scripts in a browser without passkeys', async ({
  page,
}) => {
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'PublicKeyCredential'));
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const username = page.getByRole('textbox', { name: 'Benutzername' });
  await username.fill('nora.brandt');
  const field = await username.elementHandle();
  release();
  await expect(page.getByRole('button', { name: 'Passkey benutzen' })).toHaveCount(0);
  await waitUntilHydrated(page);
  await expect(username).toHaveValue('nora.brandt');
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true);
});

const getFamily = (found: Locator) =>
  found.evaluate((element) => getComputedStyle(element).fontFamily.split(',')[0]);

/** Sums up the faces that a page has loaded, in bytes. */
const measureFaces = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );

test('Pages have their typefaces before their scripts, from 30 kB of faces at most', async ({
  page,
  baseURL,
  demo,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(/\/assets\/(?!beforePaint).*\.js$/, (route) => route.abort());
  const open = async (address: string) => {
    await openAtOnce(page, address);
    await page.waitForLoadState(); // for its style sheets
  };
  const { port } = new URL(baseURL ?? '');
  for (const address of [
    `http://lichtblick.localhost:${port}/login`,
    `/externalform/${getFormGuid(demo, 'Erstgespräch anfragen')}`,
  ]) {
    await open(address);
    const [title, field] = [page.getByRole('heading', { level: 1 }), page.getByRole('textbox')];
    expect(await getFamily(title), address).toBe('"Figtree Variable"');
    expect(await getFamily(field.first()), address).toBe('"Figtree Variable"');
    await expect.poll(() => measureFaces(page), address).toBeGreaterThan(0);
    expect(await measureFaces(page), address).toBeLessThanOrEqual(30_000);
    expect(await page.evaluate(() => document.fonts.check('1rem "Figtree Variable"'))).toBe(true);
  }
  for (const [address, family] of [
    [`http://behrens.localhost:${port}/login`, 'Letterhead Serif'],
    [`/externalform/${getAccidentGuid(demo)}`, 'Newsreader Variable'],
  ] as const) {
    await open(address);
    expect(await getFamily(page.getByRole('heading', { level: 1 })), address).toBe(`"${family}"`);
    expect(await getFamily(page.getByRole('textbox').first()), address).toBe('"Portal Sans"');
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.fonts.check('1rem "Portal Sans"'))).toBe(true);
    expect(await measureFaces(page), address).toBeGreaterThan(0);
    expect(await measureFaces(page), address).toBeLessThanOrEqual(30_000);
  }
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`A page after the login shows its frame before its scripts (${colorScheme}) @both`, async ({
    page,
    demo,
  }) => {
    await page.emulateMedia({ colorScheme });
    const user = demo.users.find(({ username }) => username === 'nora.brandt');
    if (!user) throw new Error('The demo data has no client');
    await page.goto('/login');
    await new Portal(page, demo).logIn(user);
    await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeVisible();

    const release = await holdScripts(page);
    for (const address of ['/dashboard', '/settings/general']) {
      await openAtOnce(page, address);
      const frame = page.locator('#server-frame');
      await expect(frame.locator('[aria-busy=true]')).toBeVisible();
      await expect(frame.getByRole('status')).toHaveText(/^Wird geladen/);
      const bar = await frame.locator('nav').boundingBox();
      await expectNoSidewaysScroll(page);
      if (address === '/dashboard') continue;
      release();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(frame).toHaveCount(0);
      expect(await page.getByRole('navigation').first().boundingBox()).toEqual(bar);
    }
  });

test('A browser without a session sees no frame of a page after the login', async ({ page }) => {
  const release = await holdScripts(page);
  await openAtOnce(page, '/dashboard');
  await expect(page.locator('#server-frame')).toBeAttached();
  await expect(page.locator('#server-frame')).toBeHidden();
  release();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.locator('#server-frame')).toHaveCount(0);
});

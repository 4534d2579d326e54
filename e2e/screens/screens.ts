import type { Page, Request } from '@playwright/test';
import { Portal } from '../pages/portal.ts';
import { accidentGuid, expect, test, type DemoWorld } from '../test.ts';

/** A quarter of an hour after the server's clock began: both have the same day. */
const now = new Date('2026-11-20T10:15:00+01:00');

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: now });
  await page.addInitScript(() => localStorage.setItem('formakte.consentAcceptedAt', '2026-11-20T09:00:00Z'));
});

/** Waits until nothing is on its way any more, but for the stream of news, which never ends. */
async function settled(page: Page, open: () => Promise<unknown>): Promise<void> {
  const onTheirWay = new Set<Request>();
  const start = (request: Request) => { if (!request.url().includes('/events')) onTheirWay.add(request); };
  const end = (request: Request) => onTheirWay.delete(request);
  page.on('request', start).on('requestfinished', end).on('requestfailed', end);
  await open();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  for (let quiet = 0; quiet < 4; quiet = onTheirWay.size > 0 ? 0 : quiet + 1) await new Promise((resolve) => setTimeout(resolve, 150));
  page.off('request', start).off('requestfinished', end).off('requestfailed', end);
}

/** The screen beside its picture. When a device was last used is another minute in each run, and small pictures of files come once they are drawn. */
async function expectAsKept(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await expect.soft(page).toHaveScreenshot(`${name}.png`, { mask: [page.locator('li small').filter({ hasText: /^Zuletzt benutzt/ }), page.locator('span[aria-hidden][data-type]')], maskColor: '#888' });
}

type Screens = Record<string, string | ((demo: DemoWorld) => string)>;

async function visit(page: Page, demo: DemoWorld, screens: Screens): Promise<void> {
  for (const [name, address] of Object.entries(screens)) {
    await settled(page, () => page.goto(typeof address === 'string' ? address : address(demo)));
    await expectAsKept(page, name);
  }
}

async function logIn(page: Page, demo: DemoWorld): Promise<void> {
  await page.goto('/login');
  await new Portal(page, demo).logIn();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('heading', { name: 'Ihre Anbieter' })).toBeVisible();
}

test('before the login', ({ page, demo }) => visit(page, demo, {
  'start': '/', 'login': '/login', 'forgotten-password': '/forget-password', 'public-page': '/proudly-presents/aydin-kollegen', 'public-page-yellow': '/proudly-presents/lichtblick', 'not-found': '/nowhere',
  'form': (world) => `/externalform/${accidentGuid(world)}`, 'form-pin': ({ forms }) => `/externalform/${forms.find(({ pin }) => pin)?.processGuid}`,
}));

test('behind the login', async ({ page, demo, isMobile }) => {
  await logIn(page, demo);
  await visit(page, demo, { 'dashboard': '/dashboard', 'settings-account': '/settings/account', 'settings-general': '/settings/general', ...(isMobile ? {} : { cases: '/akten', providers: '/service-provider' }) });
});

test('a case', async ({ page, demo, isMobile }) => {
  await logIn(page, demo);
  if (!isMobile) await page.goto('/akten');
  await page.getByRole('link', { name: /Verkehrsunfall Brandt/ }).first().click();
  await expect(page).toHaveURL(/\/akten\/.+\/accounts\//);
  const address = page.url().split('?')[0] ?? '';
  await visit(page, demo, { 'case-messages': `${address}?tab=messages`, 'case-overview': `${address}?tab=overview`, 'case-tasks': `${address}?tab=tasks` });
});

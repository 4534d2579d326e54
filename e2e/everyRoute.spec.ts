import type { Page } from '@playwright/test';
import { routes, type RouteName } from '#src/lib/routes.ts';
import { expectNoBarrier, expectNoBarrierInLight, expectNoSidewaysScroll } from './barriers.ts';
import { Invited } from './pages/invitation.ts';
import { Portal } from './pages/portal.ts';
import { accidentGuid, expect, test, type DemoWorld } from './test.ts';

const desk = { width: 1440, height: 900 };

/** The legal texts are a press away; in a case on a phone, which has the page to itself, behind its details. */
async function expectWayToLegalTexts(page: Page): Promise<void> {
  const details = page.getByRole('button', { name: /^(?:Details zur Akte|Case details)$/ }).filter({ visible: true });
  const way = page.locator('a[href^="/legal/imprint"]').filter({ visible: true });
  if ((await way.count()) === 0) await details.click();
  await expect(way.first()).toBeVisible();
}

/** What a machine finds on a page, in each language and theme, wide and narrow; nothing lies beside the narrow one. Colours are the same in both languages. */
async function expectNoBarrierAt(page: Page, address: string): Promise<void> {
  const size = page.viewportSize() ?? desk;
  for (const [language, expectNone] of [['de', expectNoBarrier], ['en', expectNoBarrierInLight]] as const) {
    await page.evaluate((chosen) => localStorage.setItem('formakte.language', chosen), language);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page, 'not led away').toHaveURL((url) => url.pathname === address);
    await expect(page.getByText(/^(?:Wird geladen|Loading)/).filter({ visible: true })).toHaveCount(0);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expectNone(page);
    await expectWayToLegalTexts(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNone(page);
    await expectNoSidewaysScroll(page);
    if (language === 'de') await expectWayToLegalTexts(page);
    await page.setViewportSize(size);
  }
}

type World = { demo: DemoWorld; key: string; caseAddress: string; formAddress: string };

/** Where each route is looked at, by whom; undefined where another one stands for it. */
const addresses: Record<RouteName, ((world: World) => string) | undefined> = {
  base: () => '/', login: () => '/login', enterPin: ({ key }) => `/enter-pin/${key}`, start: ({ key }) => `/start/${key}`,
  registration: undefined, // its steps are looked at in its own journey
  forgetUsername: () => '/forget-username', forgetPassword: () => '/forget-password', forgetUsernameByKey: undefined, forgetPasswordByKey: undefined,
  resetPassword: () => `/reset-password/${'x'.repeat(43)}`,
  resetPasswordDone: undefined, // only whoever has set a password comes there, in the journey of the registration
  dashboard: () => '/dashboard', casesInEnglish: undefined, cases: () => '/akten', selectedCase: ({ caseAddress }) => caseAddress,
  board: () => '/board', businessForms: () => '/business/forms', businessForm: ({ formAddress }) => formAddress, businessFormPreview: ({ formAddress }) => `${formAddress}/preview`,
  serviceProvider: () => '/service-provider', settings: () => '/settings/account',
  publicPage: () => '/page/aydin-kollegen', proudlyPresents: undefined, business: () => '/business-beschleunigen', legalText: () => '/legal/privacy',
  mobileNotice: undefined, activateWithApp: undefined, // a desk is led away; a phone looks at them
  notFound: () => '/nowhere',
};

test('no route has a barrier in either theme or language, wide or narrow', { tag: '@desk' }, async ({ page, request, demo }) => {
  test.setTimeout(240_000);
  const invited = await Invited.create(request, demo, 'routes');
  const world: World = { demo, key: (await invited.link()).split('/').at(-1) ?? '', caseAddress: '', formAddress: '' };
  const visit = async (isMeant: (name: RouteName) => boolean) => {
    for (const [name, address] of Object.entries(addresses) as [RouteName, (typeof addresses)[RouteName]][]) if (address && isMeant(name)) await test.step(name, () => expectNoBarrierAt(page, address(world)));
  };
  await page.goto('/');
  await page.getByRole('button', { name: 'Einverstanden' }).click();
  await visit((name) => routes[name].access !== 'protected');
  await expectNoBarrierAt(page, `/externalform/${accidentGuid(demo)}`);

  await page.evaluate(() => localStorage.setItem('formakte.language', 'de'));
  await page.goto('/login');
  await new Portal(page, demo).logIn(demo.users.find(({ username }) => username === 'selin.aydin'));
  await expect(page).toHaveURL(/dashboard/);
  await page.goto('/akten');
  world.caseAddress = new URL((await page.getByRole('link', { name: /Verkehrsunfall|Akte/ }).first().getAttribute('href')) ?? '/akten', page.url()).pathname;
  await page.goto('/business/forms');
  world.formAddress = new URL((await page.getByRole('link', { name: 'Verkehrsunfall melden' }).first().getAttribute('href')) ?? '', page.url()).pathname;
  await visit((name) => routes[name].access === 'protected');
});

test('nor has what only a phone is told', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Einverstanden' }).click();
  for (const address of ['/download-and-no-ragrets', '/activate-with-app']) await expectNoBarrierAt(page, address);
});

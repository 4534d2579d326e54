import type { Page } from '@playwright/test';
import type { MadeExternalRequest } from '#schemas/forms/externalRequests.ts';
import { matchRoute, type RouteName } from '#src/routing/routes.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import {
  expectNoBarrier,
  expectNoBarrierInLight,
  expectNoSidewaysScroll,
} from '../support/barriers.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { Invited } from '../support/pages/invitation.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { test as onRestrictedPhones } from '../support/restrictedPhones.ts';
import { getAccidentGuid, expect, getFormGuid, test, type DemoWorld } from '../support/test.ts';

type Visitor = 'public' | 'invited' | 'client' | 'staff' | 'phone' | 'none';

/** The test that checks each route. It fails when it has missed one. Form links are no routes. */
const checkedBy: Record<RouteName, Visitor> = {
  base: 'public',
  login: 'public',
  forgetUsername: 'public',
  forgetPassword: 'public',
  publicPage: 'public',
  proudlyPresents: 'public',
  business: 'public',
  legalText: 'public',
  notFound: 'public',
  start: 'invited',
  enterPin: 'invited',
  registration: 'invited',
  forgetUsernameByKey: 'invited',
  forgetPasswordByKey: 'invited',
  resetPassword: 'invited',
  resetPasswordDone: 'invited',
  dashboard: 'client',
  cases: 'client',
  selectedCase: 'client',
  serviceProvider: 'client',
  settings: 'client',
  board: 'staff',
  inbox: 'staff',
  firmCases: 'staff',
  clients: 'staff',
  businessForms: 'staff',
  businessForm: 'staff',
  businessFormPreview: 'staff',
  mobileNotice: 'phone',
  activateWithApp: 'phone', // redirects a desktop
  loggedIn: 'none', // opens the portal; e2e/access/withoutScripts.spec.ts checks it without scripts
  postedRegistration: 'none', // opens the wizard; that file checks it without scripts, too
  casesInEnglish: 'none', // redirects to the cases
};

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const findLanguageButton = (page: Page, language: string) =>
  page.locator(`button[lang=${language}]`).filter({ visible: true }).first();

/** Checks the link to the legal texts; a case on a phone has it in its details. */
async function expectLegalLink(page: Page): Promise<void> {
  const details = page
    .getByRole('button', { name: /^(?:Details zur Akte|Case details)$/ })
    .filter({ visible: true });
  const link = page.locator('a[href^="/legal/imprint"]').filter({ visible: true });
  if ((await link.count()) === 0) await details.click();
  await expect(link.first()).toBeVisible();
}

/** Checks pages and collects their routes. */
class Checker {
  private readonly seen = new Set<RouteName>();

  constructor(private readonly page: Page) {}

  /** Opens a page and closes the notice about storage, which would cover later pages. */
  async start(address: string): Promise<void> {
    await this.page.goto(address);
    await this.page.getByRole('button', { name: 'Einverstanden' }).click();
  }

  /**
   * Checks the page in both languages, wide and narrow. Roles and colours do not depend on the
   * language, and colours not on the width, so axe checks one language, and one theme when narrow.
   */
  async check(name: string): Promise<void> {
    await test.step(name, async () => {
      const { page } = this;
      const size = page.viewportSize() ?? { width: 1440, height: 900 };
      for (const language of ['en', 'de'] as const) {
        // A click on server-rendered HTML has no effect.
        await expect(async () => {
          await findLanguageButton(page, language).click();
          await expect(page.locator('html')).toHaveAttribute('lang', language, {
            timeout: scaleTimeout(1_000),
          });
        }).toPass();
        await expect(title(page)).toBeVisible();
        await expect(
          page.getByText(/^(?:Wird geladen|Loading)/).filter({ visible: true }),
        ).toHaveCount(0);
        if (language === 'de') await expectNoBarrier(page);
        await expectLegalLink(page);
        await page.setViewportSize({ width: 320, height: 700 });
        await expectNoSidewaysScroll(page);
        if (language === 'de') {
          await expectNoBarrierInLight(page);
          await expectLegalLink(page);
        }
        await page.setViewportSize(size);
      }
      const { pathname, search } = new URL(page.url());
      this.seen.add(matchRoute({ pathname, search }).name);
    });
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await expect(title(this.page)).toBeVisible();
    await expect(this.page, 'no redirect').toHaveURL((url) => url.pathname === address);
    await this.check(address);
  }

  expectAllOf = (visitor: Visitor): void =>
    expect([...this.seen].sort()).toEqual(
      (Object.keys(checkedBy) as RouteName[]).filter((name) => checkedBy[name] === visitor).sort(),
    );
}

async function logIn(page: Page, demo: DemoWorld, username: string): Promise<Checker> {
  const checker = new Checker(page);
  await checker.start('/login');
  await new Portal(page, demo).logIn(demo.users.find((user) => user.username === username));
  await expect(page).toHaveURL(/\/(?:dashboard|business)/);
  return checker;
}

/** Returns the path of the first matching link of a page. */
async function findPath(page: Page, list: string, link: string): Promise<string> {
  await page.goto(list);
  return new URL((await page.locator(link).first().getAttribute('href')) ?? '', page.url())
    .pathname;
}

// Each test checks every page in both themes and languages, wide and narrow, with its legal link.
test.describe.configure({ timeout: scaleTimeout(240_000) });

test('Public pages have no accessibility barrier', async ({ page }) => {
  const checker = new Checker(page);
  await checker.start('/');
  for (const address of [
    '/',
    '/login',
    '/page/aydin-kollegen',
    '/proudly-presents/lichtblick',
    '/business-beschleunigen',
    '/nowhere',
  ])
    await checker.open(address);
  for (const text of ['imprint', 'privacy', 'terms', 'accessibility'])
    await checker.open(`/legal/${text}`);
  await checker.open('/forget-username');
  await checker.open('/forget-password');
  await page.getByRole('textbox', { name: 'Benutzername' }).fill('nobody.at.all');
  await page.getByRole('button', { name: 'Link anfordern' }).click();
  await expect(title(page)).toHaveText('Sehen Sie in Ihr Postfach');
  await checker.check('a mail was sent');
  checker.expectAllOf('public');
});

async function checkRequest(checker: Checker, page: Page, provider: Provider): Promise<void> {
  const { formId } = await provider.publish({
    title: 'Angaben zum Mandat',
    formElements: [{ id: 'email', type: 'input', label: 'E-Mail-Adresse', required: true }],
  });
  const { url } = await provider.post<MadeExternalRequest>('externalRequests', {
    formId,
    prefill: {},
  });
  await checker.open(new URL(url).pathname);
  await page.getByLabel('E-Mail-Adresse').fill('routes@example.com');
  await page.locator('main button[type=submit]').click();
  await expect(page).toHaveURL(/confirmation-page$/);
  await checker.check('a request was answered');
  await page.goto(url);
  await expect(title(page)).toHaveText('Schon abgeschickt');
  await checker.check('a request that was answered before');
}

test('Forms have no accessibility barrier', async ({ page, request, demo }) => {
  const checker = new Checker(page);
  const form = new ExternalForm(page);
  await checker.start('/');
  await checker.open(`/externalform/${getAccidentGuid(demo)}`);
  await checker.open(`/externalform/${demo.forms.find(({ pin }) => pin)?.processGuid}`);
  await form.open(getFormGuid(demo, 'Bußgeld prüfen'));
  await form.field('Wie heißen Sie\\?').fill('Jana Reuter');
  await form.field('E-Mail-Adresse').fill('routes@example.com');
  await form.field('Was wirft man Ihnen vor\\?').fill('Zu schnell auf der A 7.');
  await page.getByRole('checkbox', { name: /Datenschutz/ }).check();
  await page.getByRole('button', { name: 'Anfrage senden' }).click();
  await expect(page).toHaveURL(/succeed$/);
  await checker.check('a form was sent');

  await checkRequest(checker, page, new Provider(request, demo));
});

test('Pages of a registration have no accessibility barrier', async ({ page, request, demo }) => {
  const checker = new Checker(page);
  const invited = await Invited.create(request, demo, 'routes');
  const start = await invited.link();
  const username = `routes.${Date.now()}`;
  const goOn = (name: string) => page.getByRole('button', { name }).click();
  const setPassword = async (button: string) => {
    for (const field of await page.locator('input[autocomplete=new-password]').all())
      await field.fill('Fahrrad-im-Regen-7');
    await goOn(button);
  };
  await checker.start(start);
  await checker.open(start);
  await goOn('PIN anfordern');
  await page.getByRole('dialog').getByRole('button', { name: 'Per E-Mail' }).click();
  await expect(title(page)).toHaveText('PIN eingeben');
  await checker.check('PIN');
  await page.getByRole('textbox', { name: 'Ihre PIN' }).fill(await invited.pin());
  await expect(title(page)).toHaveText(/^Willkommen/);
  await checker.check('welcome');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await goOn('Weiter zum Benutzernamen');
  await expect(title(page)).toHaveText('Wählen Sie Ihren Benutzernamen');
  await checker.check('username');
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
  await goOn('Weiter zum Passwort');
  await expect(title(page)).toHaveText('Legen Sie Ihr Passwort fest');
  await checker.check('password');
  await setPassword('Registrierung abschließen');
  await expect(title(page)).toHaveText('Sie sind registriert');
  await checker.check('registered');

  await page.evaluate(() => localStorage.removeItem('formakte.registeredSession'));
  await page.context().clearCookies(); // as on another device
  const login = start.replace('/start/', '/login/');
  await checker.open(`${login}/forget-username`);
  await checker.open(`${login}/forget-password`);
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
  await goOn('Link anfordern');
  await expect(title(page)).toHaveText('Sehen Sie in Ihr Postfach');
  await checker.open(await invited.passwordLink());
  await setPassword('Passwort festlegen');
  await expect(page).toHaveURL('/reset-password-done');
  await checker.check('a new password');
  checker.expectAllOf('invited');
});

test('Pages of a client have no accessibility barrier', async ({ page, demo }) => {
  const checker = await logIn(page, demo, 'nora.brandt');
  for (const address of [
    '/dashboard',
    '/akten',
    '/service-provider',
    '/settings/account',
    '/settings/notifications',
    '/settings/general',
    '/settings/about',
  ])
    await checker.open(address);
  await checker.open(await findPath(page, '/akten', 'a[href*="/accounts/"]'));
  for (const tab of ['overview', 'tasks']) {
    await page.goto(`${new URL(page.url()).pathname}?tab=${tab}`);
    await checker.check(tab);
  }
  checker.expectAllOf('client');
});

test('Pages of staff have no accessibility barrier', async ({ page, demo }) => {
  const checker = await logIn(page, demo, 'selin.aydin');
  for (const name of ['business', 'business/cases', 'board', 'business/clients', 'business/forms'])
    await checker.open(`/${name}`);
  await page.goto('/business/cases');
  await page.locator('[data-case] a').first().click();
  const opened = page.url();
  for (const tab of ['messages', 'tasks', 'history']) {
    await page.goto(`${opened}&tab=${tab}`);
    await checker.check(tab);
  }
  const form = await findPath(page, '/business/forms', 'h2 a[href^="/business/forms/"]');
  await checker.open(form);
  await checker.open(`${form}/preview`);
  checker.expectAllOf('staff');
});

onRestrictedPhones(
  'Pages for phones have no accessibility barrier',
  { tag: '@phone' },
  async ({ page }) => {
    const checker = new Checker(page);
    await checker.start('/');
    for (const address of ['/download-and-no-ragrets', '/activate-with-app'])
      await checker.open(address);
    checker.expectAllOf('phone');
  },
);

import type { Page } from '@playwright/test';
import type { MadeExternalRequest } from '#schemas/externalRequests.ts';
import { placeOf, type RouteName } from '#src/lib/routes.ts';
import { expectNoBarrier, expectNoBarrierInLight, expectNoSidewaysScroll } from './barriers.ts';
import { ExternalForm } from './pages/externalForm.ts';
import { Invited } from './pages/invitation.ts';
import { Portal } from './pages/portal.ts';
import { Provider } from './pages/provider.ts';
import { accidentGuid, expect, guidOf, test, type DemoWorld } from './test.ts';

/** Who looks at each route. Whoever has not been at one of theirs by the end fails; forms by links are none of the portal's routes. */
const lookedAtBy: Record<
  RouteName,
  'anybody' | 'invited' | 'client' | 'staff' | 'phone' | 'nobody'
> = {
  base: 'anybody',
  login: 'anybody',
  forgetUsername: 'anybody',
  forgetPassword: 'anybody',
  publicPage: 'anybody',
  proudlyPresents: 'anybody',
  business: 'anybody',
  legalText: 'anybody',
  notFound: 'anybody',
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
  businessForms: 'staff',
  businessForm: 'staff',
  businessFormPreview: 'staff',
  mobileNotice: 'phone',
  activateWithApp: 'phone', // a desk is led away
  casesInEnglish: 'nobody', // it only leads to the cases
};

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const choice = (page: Page, language: string) =>
  page.locator(`button[lang=${language}]`).filter({ visible: true }).first();

/** The legal texts are a press away; in a case on a phone, which has the page to itself, behind its details. */
async function expectWayToLegalTexts(page: Page): Promise<void> {
  const details = page
    .getByRole('button', { name: /^(?:Details zur Akte|Case details)$/ })
    .filter({ visible: true });
  const way = page.locator('a[href^="/legal/imprint"]').filter({ visible: true });
  if ((await way.count()) === 0) await details.click();
  await expect(way.first()).toBeVisible();
}

class Look {
  private readonly seen = new Set<RouteName>();

  constructor(private readonly page: Page) {}

  /** The notice about storage would lie over what is looked at. */
  async begin(address: string): Promise<void> {
    await this.page.goto(address);
    await this.page.getByRole('button', { name: 'Einverstanden' }).click();
  }

  /** What a machine finds on a page, in each language and theme, wide and narrow; nothing lies beside the narrow one. Colours are the same in both languages. */
  async here(name: string): Promise<void> {
    await test.step(name, async () => {
      const { page } = this;
      const size = page.viewportSize() ?? { width: 1440, height: 900 };
      for (const [language, expectNone] of [
        ['en', expectNoBarrierInLight],
        ['de', expectNoBarrier],
      ] as const) {
        await choice(page, language).click();
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(title(page)).toBeVisible();
        await expect(
          page.getByText(/^(?:Wird geladen|Loading)/).filter({ visible: true }),
        ).toHaveCount(0);
        await expectNone(page);
        await expectWayToLegalTexts(page);
        await page.setViewportSize({ width: 320, height: 700 });
        await expectNone(page);
        await expectNoSidewaysScroll(page);
        if (language === 'de') await expectWayToLegalTexts(page);
        await page.setViewportSize(size);
      }
      const { pathname, search } = new URL(page.url());
      this.seen.add(placeOf({ pathname, search }).name);
    });
  }

  async at(address: string): Promise<void> {
    await this.page.goto(address);
    await expect(title(this.page)).toBeVisible();
    await expect(this.page, 'not led away').toHaveURL((url) => url.pathname === address);
    await this.here(address);
  }

  expectAllOf = (who: (typeof lookedAtBy)[RouteName]): void =>
    expect([...this.seen].sort()).toEqual(
      (Object.keys(lookedAtBy) as RouteName[]).filter((name) => lookedAtBy[name] === who).sort(),
    );
}

async function logIn(page: Page, demo: DemoWorld, username: string): Promise<Look> {
  const look = new Look(page);
  await look.begin('/login');
  await new Portal(page, demo).logIn(demo.users.find((user) => user.username === username));
  await expect(page).toHaveURL(/\/dashboard/);
  return look;
}

/** Where the first of these links of a page leads. */
async function addressIn(page: Page, list: string, link: string): Promise<string> {
  await page.goto(list);
  return new URL((await page.locator(link).first().getAttribute('href')) ?? '', page.url())
    .pathname;
}

test.describe('no page has a barrier in either theme or language, wide or narrow, and each leads to the legal texts', () => {
  test.describe.configure({ timeout: 240_000 });

  test('for anybody', { tag: '@desk' }, async ({ page }) => {
    const look = new Look(page);
    await look.begin('/');
    for (const address of [
      '/',
      '/login',
      '/page/aydin-kollegen',
      '/proudly-presents/lichtblick',
      '/business-beschleunigen',
      '/nowhere',
    ])
      await look.at(address);
    for (const text of ['imprint', 'privacy', 'terms', 'accessibility'])
      await look.at(`/legal/${text}`);
    await look.at('/forget-username');
    await look.at('/forget-password');
    await page.getByRole('textbox', { name: 'Benutzername' }).fill('nobody.at.all');
    await page.getByRole('button', { name: 'Link anfordern' }).click();
    await expect(title(page)).toHaveText('Sehen Sie in Ihr Postfach');
    await look.here('a mail was sent');
    look.expectAllOf('anybody');
  });

  test('of forms', { tag: '@desk' }, async ({ page, request, demo }) => {
    const look = new Look(page);
    const form = new ExternalForm(page);
    await look.begin('/');
    await look.at(`/externalform/${accidentGuid(demo)}`);
    await look.at(`/externalform/${demo.forms.find(({ pin }) => pin)?.processGuid}`);
    await form.open(guidOf(demo, 'Bußgeld prüfen'));
    await form.field('Wie heißen Sie\\?').fill('Jana Reuter');
    await form.field('E-Mail-Adresse').fill('routes@example.com');
    await form.field('Was wirft man Ihnen vor\\?').fill('Zu schnell auf der A 7.');
    await page.getByRole('checkbox', { name: /Datenschutz/ }).check();
    await page.getByRole('button', { name: 'Anfrage senden' }).click();
    await expect(page).toHaveURL(/succeed$/);
    await look.here('a form was sent');

    const provider = new Provider(request, demo);
    const { formId } = await provider.publish({
      title: 'Angaben zum Mandat',
      formElements: [{ id: 'email', type: 'input', label: 'E-Mail-Adresse', required: true }],
    });
    const { url } = await provider.post<MadeExternalRequest>('externalRequests', {
      formId,
      prefill: {},
    });
    await look.at(new URL(url).pathname);
    await page.getByLabel('E-Mail-Adresse').fill('routes@example.com');
    await page.locator('main button[type=submit]').click();
    await expect(page).toHaveURL(/confirmation-page$/);
    await look.here('a request was answered');
    await page.goto(url);
    await expect(title(page)).toHaveText('Schon abgeschickt');
    await look.here('a request that was answered before');
  });

  test(
    'from an invitation to a new password',
    { tag: '@desk' },
    async ({ page, request, demo }) => {
      const look = new Look(page);
      const invited = await Invited.create(request, demo, 'routes');
      const start = await invited.link();
      const username = `routes.${Date.now()}`;
      const goOn = (name: string) => page.getByRole('button', { name }).click();
      const setPassword = async (button: string) => {
        for (const field of await page.locator('input[autocomplete=new-password]').all())
          await field.fill('Fahrrad-im-Regen-7');
        await goOn(button);
      };
      await look.begin(start);
      await look.at(start);
      await goOn('PIN anfordern');
      await page.getByRole('dialog').getByRole('button', { name: 'Per E-Mail' }).click();
      await expect(title(page)).toHaveText('PIN eingeben');
      await look.here('PIN');
      await page.getByRole('textbox', { name: 'Ihre PIN' }).fill(await invited.pin());
      await expect(title(page)).toHaveText(/^Willkommen/);
      await look.here('welcome');
      for (const box of await page.getByRole('checkbox').all()) await box.check();
      await goOn('Weiter zum Benutzernamen');
      await expect(title(page)).toHaveText('Wählen Sie Ihren Benutzernamen');
      await look.here('username');
      await page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
      await goOn('Weiter zum Passwort');
      await expect(title(page)).toHaveText('Legen Sie Ihr Passwort fest');
      await look.here('password');
      await setPassword('Registrierung abschließen');
      await expect(title(page)).toHaveText('Sie sind registriert');
      await look.here('registered');

      await page.evaluate(() => localStorage.removeItem('formakte.registeredSession'));
      await page.context().clearCookies(); // as on another day
      const login = start.replace('/start/', '/login/');
      await look.at(`${login}/forget-username`);
      await look.at(`${login}/forget-password`);
      await page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
      await goOn('Link anfordern');
      await expect(title(page)).toHaveText('Sehen Sie in Ihr Postfach');
      await look.at(await invited.passwordLink());
      await setPassword('Passwort festlegen');
      await expect(page).toHaveURL('/reset-password-done');
      await look.here('a new password');
      look.expectAllOf('invited');
    },
  );

  test('for a client', { tag: '@desk' }, async ({ page, demo }) => {
    const look = await logIn(page, demo, 'nora.brandt');
    for (const address of [
      '/dashboard',
      '/akten',
      '/service-provider',
      '/settings/account',
      '/settings/general',
      '/settings/about',
    ])
      await look.at(address);
    await look.at(await addressIn(page, '/akten', 'a[href*="/accounts/"]'));
    for (const tab of ['overview', 'tasks']) {
      await page.goto(`${new URL(page.url()).pathname}?tab=${tab}`);
      await look.here(tab);
    }
    look.expectAllOf('client');
  });

  test('for staff', { tag: '@desk' }, async ({ page, demo }) => {
    const look = await logIn(page, demo, 'selin.aydin');
    for (const address of ['/board', '/business/forms']) await look.at(address);
    const form = await addressIn(page, '/business/forms', 'h2 a[href^="/business/forms/"]');
    await look.at(form);
    await look.at(`${form}/preview`);
    look.expectAllOf('staff');
  });

  test('on a phone', { tag: '@phone' }, async ({ page }) => {
    const look = new Look(page);
    await look.begin('/');
    for (const address of ['/download-and-no-ragrets', '/activate-with-app'])
      await look.at(address);
    look.expectAllOf('phone');
  });
});

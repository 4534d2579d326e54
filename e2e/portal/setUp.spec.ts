import {
  expectGoodPractice,
  expectNoBarrier,
  expectNoSidewaysScroll,
} from '../support/barriers.ts';
import { OwnServer, serverTimeoutMs } from '../support/ownServer.ts';
import { expect, test as base } from '../support/test.ts';

const test = base.extend<{ server: OwnServer }>({
  server: [
    async ({}, use) => {
      const server = await OwnServer.createEmpty();
      await use(server);
      await server.remove();
    },
    { timeout: serverTimeoutMs },
  ],
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('An operator creates the first firm with the link of an empty installation', async ({
    page,
    server,
    browser,
  }) => {
    await page.goto(await server.findSetUpLink());
    await page.getByLabel('Name der Kanzlei').fill('Aydın & Söhne');
    await page.getByLabel('Vorname').fill('Ada');
    await page.getByLabel('Nachname').fill('Aydın');
    await page.getByLabel('E-Mail-Adresse').fill('ada@aydin.example');
    await page.getByLabel('Benutzername').fill('ada');
    await page.getByLabel('Passwort', { exact: true }).fill('passwort');
    await page.getByLabel('Passwort wiederholen').fill('passwort');
    await page.getByRole('button', { name: 'Kanzlei anlegen' }).click();
    await expect(page.getByRole('alert')).toContainText('Eine Angabe stimmt noch nicht');
    await expect(page.getByLabel('Name der Kanzlei')).toHaveValue('Aydın & Söhne');

    await page.getByLabel('Passwort', { exact: true }).fill('Vogelhaus-77');
    await page.getByLabel('Passwort wiederholen').fill('Vogelhaus-77');
    await page.getByRole('button', { name: 'Kanzlei anlegen' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Aydın & Söhne ist eingerichtet',
    );

    const context = await browser.newContext({ javaScriptEnabled: true, locale: 'de-DE' });
    const portal = await context.newPage();
    await portal.goto(`${server.url}/login`);
    await portal.getByLabel('Benutzername').fill('ada');
    await portal.locator('input[type=password]').fill('Vogelhaus-77');
    await portal.getByRole('button', { name: 'Anmelden' }).click();
    await expect(portal.getByRole('heading', { level: 1 })).toHaveText('Eingang');
    await context.close();
  });
});

test(
  'The set-up page has no barrier, fits a phone and is also in English',
  { tag: '@both' },
  async ({ page, server }) => {
    await page.goto(await server.findSetUpLink());
    await expectNoBarrier(page);
    await expectGoodPractice(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up the portal');

    await page.getByLabel('Name of the firm').fill('Aydın');
    await page.evaluate(() => document.querySelector('form')?.setAttribute('novalidate', ''));
    await page.getByRole('button', { name: 'Create the firm' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('Last name')).toBeFocused();
    await expectNoBarrier(page);
    await expectNoSidewaysScroll(page);
  },
);

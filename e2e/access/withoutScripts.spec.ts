import type { Browser, Page } from '@playwright/test';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { test } from '../support/newClient.ts';
import { ConfirmedLogin, generateCode } from '../support/pages/confirmedLogin.ts';
import {
  expectLoggedIn,
  expectUsable,
  findName,
  findPassword,
  logIn,
  summary,
  title,
} from '../support/pages/pageWithoutScripts.ts';
import { expect } from '../support/test.ts';
import { blockScripts, holdScripts, openAtOnce } from '../support/withoutScripts.ts';

type Client = { username: string; password: string; findPasswordLink: () => Promise<string> };

/** Logs in after two mistakes, and logs out. */
async function logInAndOut(page: Page, client: Client): Promise<void> {
  await openAtOnce(page, '/login');
  await expect(page).toHaveTitle('Anmelden');
  await expectUsable(page);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(summary(page)).toBeFocused();
  await expect(summary(page).getByRole('link')).toHaveCount(2);
  await summary(page).getByRole('link').first().click();
  await expect(findName(page)).toBeFocused();
  await expectUsable(page);

  await logIn(page, { ...client, password: 'falsch' });
  await expect(page.getByText('Benutzername oder Passwort ist falsch.')).toBeVisible();
  await expect(page).toHaveTitle('Fehler: Anmelden');
  await expect(findName(page)).toHaveValue(client.username);
  await expect(findPassword(page)).toHaveValue('');
  await expectUsable(page);

  await logIn(page, client);
  await expectLoggedIn(page);
  await expectUsable(page);
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL('/login');
  await openAtOnce(page, '/logged-in');
  await expect(page).toHaveURL('/login');
}

async function lockLogin(page: Page, client: Client): Promise<void> {
  await openAtOnce(page, '/login');
  for (let count = 0; count < 5; count += 1) {
    await logIn(page, { ...client, password: `falsch ${count}` });
    await expect(findPassword(page)).toHaveValue('');
  }
  await expect(page.getByText('Ihr Zugang ist kurz gesperrt.')).toBeVisible();
  await expect(page.getByText('Neuer Versuch in einer Minute.')).toBeVisible();
  await expectUsable(page);
  await logIn(page, client);
  await expect(page.getByText('Ihr Zugang ist kurz gesperrt.')).toBeVisible();
}

/** Requests a link by mail, sets a password after a mistake, and logs in with it. */
async function resetPassword(page: Page, client: Client): Promise<void> {
  const { username, findPasswordLink } = client;
  const password = `${client.password}-neu`;
  await openAtOnce(page, '/login');
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await expect(title(page)).toHaveText('Passwort vergessen');
  await findName(page).fill(username);
  await page.getByRole('button', { name: 'Link anfordern' }).click();
  await expect(title(page)).toHaveText('Sehen Sie in Ihr Postfach');
  await expectUsable(page);

  const link = await findPasswordLink();
  await openAtOnce(page, link);
  await expect(page.getByText(username)).toBeVisible();
  await expectUsable(page);
  const [first, second] = [page.locator('[name=password]'), page.locator('[name=password-repeat]')];
  const send = () => page.getByRole('button', { name: 'Passwort festlegen' }).click();
  await first.fill('kurz');
  await send();
  await expect(summary(page)).toBeFocused();
  await expect(first).toHaveValue('');
  await expectUsable(page);
  await first.fill(password);
  await second.fill(password);
  await send();
  await expect(title(page)).toHaveText('Ihr Passwort ist geändert');
  await expectUsable(page);
  await page.getByRole('link', { name: 'Anmelden' }).click();
  await logIn(page, { ...client, password });
  await expectLoggedIn(page);
  await openAtOnce(page, link);
  await expect(page.getByRole('link', { name: 'Neuen Link anfordern' })).toBeVisible();
  await expectUsable(page);
}

/** Sets up an authenticator app in a browser with scripts. */
async function setUpApp(browser: Browser, origin: string, client: Client) {
  const scripted = await browser.newContext({ javaScriptEnabled: true });
  const who = new ConfirmedLogin(await scripted.newPage(), origin, client);
  await who.settings.logIn(client);
  await who.settings.open();
  const app = await who.setUp();
  await scripted.close();
  return app;
}

type App = Awaited<ReturnType<typeof setUpApp>>;

/** Confirms a login by a code after a wrong one, and the next by a recovery code. */
async function confirmLogins(
  page: Page,
  client: Client,
  { secret, recoveryCodes }: App,
): Promise<void> {
  const code = page.locator('[name=code]');
  const confirm = () => page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await openAtOnce(page, '/login');
  await logIn(page, client);
  await expect(page.getByRole('heading', { name: 'Noch ein Schritt' })).toBeVisible();
  await expectUsable(page);
  await code.fill('000000');
  await confirm();
  await expect(page.getByText('Der Code ist falsch oder schon benutzt.')).toBeVisible();
  await expect(code).toHaveValue('');
  await expectUsable(page);
  await code.fill(generateCode(secret));
  await confirm();
  await expectLoggedIn(page);
  await page.getByRole('button', { name: 'Abmelden' }).click();

  await logIn(page, client);
  await page.getByRole('button', { name: 'Wiederherstellungscode benutzen' }).click();
  await expectUsable(page);
  await page.locator('[name=recoveryCode]').fill(recoveryCodes[0] ?? '');
  await confirm();
  await expectLoggedIn(page);
}

test.describe('With JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('A forgotten username is requested in English, and its page stays English', async ({
    page,
  }) => {
    await openAtOnce(page, '/login');
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('link', { name: 'Forgot username?' }).click();
    await expect(title(page)).toHaveText('Forgot username');
    await page.getByLabel('E-mail address').fill('miriam@');
    await page.getByRole('button', { name: 'Request username' }).click();
    await expect(summary(page)).toBeFocused();
    await expect(page.getByLabel('E-mail address')).toHaveValue('miriam@');
    await page.getByLabel('E-mail address').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Request username' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('link', { name: 'Back to login' })).toBeVisible();
  });

  test('Nothing on the login says that it needs scripts, and no button does', async ({ page }) => {
    await openAtOnce(page, '/login');
    await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
    await expect(page.getByText('Diese Seite braucht JavaScript.')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Passkey benutzen' })).toBeHidden();
  });
});

/** Checks each page for accessibility barriers, which needs scripts. */
test.describe('When no script of a page arrives', () => {
  test.describe.configure({ timeout: scaleTimeout(180_000) });
  test.beforeEach(({ context }) => blockScripts(context));

  test('A client logs in after a mistake, and logs out', ({ page, client }) =>
    logInAndOut(page, client));

  test('Too many wrong passwords lock the login, which says for how long', ({ page, client }) =>
    lockLogin(page, client));

  test('A client resets a forgotten password by mail', ({ page, client }) =>
    resetPassword(page, client));

  test('A code of the app, then a recovery code confirms the login', async ({
    page,
    browser,
    origin,
    client,
  }) => {
    await confirmLogins(page, client, await setUpApp(browser, origin, client));
  });
});

test('A login that is sent before its scripts arrive continues when they do', async ({
  page,
  client,
}) => {
  const release = await holdScripts(page);
  await openAtOnce(page, '/login');
  await logIn(page, { ...client, password: 'falsch' });
  await expect(page.getByText('Benutzername oder Passwort ist falsch.')).toBeVisible();
  await findPassword(page).fill(client.password);
  release();
  await page.waitForFunction(() => document.querySelector('form[data-live]') !== null);
  await expect(findName(page)).toHaveValue(client.username);
  await expect(findPassword(page)).toHaveValue(client.password);
  await expect(page.getByText('Benutzername oder Passwort ist falsch.')).toBeVisible();
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('The page after a login without scripts opens the portal once they arrive', async ({
  page,
  client,
}) => {
  const release = await holdScripts(page);
  await openAtOnce(page, '/login');
  await logIn(page, client);
  await expect(page).toHaveURL('/logged-in');
  release();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.reload();
  await expect(title(page)).toHaveText(/^Guten /);
});

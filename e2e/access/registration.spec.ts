import type { Page } from '@playwright/test';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { expectNoBarrier } from '../support/barriers.ts';
import { Invited } from '../support/pages/invitation.ts';
import { chooseInMenu } from '../support/pages/mainMenu.ts';
import { expect, test } from '../support/test.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const pinField = (page: Page) => page.getByRole('textbox', { name: 'Ihre PIN' });
const getWrongPin = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
const password = 'Fahrrad-im-Regen-7';
const findNewPasswords = (page: Page) => page.locator('input[autocomplete=new-password]');
const findPassword = (page: Page) => page.locator('input[autocomplete=current-password]');
const findLock = (page: Page) => page.getByText('Ihr Zugang ist kurz gesperrt.');

/** Opens the invitation's link and enters the PIN of the message. */
async function enterPin(
  page: Page,
  invited: Invited,
  channel: 'Per SMS' | 'Per E-Mail',
): Promise<void> {
  await page.goto(await invited.link());
  await expect(title(page)).toHaveText('PIN anfordern');
  await page.getByRole('button', { name: 'PIN anfordern' }).click();
  await page.getByRole('dialog').getByRole('button', { name: channel }).click();
  await expect(title(page)).toHaveText('PIN eingeben');
  await pinField(page).fill(await invited.pin());
  await expect(title(page)).toHaveText('Willkommen, Jonas Wieland');
}

/** Requests a PIN, enters a wrong one, none and the right one, and returns it. */
async function enterPinAfterWrongOnes(page: Page, invited: Invited): Promise<string> {
  await page.goto(await invited.link());
  await expect(title(page)).toHaveText('PIN anfordern');
  await expectNoBarrier(page);
  await page.getByRole('button', { name: 'PIN anfordern' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Per E-Mail' }).dblclick();
  await expect(
    page.getByText('Wir haben Ihnen per E-Mail sechs Ziffern geschickt.', { exact: false }),
  ).toBeVisible();
  await expect(page.getByText(/Keine PIN bekommen\? In 0:\d\d Minuten/)).toBeVisible();
  const pin = await invited.pin();
  await expect(pinField(page)).toBeFocused();
  await pinField(page).fill(getWrongPin(pin));
  await expect(page.getByRole('alert').filter({ hasText: 'Die PIN ist falsch.' })).toBeVisible();
  await expect(pinField(page)).toHaveValue('');
  await expect(pinField(page)).toBeFocused();
  await expectNoBarrier(page);
  await page.getByRole('button', { name: 'Mit PIN anmelden' }).click(); // without a PIN
  await expect(page.getByText('Die PIN ist falsch.')).toBeVisible(); // with the attempts left
  await pinField(page).focus();
  await page.keyboard.type(pin);
  return pin;
}

async function chooseUsername(page: Page, username: string): Promise<void> {
  await expect(title(page)).toHaveText('Willkommen, Jonas Wieland');
  await expect(page.getByText('Die PIN ist verschickt.')).toHaveCount(0);
  await expectNoBarrier(page);
  const goOn = page.getByRole('button', { name: 'Weiter zum Benutzernamen' });
  await expect(goOn).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await goOn.click();
  await expect(title(page)).toHaveText('Wählen Sie Ihren Benutzernamen');
  await expect(page).toHaveTitle('Wählen Sie Ihren Benutzernamen – Registrierung');
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Benutzername' })).toHaveValue(username);
  await page.getByRole('textbox', { name: 'Benutzername' }).focus();
  await page.keyboard.type('x');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Dieser Benutzername ist frei.')).toBeVisible();
  await page.getByRole('button', { name: 'Weiter zum Passwort' }).click();
}

/** Goes back and forward in the wizard, then fills in the password. */
async function choosePassword(page: Page, username: string): Promise<void> {
  await expect(title(page)).toHaveText('Legen Sie Ihr Passwort fest');
  await expect(title(page)).toBeFocused();
  await page.getByRole('button', { name: 'Zurück' }).click();
  await expect(page.getByRole('textbox', { name: 'Benutzername' })).toHaveValue(username);
  await page.getByRole('button', { name: 'Weiter zum Passwort' }).click();
  await expect(title(page)).toHaveText('Legen Sie Ihr Passwort fest');
  await page.goBack(); // the browser's Back does the same
  await expect(page).toHaveURL(/\/registration\/.+\/username$/);
  await expect(page.getByRole('textbox', { name: 'Benutzername' })).toHaveValue(username);
  await page.goForward();
  await expect(title(page)).toHaveText('Legen Sie Ihr Passwort fest');
  await page.goto(page.url().replace('/password', '/done')); // redirects to the current step
  await expect(page).toHaveURL(/\/password$/);
  await expect(page.getByText(username, { exact: true })).toBeVisible();
  await findNewPasswords(page).first().fill(password);
  await expect(page.getByText('sehr gut')).toBeVisible({ timeout: scaleTimeout(30_000) }); // by a worker
  await findNewPasswords(page).last().fill(password);
  await expectNoBarrier(page);
}

/** Adds the password to a login by PIN, because some settings need it. */
async function logInInSettings(page: Page, username: string): Promise<void> {
  await chooseInMenu(page, 'link', 'Einstellungen');
  await page.getByRole('button', { name: 'Mit Passwort anmelden' }).click();
  const dialog = page.getByRole('dialog', { name: 'Anmelden' });
  await dialog.getByRole('textbox', { name: 'Benutzername' }).fill(username);
  await dialog.locator('input[autocomplete=current-password]').fill(password);
  await dialog.getByRole('button', { name: 'Anmelden' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Passwort ändern' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bild auswählen' })).toBeVisible();
}

/** The fifth wrong password shows the lock at once. */
const wrongOrLocked = /Benutzername oder Passwort ist falsch|Das Passwort war zu oft falsch/;

/** Opens the used invitation on another device and enters wrong passwords until the lock. */
async function lockLogin(page: Page, invited: Invited, username: string): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies(); // as on another device
  await page.goto(await invited.link()); // redirects to the login once it is used
  await expect(page).toHaveURL(/\/login\/.+/);
  await expect(page.getByRole('banner')).toContainText('Aydın & Kollegen');
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
  for (let attempt = 1; attempt <= 6 && !(await findLock(page).isVisible()); attempt += 1) {
    const answered = page.waitForResponse('**/api/authenticate/login');
    await findPassword(page).fill(`Falsch-${attempt}-x`);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    const isLocked = (await answered).status() === 423;
    await expect(
      isLocked ? findLock(page) : page.getByRole('alert').filter({ hasText: wrongOrLocked }),
    ).toBeVisible();
    await expect(findPassword(page)).toHaveValue('');
  }
  await expect(findLock(page)).toBeVisible();
}

async function resetPassword(page: Page, invited: Invited, username: string): Promise<void> {
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await expect(title(page)).toHaveText('Passwort vergessen');
  await page.goBack();
  await expect(title(page)).toHaveText('Anmelden');
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await expect(title(page)).toHaveText('Passwort vergessen'); // the login has the same field
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(` ${username} `);
  await page.getByRole('button', { name: 'Link anfordern' }).dblclick();
  await expect(title(page)).toHaveText('Sehen Sie in Ihr Postfach');
  const link = await invited.passwordLink();
  await page.goto(link);
  await expect(page.getByText(`Ihr Benutzername ist ${username}.`)).toBeVisible();
  await expect(findNewPasswords(page)).toHaveCount(2);
  for (const field of await findNewPasswords(page).all()) await field.fill(`${password}-neu`);
  await page.getByRole('button', { name: 'Passwort festlegen' }).dblclick();
  await expect(page).toHaveURL('/reset-password-done');
  await page.reload();
  await expect(title(page)).toHaveText('Ihr Passwort ist geändert');
  await expectNoBarrier(page);
  await page.goto(link);
  await expect(page.getByRole('link', { name: 'Neuen Link anfordern' })).toBeVisible();
}

test(
  'A client registers by invitation and PIN, and resets a forgotten password by mail',
  { tag: '@both' },
  async ({ page, request, demo }, { project }) => {
    test.setTimeout(scaleTimeout(180_000));
    const invited = await Invited.create(request, demo, `reg-${project.name}`);
    const username = `j.wieland.${project.name}.${Date.now()}`;
    const sent: string[] = []; // buttons are double-clicked, requests are sent once
    page.on('request', (call) => {
      const { pathname } = new URL(call.url());
      if (
        /\/(adhoc\/pin\/|register$|user\/password|authenticate\/login)/.test(pathname) &&
        !(call.method() === 'GET' && !pathname.includes('adhoc/pin'))
      )
        sent.push(pathname.replace(/[\w-]{20,}/g, '…'));
    });

    const pin = await enterPinAfterWrongOnes(page, invited);
    await chooseUsername(page, username);
    await choosePassword(page, username);
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toMatch(new RegExp(`${password}|${pin}`));
    await page.getByRole('button', { name: 'Registrierung abschließen' }).dblclick();
    await expect(title(page)).toHaveText('Sie sind registriert');
    await page.getByRole('button', { name: 'Zur Übersicht' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(sent).toEqual([
      '/api/v2.0/authenticate/adhoc/pin/…',
      '/api/v2.0/e.consult.…/user/…/register',
    ]);

    await logInInSettings(page, username);

    await lockLogin(page, invited, username);
    sent.length = 0;
    await resetPassword(page, invited, username);

    await page.goto('/reset-password-done'); // redirects without a reset
    await expect(page).toHaveURL('/login');
    await page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
    await expect(findLock(page)).toHaveCount(0); // the reset has ended the lock
    await findPassword(page).fill(`${password}-neu`);
    await page.getByRole('button', { name: 'Anmelden' }).dblclick();
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(sent).toEqual([
      '/api/v2.0/user/password',
      '/api/v2.0/user/password/…',
      '/api/authenticate/login',
    ]);
  },
);

test('A PIN by SMS opens the dashboard without a registration', async ({ page, request, demo }, {
  project,
}) => {
  await enterPin(page, await Invited.create(request, demo, `sms-${project.name}`), 'Per SMS');
  await page.getByRole('link', { name: 'Ohne Registrierung weiter' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await chooseInMenu(page, 'link', 'Einstellungen');
  await page.getByRole('link', { name: 'Jetzt registrieren' }).click();
  await expect(title(page)).toHaveText('Willkommen, Jonas Wieland');
});

test('An unknown link shows that it is invalid', async ({ page }) => {
  await page.goto(`/start/${'x'.repeat(43)}`);
  await expect(page.getByText('Dieser Link ist ungültig.')).toBeVisible();
  await page.goto('/start');
  await expect(page.getByText('Dieser Link ist ungültig.')).toBeVisible();
});

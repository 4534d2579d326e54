import type { Page } from '@playwright/test';
import { expectNoBarrier } from './barriers.ts';
import { Invited } from './pages/invitation.ts';
import { expect, test } from './test.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const pinField = (page: Page) => page.getByRole('textbox', { name: 'Ihre PIN' });
const other = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
const password = 'Fahrrad-im-Regen-7';

/** From the invitation's link to the registration, with the PIN that was sent. */
async function enter(
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

test('an invitation leads by PIN and registration to the dashboard; a forgotten password by mail to a new one', async ({
  page,
  request,
  demo,
}, { project }) => {
  test.setTimeout(180_000);
  const invited = await Invited.create(request, demo, `reg-${project.name}`);
  const username = `j.wieland.${project.name}.${Date.now()}`;
  const sent: string[] = []; // every button that sends is pressed twice
  page.on('request', (call) => {
    const { pathname } = new URL(call.url());
    if (
      /\/(adhoc\/pin\/|register$|user\/password|authenticate\/login)/.test(pathname) &&
      !(call.method() === 'GET' && !pathname.includes('adhoc/pin'))
    )
      sent.push(pathname.replace(/[\w-]{20,}/g, '…'));
  });

  await page.goto(await invited.link());
  await expect(title(page)).toHaveText('PIN anfordern');
  await expectNoBarrier(page);
  await page.getByRole('button', { name: 'PIN anfordern' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Per E-Mail' }).dblclick();
  await expect(
    page.getByText('Wir haben Ihnen per E-Mail sechs Ziffern geschickt.', { exact: false }),
  ).toBeVisible();
  await expect(page.getByText(/Keine PIN bekommen\? In \d+ Sekunden/)).toBeVisible();
  const pin = await invited.pin();
  await expect(pinField(page)).toBeFocused();
  await pinField(page).fill(other(pin));
  await expect(page.getByRole('alert').filter({ hasText: 'Die PIN ist falsch.' })).toBeVisible();
  await expect(pinField(page)).toHaveValue('');
  await expect(pinField(page)).toBeFocused();
  await expectNoBarrier(page);
  await page.getByRole('button', { name: 'Mit PIN anmelden' }).click(); // with none
  await expect(page.getByText('Die PIN ist falsch.')).toHaveCount(0);
  await pinField(page).focus();
  await page.keyboard.type(pin);

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

  await expect(title(page)).toHaveText('Legen Sie Ihr Passwort fest');
  await expect(title(page)).toBeFocused();
  await page.getByRole('button', { name: 'Zurück' }).click();
  await expect(page.getByRole('textbox', { name: 'Benutzername' })).toHaveValue(username);
  await page.getByRole('button', { name: 'Weiter zum Passwort' }).click();
  await expect(title(page)).toHaveText('Legen Sie Ihr Passwort fest');
  await page.goBack(); // the browser's way back is the same
  await expect(page).toHaveURL(/\/registration\/.+\/username$/);
  await expect(page.getByRole('textbox', { name: 'Benutzername' })).toHaveValue(username);
  await page.goForward(); // and on
  await expect(title(page)).toHaveText('Legen Sie Ihr Passwort fest');
  await page.goto(page.url().replace('/password', '/done')); // skipping leads back, and the reload keeps the name
  await expect(page).toHaveURL(/\/password$/);
  await expect(page.getByText(username, { exact: true })).toBeVisible();
  const fields = page.locator('input[autocomplete=new-password]');
  await fields.first().fill(password);
  await expect(page.getByText('sehr gut')).toBeVisible({ timeout: 30_000 }); // the worker's word, under the strict policy
  await fields.last().fill(password);
  await expectNoBarrier(page);
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

  await page.getByRole('link', { name: 'Einstellungen' }).click(); // still by PIN: the password opens what only it may change
  await page.getByRole('button', { name: 'Mit Passwort anmelden' }).click();
  const dialog = page.getByRole('dialog', { name: 'Anmelden' });
  await dialog.getByRole('textbox', { name: 'Benutzername' }).fill(username);
  await dialog.locator('input[autocomplete=current-password]').fill(password);
  await dialog.getByRole('button', { name: 'Anmelden' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Passwort ändern' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Bild auswählen' })).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies(); // as on another device
  await page.goto(await invited.link()); // it has been used: from now on it leads to the login
  await expect(page).toHaveURL(/\/login\/.+/);
  await expect(page.getByRole('banner')).toContainText('Aydın & Kollegen');
  const locked = page.getByText('Ihr Konto ist kurz gesperrt.');
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
  for (let tries = 1; tries <= 6 && !(await locked.isVisible()); tries += 1) {
    const answered = page.waitForResponse('**/api/authenticate/login');
    await page.locator('input[autocomplete=current-password]').fill(`Falsch-${tries}-x`);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    const isLocked = (await answered).status() === 423;
    await expect(
      isLocked
        ? locked
        : page.getByRole('alert').filter({ hasText: 'Benutzername oder Passwort ist falsch.' }),
    ).toBeVisible();
    await expect(page.locator('input[autocomplete=current-password]')).toHaveValue('');
  }
  await expect(locked).toBeVisible();
  sent.length = 0;
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await expect(title(page)).toHaveText('Passwort vergessen');
  await page.goBack();
  await expect(title(page)).toHaveText('Anmelden');
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
  await expect(title(page)).toHaveText('Passwort vergessen'); // the login has a field of this name too
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(` ${username} `);
  await page.getByRole('button', { name: 'Link anfordern' }).dblclick();
  await expect(title(page)).toHaveText('Sehen Sie in Ihr Postfach');
  const link = await invited.passwordLink();
  await page.goto(link);
  await expect(page.getByText(`Ihr Benutzername ist ${username}.`)).toBeVisible();
  await expect(fields).toHaveCount(2);
  for (const field of await fields.all()) await field.fill(`${password}-neu`);
  await page.getByRole('button', { name: 'Passwort festlegen' }).dblclick();
  await expect(page).toHaveURL('/reset-password-done');
  await page.reload();
  await expect(title(page)).toHaveText('Ihr Passwort ist geändert');
  await expectNoBarrier(page);
  await page.goto(link);
  await expect(page.getByRole('link', { name: 'Neuen Link anfordern' })).toBeVisible();

  await page.goto('/reset-password-done'); // opened by itself it claims nothing
  await expect(page).toHaveURL('/login');
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
  await expect(locked).toHaveCount(0); // the reset has ended the lock
  await page.locator('input[autocomplete=current-password]').fill(`${password}-neu`);
  await page.getByRole('button', { name: 'Anmelden' }).dblclick();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(sent).toEqual([
    '/api/v2.0/user/password',
    '/api/v2.0/user/password/…',
    '/api/authenticate/login',
  ]);
});

test('a PIN by SMS leads to the dashboard without registering', async ({ page, request, demo }, {
  project,
}) => {
  await enter(page, await Invited.create(request, demo, `sms-${project.name}`), 'Per SMS');
  await page.getByRole('link', { name: 'Ohne Registrierung weiter' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('link', { name: 'Einstellungen' }).click();
  await page.getByRole('link', { name: 'Jetzt registrieren' }).click();
  await expect(title(page)).toHaveText('Willkommen, Jonas Wieland');
});

test('a link that nobody has made is refused, and says so', { tag: '@desk' }, async ({ page }) => {
  await page.goto(`/start/${'x'.repeat(43)}`);
  await expect(page.getByText('Dieser Link ist ungültig.')).toBeVisible();
  await page.goto('/start');
  await expect(page.getByText('Dieser Link ist ungültig.')).toBeVisible();
});

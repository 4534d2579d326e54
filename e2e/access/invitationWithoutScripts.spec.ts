import type { Page } from '@playwright/test';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { Invited } from '../support/pages/invitation.ts';
import {
  checkLater,
  expectLoggedIn,
  expectUsable,
  findName,
  logIn,
  summary,
  title,
  type Check,
} from '../support/pages/pageWithoutScripts.ts';
import { expect, test } from '../support/test.ts';
import { blockScripts, holdScripts, openAtOnce } from '../support/withoutScripts.ts';

const pinField = (page: Page) => page.getByRole('textbox', { name: 'Ihre PIN' });
const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click();

/** Requests a PIN by the link of an invitation, and gives it after two mistakes. */
async function givePin(page: Page, invited: Invited, check: Check): Promise<void> {
  const getWrongPin = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
  await openAtOnce(page, await invited.link());
  await expect(title(page)).toHaveText('PIN anfordern');
  await check(page);
  await press(page, 'PIN anfordern');
  await expect(title(page)).toHaveText('PIN eingeben');
  await expect(page.getByText('Wir haben Ihnen per E-Mail sechs Ziffern')).toBeVisible();
  await check(page);
  const pin = await invited.pin();
  await press(page, 'Mit PIN anmelden');
  await expect(summary(page)).toBeFocused();
  await check(page);
  await pinField(page).fill(getWrongPin(pin));
  await press(page, 'Mit PIN anmelden');
  await expect(page.getByText('Die PIN ist falsch. Sie haben noch 4 Versuche.')).toBeVisible();
  await expect(pinField(page)).toHaveValue('');
  await pinField(page).fill(pin);
  await press(page, 'Mit PIN anmelden');
  await expect(title(page)).toHaveText('Willkommen, Jonas Wieland');
  expect(page.url()).not.toContain(pin);
}

/** Accepts the texts and chooses username and password, each after a mistake. */
async function registerAfterPin(
  page: Page,
  { username, password }: { username: string; password: string },
  check: Check,
): Promise<void> {
  await check(page);
  await page.getByRole('checkbox').first().check();
  await press(page, 'Weiter zum Benutzernamen');
  await expect(summary(page)).toBeFocused();
  await expect(summary(page).getByRole('link')).toHaveCount(1);
  await expect(page.getByRole('checkbox').first()).toBeChecked();
  await check(page);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(page, 'Weiter zum Benutzernamen');
  await expect(title(page)).toHaveText('Wählen Sie Ihren Benutzernamen');
  await findName(page).fill('ab');
  await press(page, 'Weiter zum Passwort');
  await expect(summary(page)).toBeFocused();
  await expect(findName(page)).toHaveValue('ab');
  await check(page);
  await findName(page).fill(username);
  await press(page, 'Weiter zum Passwort');
  await expect(title(page)).toHaveText('Legen Sie Ihr Passwort fest');
  await press(page, 'Zurück');
  await expect(findName(page)).toHaveValue(username);
  await press(page, 'Weiter zum Passwort');
  const [first, second] = [page.locator('[name=password]'), page.locator('[name=password-repeat]')];
  await first.fill('kurz');
  await press(page, 'Registrierung abschließen');
  await expect(summary(page)).toBeFocused();
  await expect(first).toHaveValue('');
  await check(page);
  await first.fill(password);
  await second.fill(password);
  await press(page, 'Registrierung abschließen');
  await expect(title(page)).toHaveText('Sie sind registriert');
  await check(page);
  await page.getByRole('link', { name: 'Anmelden' }).click();
  await logIn(page, { username, password });
  await expectLoggedIn(page);
}

/** Registers by an invitation. */
async function register(page: Page, invited: Invited): Promise<void> {
  const username = `jonas.${test.info().project.name}.${Date.now()}`;
  await givePin(page, invited, expectUsable);
  await registerAfterPin(page, { username, password: 'Fahrrad-im-Regen-7' }, expectUsable);
  await openAtOnce(page, await invited.link());
  await expect(title(page)).toHaveText('Anmelden');
  await expect(page.getByText('Aydın & Kollegen').first()).toBeVisible();
  await expectUsable(page);
}

/** Adds a second provider to the login of the first, after a mistake. */
async function join(page: Page, [first, second]: readonly [Invited, Invited]) {
  const login = { username: `m.${Date.now()}`, password: 'Fahrrad-im-Regen-7' };
  await givePin(page, first, checkLater);
  await registerAfterPin(page, login, checkLater);
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await givePin(page, second, checkLater);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(page, 'Weiter zum Benutzernamen');
  await press(page, 'Ich habe schon einen Zugang');
  await expect(title(page)).toHaveText('Mit Ihrem Zugang annehmen');
  await expectUsable(page);
  await logIn(page, { ...login, password: 'falsch' });
  await expect(page.getByText('Benutzername oder Passwort ist falsch.')).toBeVisible();
  await logIn(page, login);
  await expect(page.getByText(`Sie sind als ${login.username} angemeldet.`)).toBeVisible();
  await expectUsable(page);
  await page.getByRole('button', { name: /hinzufügen$/ }).click();
  await expect(title(page)).toHaveText(/gehört jetzt zu Ihrem Zugang$/);
  await expectUsable(page);
  await page.getByRole('link', { name: 'Zur Übersicht' }).click();
  await expectLoggedIn(page);
}

test.describe('With JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('A client registers with a new username where another person is logged in', async ({
    page,
    request,
    demo,
  }) => {
    const first = await Invited.create(request, demo, 'person');
    const second = await Invited.create(request, demo, 'andere', demo.otherProviderApiKey);
    const password = 'Fahrrad-im-Regen-7';
    await givePin(page, first, checkLater);
    await registerAfterPin(page, { username: `p.${Date.now()}`, password }, checkLater);
    await givePin(page, second, checkLater);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await press(page, 'Weiter zum Benutzernamen');
    await expect(title(page)).toHaveText('Mit Ihrem Zugang annehmen');
    await press(page, 'Abmelden und neuen Zugang anlegen');
    await expect(title(page)).toHaveText('Wählen Sie Ihren Benutzernamen');
    await findName(page).fill(`a.${Date.now()}`);
    await press(page, 'Weiter zum Passwort');
    await page.locator('[name=password]').fill(password);
    await page.locator('[name=password-repeat]').fill(password);
    await press(page, 'Registrierung abschließen');
    await expect(title(page)).toHaveText('Sie sind registriert');
  });

  test('A registered client asks for a password at the link of the invitation, and logs in', async ({
    page,
    request,
    demo,
  }) => {
    const invited = await Invited.create(request, demo, 'forgetful');
    const login = { username: `f.${Date.now()}`, password: 'Fahrrad-im-Regen-7' };
    await givePin(page, invited, checkLater);
    await registerAfterPin(page, login, checkLater);
    await openAtOnce(page, await invited.link());
    await expect(title(page)).toHaveText('Anmelden');
    await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
    await expect(page).toHaveURL(/\/login\/[^/]+\/forget-password/);
    await expect(page.getByText('Aydın & Kollegen').first()).toBeVisible();
    await press(page, 'Link anfordern');
    await expect(summary(page)).toBeFocused();
    await findName(page).fill(login.username);
    await press(page, 'Link anfordern');
    await expect(title(page)).toHaveText('Sehen Sie in Ihr Postfach');
    expect(await invited.passwordLink()).toMatch(/^\/reset-password\//);
    await page.getByRole('main').getByRole('link', { name: 'Zurück zur Anmeldung' }).click();
    await logIn(page, login);
    await expectLoggedIn(page);
  });

  test('A link of an invitation that opens nothing says so', async ({ page }) => {
    await openAtOnce(page, '/start/a-key-that-nobody-ever-made');
    await expect(title(page)).toBeVisible();
    await expect(page.getByText('Dieser Link ist ungültig', { exact: false })).toBeVisible();
  });
});

test.describe('When no script of a page arrives', () => {
  test.describe.configure({ timeout: scaleTimeout(180_000) });
  test.beforeEach(({ context }) => blockScripts(context));

  test('An invited client gives a PIN after two mistakes, and registers', async ({
    page,
    request,
    demo,
  }) => {
    await register(page, await Invited.create(request, demo, 'blockiert'));
  });
});

test('A second provider is added where the page of the registration fails to load', async ({
  page,
  context,
  request,
  demo,
}) => {
  test.setTimeout(scaleTimeout(180_000));
  await context.route(/\/assets\/(?:form|PostedRegistration)[^/]*\.js$/, (route) => route.abort());
  const first = await Invited.create(request, demo, 'drei');
  const second = await Invited.create(request, demo, 'vier', demo.otherProviderApiKey);
  await join(page, [first, second]);
});

/** Comes to the username without scripts, types one and returns it. */
async function typeUsername(page: Page, invited: Invited): Promise<string> {
  await givePin(page, invited, checkLater);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await press(page, 'Weiter zum Benutzernamen');
  await expect(title(page)).toHaveText('Wählen Sie Ihren Benutzernamen');
  const username = `jonas.spaet.${test.info().project.name}.${Date.now()}`;
  await findName(page).fill(username);
  return username;
}

test('A PIN that was given before the scripts arrived continues in the wizard when they do', async ({
  page,
  request,
  demo,
}) => {
  const invited = await Invited.create(request, demo, 'spaete.skripte');
  const release = await holdScripts(page);
  const username = await typeUsername(page, invited);
  release();
  await expect(page).toHaveURL(/\/registration\/[\w-]+\/username$/);
  await expect(page.getByRole('button', { name: 'Ich habe schon einen Zugang' })).toBeVisible();
  await expect(findName(page)).toHaveValue(username);
  await press(page, 'Weiter zum Passwort');
  await expect(title(page)).toHaveText('Legen Sie Ihr Passwort fest');
});

test('A username that is sent while the scripts start the session leads to the password', async ({
  page,
  request,
  demo,
}) => {
  const invited = await Invited.create(request, demo, 'gesendet');
  const release = await holdScripts(page);
  const username = await typeUsername(page, invited);
  let startSession = () => {};
  const isSent = new Promise<void>((resolve) => {
    startSession = resolve;
  });
  const renewal = /\/authenticate\/refresh$/;
  await page.route(renewal, async (route) => {
    await isSent;
    await route.continue();
  });
  const isStarting = page.waitForRequest(renewal);
  release();
  await isStarting;
  await press(page, 'Weiter zum Passwort');
  startSession();
  await expect(title(page)).toHaveText('Legen Sie Ihr Passwort fest');
  await expect(page).toHaveURL(/\/registration\/[\w-]+\/password$/);
  await expect(page.getByText(username)).toBeVisible();
});

test('A PIN of an invitation that was typed before its scripts arrived is kept', async ({
  page,
  request,
  demo,
}) => {
  const invited = await Invited.create(request, demo, 'getippt');
  await page.goto(await invited.link());
  await page.getByRole('button', { name: 'PIN anfordern' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Per E-Mail' }).click();
  await expect(title(page)).toHaveText('PIN eingeben');
  const pin = await invited.pin();
  const release = await holdScripts(page);
  await openAtOnce(page, page.url());
  await expect(pinField(page)).toBeVisible();
  await pinField(page).fill(pin.slice(0, 5));
  const field = await pinField(page).elementHandle();
  release();
  await page.waitForFunction(() => document.querySelector('form[data-live]') !== null);
  await expect(pinField(page)).toHaveValue(pin.slice(0, 5));
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true);
  await pinField(page).press('End');
  await page.keyboard.type(pin.slice(5));
  await expect(title(page)).toHaveText('Willkommen, Jonas Wieland');
});

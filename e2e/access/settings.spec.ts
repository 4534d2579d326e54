import type { Page } from '@playwright/test';
import { expectNoBarrier, expectNoSidewaysScroll } from '../support/barriers.ts';
import { makePhoto, makeRotatedPhoto } from '../support/photo.ts';
import { test } from '../support/newClient.ts';
import { sessionEndWithinMs } from '../support/ownServer.ts';
import { Settings } from '../support/pages/settings.ts';
import { expect } from '../support/test.ts';

const chosen = 'Fahrrad-im-Regen-7';

test('A password change counts wrong attempts and logs out other devices', async ({
  page,
  browser,
  origin,
  client,
}) => {
  const settings = new Settings(page, origin);
  const other = new Settings(await (await browser.newContext()).newPage(), origin);
  await other.logIn(client);
  await other.close();
  await settings.logIn(client);
  await settings.open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Konto');
  await expect(settings.devices()).toHaveCount(2);
  // no network is shown for a loopback address
  await expect(settings.devices().last()).not.toContainText('Netz');

  await settings.changePassword('falsch', chosen, 'anders');
  await settings.expectText('Die Passwörter stimmen nicht überein.');
  await settings.changePassword('falsch', chosen);
  await settings.expectText(/Das bisherige Passwort stimmt nicht\. Sie haben noch 4 Versuche\./);
  await settings.changePassword(client.password, chosen);
  await settings.expectText('Ihr Passwort ist geändert.');
  await expect(settings.devices()).toHaveCount(1);
  await expect(page.getByText('Geben Sie Ihr bisheriges Passwort ein.')).toHaveCount(0);

  await other.page.goto(`${origin}/settings/account`);
  await expect(other.loginAgain()).toBeVisible();
  await other.page.context().clearCookies();
  await other.page.evaluate(() => localStorage.clear());
  await other.logIn({ ...client, password: chosen });
});

test('After too many wrong attempts the right password is rejected too', async ({
  page,
  origin,
  client,
}) => {
  const settings = new Settings(page, origin);
  await settings.logIn(client);
  await settings.open();
  for (const left of [
    'noch 4 Versuche',
    'noch 3 Versuche',
    'noch 2 Versuche',
    'noch einen Versuch',
    'im Moment keinen Versuch mehr',
  ]) {
    await settings.changePassword('falsch', chosen);
    await settings.expectText(new RegExp(`Sie haben ${left}`));
  }
  await settings.changePassword(client.password, chosen);
  await settings.expectText(/Das waren zu viele Versuche/);
});

test('A client logs out one device, or all other devices', async ({
  page,
  browser,
  origin,
  client,
}) => {
  const settings = new Settings(page, origin);
  const device = async () => new Settings(await (await browser.newContext()).newPage(), origin);
  const [open, ...away] = [await device(), await device(), await device()] as const;
  for (const other of [open, ...away]) await other.logIn(client);
  for (const other of away) await other.close();
  await settings.logIn(client);
  await settings.open();
  await expect(settings.devices()).toHaveCount(4);
  await expect(settings.devices().first()).toContainText('Dieses Gerät');
  await settings.devices().nth(1).getByRole('button').click();
  await expect(page.getByRole('dialog', { name: /abmelden\?$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings.devices()).toHaveCount(4);
  await settings.devices().nth(1).getByRole('button').click();
  await settings.confirmWithPassword('falsch', 'Gerät abmelden');
  await settings.expectText(/Das Passwort stimmt nicht\. Sie haben noch 4 Versuche\./);
  await expect(settings.devices()).toHaveCount(4);
  await settings.confirmWithPassword(client.password, 'Gerät abmelden');
  await settings.expectText('Das Gerät ist abgemeldet.');
  await expect(settings.devices()).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Wo Sie angemeldet sind' })).toBeFocused();

  const all = page.getByRole('button', { name: 'Alle anderen Geräte abmelden' });
  await all.click();
  await page.keyboard.press('Escape');
  await expect(settings.devices()).toHaveCount(3);
  await all.click();
  await settings.confirmWithPassword(client.password, 'Alle anderen Geräte abmelden');
  await expect(settings.devices()).toHaveCount(1);
  await page.reload();
  await expect(settings.devices()).toHaveCount(1);

  for (const other of away) {
    // opened without an event before
    await other.page.goto(`${origin}/settings/account`);
    await expect(other.loginAgain()).toBeVisible();
  }
  await expect(open.loginAgain()).toBeVisible({ timeout: sessionEndWithinMs }); // by an event
  await open.page.goto(`${origin}/settings/account`); // now known before the page renders
  await open.logInHere(client);
  await expect(open.page).toHaveURL(`${origin}/settings/account`);
});

test('A profile picture is cropped, saved, shown and removed', async ({ page, origin, client }) => {
  const settings = new Settings(page, origin);
  await settings.logIn(client);
  await settings.open();
  await expect(page.getByRole('button', { name: 'Bild auswählen' })).toBeVisible();
  await page
    .getByTestId('pick-UploadId')
    .setInputFiles({ name: 'ich.tiff', mimeType: 'image/tiff', buffer: Buffer.from('GIF89a') });
  await settings.expectText('Wählen Sie ein Bild als JPG, PNG, WebP, AVIF oder GIF.');
  await page
    .getByTestId('pick-UploadId')
    .setInputFiles({ name: 'ich.jpg', mimeType: 'image/jpeg', buffer: await makePhoto(200_000) });
  const crop = page.getByRole('dialog', { name: 'Bildausschnitt wählen' });
  const question = page.getByRole('dialog', { name: 'Änderungen verwerfen?' });
  await expect(crop).toBeVisible();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await expect(question).toHaveCount(0);
  await crop.getByRole('button', { name: 'Abbrechen' }).click();
  await question.getByRole('button', { name: 'Verwerfen' }).click();
  await expect(crop).toHaveCount(0);
  await page
    .getByTestId('pick-UploadId')
    .setInputFiles({ name: 'ich.jpg', mimeType: 'image/jpeg', buffer: await makePhoto(200_000) });
  await crop.getByRole('button', { name: 'Bild übernehmen' }).click(); // saves it
  await settings.expectText('Ihr Profilbild ist gespeichert.');
  const own = page.getByRole('main').locator('img[src^="data:image/jpeg"]');
  await expect(own).toBeVisible();
  await page.reload();
  await expect(own).toHaveJSProperty('naturalWidth', 512);
  await page.getByRole('button', { name: 'Bild entfernen' }).click();
  await settings.expectText('Ihr Profilbild ist entfernt.');
  await expect(own).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Bild entfernen' })).toHaveCount(0);
});

/** Returns the red side of the saved picture. */
const findRedSide = (page: Page) =>
  page
    .getByRole('main')
    .locator('img[src^="data:image/jpeg"]')
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const pen = Object.assign(document.createElement('canvas'), {
        width: 100,
        height: 100,
      }).getContext('2d');
      pen?.drawImage(image, 0, 0, 100, 100);
      const isRed = (x: number, y: number) => {
        const [red = 0, , blue = 0] = pen?.getImageData(x, y, 1, 1).data ?? [];
        return red > 2 * blue;
      };
      const sides = {
        top: [isRed(20, 20), isRed(80, 20)],
        bottom: [isRed(20, 80), isRed(80, 80)],
        left: [isRed(20, 20), isRed(20, 80)],
        right: [isRed(80, 20), isRed(80, 80)],
      };
      return Object.entries(sides)
        .filter(([, corners]) => corners.every(Boolean))
        .map(([side]) => side)
        .join();
    })
    .catch(() => undefined);

test('A photo with any EXIF orientation is cropped upright', async ({ page, origin, client }) => {
  const settings = new Settings(page, origin);
  await settings.logIn(client);
  await settings.open();
  const crop = page.getByRole('dialog', { name: 'Bildausschnitt wählen' });
  for (const [orientation, side] of [
    [1, 'top'],
    [3, 'bottom'],
    [6, 'right'],
    [8, 'left'],
  ] as const) {
    await page.getByTestId('pick-UploadId').setInputFiles({
      name: 'ich.jpg',
      mimeType: 'image/jpeg',
      buffer: await makeRotatedPhoto(orientation),
    });
    await crop.getByRole('button', { name: 'Bild übernehmen' }).click();
    await expect(crop).toHaveCount(0);
    await expect.poll(() => findRedSide(page)).toBe(side);
  }
});

test('Language and theme change at once and persist; an unknown section redirects to the first', async ({
  page,
  origin,
  client,
}) => {
  const settings = new Settings(page, origin);
  await settings.logIn(client);
  await page.goto(`${origin}/settings/general`);
  await expect(page.getByRole('radio', { name: 'Deutsch' })).toBeChecked();
  await page.getByRole('radio', { name: 'English' }).click(); // checked once its texts are loaded
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('General');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();

  const other = await page.context().newPage();
  await other.goto(`${origin}/externalform/nothing`);
  const scheme = (shown: Page) =>
    shown.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(() => Promise.all([page, other].map(scheme))).toEqual(['dark', 'dark']);
  // before the first render
  await other.route('**/assets/initial-*.js', (route) => route.abort());
  await other.reload();
  expect(await scheme(other)).toBe('dark');
  await page.getByRole('radio', { name: 'System' }).check();
  await expect.poll(() => scheme(page)).toBe('light');

  await page.goto(`${origin}/settings/elsewhere`);
  await expect(page).toHaveURL(`${origin}/settings`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account');
});

test('Feedback reaches support with a reply address', async ({ page, request, origin, client }) => {
  const settings = new Settings(page, origin);
  await settings.logIn(client);
  await settings.open();
  await settings.section('Über das Portal').click();
  await settings.expectText('Wir freuen uns über Ihre Rückmeldung!');
  await page.getByRole('button', { name: 'Rückmeldung senden' }).click();
  await settings.expectText('Beschreiben Sie, worum es geht.');
  await page.getByRole('textbox', { name: 'Worum geht es?' }).fill('Das Portal hilft mir sehr.');
  await page.getByRole('button', { name: 'Rückmeldung senden' }).click();
  await settings.expectText(/^Ihre Rückmeldung ist gesendet\. Wir antworten an .+@/);
  await expect(page.getByRole('textbox', { name: 'Worum geht es?' })).toHaveValue('');
  await expect
    .poll(async () => (await request.get(`${origin}/dev/outbox.json`)).text())
    .toContain('Das Portal hilft mir sehr.');
});

test('The settings have no accessibility barrier', async ({ page, origin, client }) => {
  const settings = new Settings(page, origin);
  await settings.logIn(client);
  for (const [section, ready] of [
    ['account', 'Passwort ändern'],
    ['about', 'Rückmeldung senden'],
  ] as const) {
    await page.goto(`${origin}/settings/${section}`);
    await expect(page.getByRole('button', { name: ready })).toBeVisible();
    await expectNoBarrier(page);
    await expectNoSidewaysScroll(page);
  }
});

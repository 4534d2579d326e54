import type { Page } from '@playwright/test';
import { watchMotion } from '../support/motion.ts';
import { test } from '../support/ownClient.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { Settings } from '../support/pages/settings.ts';
import { getAccidentGuid, expect, getFormGuid } from '../support/test.ts';

test('A form and its thanks page have no motion with prefers-reduced-motion', async ({
  page,
  demo,
}) => {
  const motion = await watchMotion(page);
  const form = new ExternalForm(page);
  await form.open(getAccidentGuid(demo));
  await page.getByRole('button', { name: 'Einverstanden' }).click();
  await form.choose('Wurde jemand verletzt?', 'Ja'); // shows more fields
  await form.submitButton().click();
  await expect(form.summary()).toBeFocused();
  await form.summary().getByRole('link').first().click();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Datenschutz' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).first().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await form.open(getFormGuid(demo, 'Bußgeld prüfen'));
  await form.field('Wie heißen Sie\\?').fill('Jana Reuter');
  await form.field('E-Mail-Adresse').fill('still@example.com');
  await form.field('Was wirft man Ihnen vor\\?').fill('Zu schnell auf der A 7.');
  await page.getByRole('checkbox', { name: /Datenschutz/ }).check();
  await page.getByRole('button', { name: 'Anfrage senden' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank');
  expect(motion).toEqual([]);
});

async function openTaskAndFile(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.goto(`${page.url().split('?')[0]}?tab=tasks`);
  await page
    .getByRole('link', { name: /Bis .* Uhr/ })
    .first()
    .click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.goto(`${page.url().split('?')[0]}?tab=messages&side=akte_files`);
  await page
    .getByRole('link', { name: /^Gutachten 0417\.pdf/ })
    .last()
    .click();
  await expect(dialog).toHaveAccessibleName('Gutachten 0417.pdf');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog).not.toHaveAccessibleName('Gutachten 0417.pdf');
  await page.keyboard.press('Escape');
}

test('Screens after the login have no motion with prefers-reduced-motion', async ({
  page,
  server,
  client,
}) => {
  const motion = await watchMotion(page);
  const settings = new Settings(page, server.url);
  const dialog = page.getByRole('dialog');
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: 'Einverstanden' }).click();
  await settings.logIn(client);
  await page.getByRole('link', { name: 'Details zu Aydın & Kollegen' }).click();
  await expect(page.getByRole('complementary', { name: 'Ihre Kanzlei' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`${server.url}/akten`);
  await page
    .getByRole('link', { name: /Verkehrsunfall Brandt/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Nachricht lesen' }).last().click();
  await page.getByRole('button', { name: 'Merken' }).last().click();
  await page.getByRole('button', { name: /^Nachricht schreiben/ }).click();
  await dialog.getByRole('textbox', { name: 'Betreff' }).fill('Rechnung');
  await dialog.getByRole('textbox', { name: 'Nachricht' }).fill('Hier ist sie.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Weiterschreiben' }).click();
  await dialog.getByRole('button', { name: 'Nachricht senden' }).click();
  await expect(page.getByRole('article', { name: 'Sie: Rechnung' })).toContainText('Zugestellt');
  await page.getByRole('button', { name: 'Details zur Akte' }).click(); // closes them
  await expect(page.getByRole('complementary', { name: 'Details zur Akte' })).toHaveCount(0);
  await openTaskAndFile(page);
  await page.goto(`${server.url}/settings/account`);
  await page
    .getByTestId('pick-UploadId')
    .setInputFiles({ name: 'ich.tiff', mimeType: 'image/tiff', buffer: Buffer.from('GIF89a') });
  await settings.expectText('Wählen Sie ein Bild als JPG, PNG, WebP, AVIF oder GIF.');
  await settings.changePassword(client.password, 'Fahrrad-im-Regen-7');
  await settings.expectText('Ihr Passwort ist geändert.'); // a toast
  await page.goto(`${server.url}/settings/general`);
  await page.getByRole('radio', { name: 'Dunkel' }).check();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  expect(motion).toEqual([]);
});

test.describe('without prefers-reduced-motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('The motion probe finds motion without prefers-reduced-motion', async ({ page }) => {
    const motion = await watchMotion(page);
    await page.route('**/authenticate/login', () => undefined); // never gets a response
    await page.goto('/login');
    await new ExternalForm(page).field('Benutzername').fill('nora.brandt');
    await page.locator('input[type=password]').fill('egal');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await expect
      .poll(() => motion.join('\n'))
      .toMatch(/background-color: button "Anmelden"[^]*turn.+: svg/);
    await page.evaluate(() => {
      document.body.animate({ opacity: [0, 1] }, 50);
      scrollTo({ top: 0, behavior: 'smooth' });
    });
    await expect
      .poll(() => motion.join('\n'))
      .toMatch(/animate\(\): body[^]*scrollTo\(\): the window/);
  });
});

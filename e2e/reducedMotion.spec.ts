import { watchMotion } from './motion.ts';
import { test } from './ownClient.ts';
import { ExternalForm } from './pages/externalForm.ts';
import { Settings } from './pages/settings.ts';
import { accidentGuid, expect, guidOf } from './test.ts';

test('nothing moves on a form and after it for whoever wants less motion', async ({
  page,
  demo,
}) => {
  const motion = await watchMotion(page);
  const form = new ExternalForm(page);
  await form.open(accidentGuid(demo));
  await page.getByRole('button', { name: 'Einverstanden' }).click();
  await form.choose('Wurde jemand verletzt?', 'Ja'); // asks for more
  await form.submitButton().click();
  await expect(form.summary()).toBeFocused();
  await form.summary().getByRole('link').first().click();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Datenschutz' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).first().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await form.open(guidOf(demo, 'Bußgeld prüfen'));
  await form.field('Wie heißen Sie\\?').fill('Jana Reuter');
  await form.field('E-Mail-Adresse').fill('still@example.com');
  await form.field('Was wirft man Ihnen vor\\?').fill('Zu schnell auf der A 7.');
  await page.getByRole('checkbox', { name: /Datenschutz/ }).check();
  await page.getByRole('button', { name: 'Anfrage senden' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank');
  expect(motion).toEqual([]);
});

test('nor behind the login', async ({ page, server, client }, { project }) => {
  const motion = await watchMotion(page);
  const settings = new Settings(page, server.url);
  const dialog = page.getByRole('dialog');
  await page.goto(`${server.url}/login`);
  await page.getByRole('button', { name: 'Einverstanden' }).click();
  await settings.logIn(client);
  await page.getByRole('link', { name: 'Details zu Aydın & Kollegen' }).click();
  await expect(page.getByRole('complementary', { name: 'Ihr Anbieter' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(`${server.url}${project.name === 'phone' ? '/dashboard' : '/akten'}`);
  await page
    .getByRole('link', { name: /Verkehrsunfall Brandt/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Nachricht lesen' }).last().click();
  await page.getByRole('button', { name: 'Merken' }).last().click();
  await page.getByRole('button', { name: /^Nachricht schreiben/ }).click();
  await dialog.getByRole('textbox', { name: 'Betreff' }).fill('Rechnung');
  await dialog.getByRole('textbox', { name: 'Nachricht' }).fill('Hier ist sie.');
  await page.keyboard.press('Escape'); // asks whether what was written may go
  await page.getByRole('button', { name: 'Weiterschreiben' }).click();
  await dialog.getByRole('button', { name: 'Nachricht senden' }).click();
  await expect(page.getByRole('article', { name: 'Sie: Rechnung' })).toContainText('Zugestellt');
  await page.getByRole('button', { name: 'Details zur Akte' }).click(); // beside the case they go, over it they come
  await expect(page.getByRole('complementary', { name: 'Details zur Akte' })).toHaveCount(
    project.name === 'phone' ? 1 : 0,
  );
  await page.goto(`${page.url().split('?')[0]}?tab=tasks`);
  await page
    .getByRole('link', { name: /Gültig bis/ })
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
  await page.goto(`${server.url}/settings/account`);
  await page
    .getByTestId('pick-UploadId')
    .setInputFiles({ name: 'ich.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await settings.says('Wählen Sie ein Bild als JPG oder PNG.');
  await settings.changePassword(client.password, 'Fahrrad-im-Regen-7');
  await settings.says('🔒 Ihr Passwort ist geändert.'); // a toast
  await page.goto(`${server.url}/settings/general`);
  await page.getByRole('radio', { name: 'Dunkel' }).check();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  expect(motion).toEqual([]);
});

test.describe('for everybody else', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('what is watched is seen', { tag: '@desk' }, async ({ page }) => {
    const motion = await watchMotion(page);
    await page.route('**/authenticate/login', () => undefined); // is never answered
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

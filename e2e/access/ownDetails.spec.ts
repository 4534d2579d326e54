import type { Page } from '@playwright/test';
import { expectNoBarrier, expectNoSidewaysScroll } from '../support/barriers.ts';
import { test } from '../support/newClient.ts';
import { Settings } from '../support/pages/settings.ts';
import { expect } from '../support/test.ts';

test('A client changes their name and the language of their mails, and sees the firm’s change', async ({
  page,
  request,
  demo,
  origin,
  client,
}) => {
  const settings = new Settings(page, origin);
  await settings.logIn(client);
  await settings.open();
  const lastName = page.getByRole('textbox', { name: 'Nachname' });
  await lastName.fill('');
  await lastName.press('Enter'); // does not send a form of several fields
  await expect(page.getByRole('link', { name: /^Nachname: / })).toHaveCount(0);
  await page.getByRole('button', { name: 'Angaben speichern' }).click();
  await page.getByRole('link', { name: /^Nachname: / }).press('Enter');
  await expect(lastName).toBeFocused();
  await expect(lastName).toHaveAccessibleDescription(/Geben Sie Ihren Nachnamen ein/);
  await lastName.fill('Überländer');
  await page.getByRole('radio', { name: 'English' }).check();
  await page.getByRole('button', { name: 'Angaben speichern' }).click();
  await settings.expectText('Ihre Angaben sind gespeichert.');
  await settings.expectText(/ Überländer$/);
  await expectNoBarrier(page);
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(lastName).toHaveValue('Überländer');
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
  const changed = await request.patch(`/provider/v1/users/${client.userId}`, {
    headers: { 'X-Api-Key': demo.providerApiKey, 'If-Match': '*' },
    data: { lastName: 'Oberländer' },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  await settings.expectText(/ Oberländer$/);
});

/** Waits for the code that was sent to a new address or number. */
async function findCode(page: Page, recipient: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(async () => {
      const messages = (await (await page.request.get('/dev/outbox.json')).json()) as {
        recipient: string;
        body: string;
      }[];
      const body = messages.find((message) => message.recipient === recipient)?.body ?? '';
      code = /\b\d{6}\b/.exec(body)?.[0];
      return code;
    })
    .toBeDefined();
  return code ?? '';
}

test('A client confirms a new address by mail and a new number by SMS', async ({
  page,
  origin,
  client,
}) => {
  const settings = new Settings(page, origin);
  const email = `${client.username}@neu.example`;
  const mobile = `+49171${String(Date.now()).slice(-7)}`;
  await settings.logIn(client);
  await settings.open();

  await page.getByRole('button', { name: 'Ändern: E-Mail-Adresse' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'E-Mail-Adresse ändern' });
  await expect(dialog.getByRole('textbox', { name: 'Neue E-Mail-Adresse' })).toBeFocused();
  await page.keyboard.type(email);
  await settings.typePassword('falsch');
  await expect(dialog.locator('input[type=password]')).toHaveAccessibleDescription(
    /Das Passwort stimmt nicht/,
  );
  await expectNoBarrier(page);
  await settings.typePassword(client.password);
  await expect(dialog).toContainText(`Wir haben einen Code an ${email} geschickt.`);
  await expectNoBarrier(page);
  await page.keyboard.press('Escape');
  await settings.expectText(`${email} wartet auf den Code.`);
  await page.reload();
  await page.getByRole('button', { name: 'Code eingeben: E-Mail-Adresse' }).click();
  await expect(dialog.locator('input')).toBeFocused();
  await page.keyboard.type(await findCode(page, email));
  await settings.expectText('Ihre E-Mail-Adresse ist geändert.');
  await expect(dialog).toBeHidden();
  const heading = page.getByRole('heading', { name: 'E-Mail-Adresse und Mobilnummer' });
  await expect(heading).toBeFocused();
  await expect(page.getByText(email, { exact: true })).toHaveCount(2);

  await page.getByRole('button', { name: 'Ändern: Mobilnummer' }).click();
  await page.getByRole('textbox', { name: 'Neue Mobilnummer' }).fill(mobile);
  await settings.typePassword(client.password);
  await expect(page.getByRole('dialog')).toContainText('Wir haben einen Code an');
  await page.keyboard.type(await findCode(page, mobile));
  await settings.expectText('Ihre Mobilnummer ist geändert.');
  await expectNoSidewaysScroll(page);
});

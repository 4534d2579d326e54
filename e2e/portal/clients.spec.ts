import type { Browser, Page } from '@playwright/test';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { expectNoBarrier, expectNoSidewaysScroll } from '../support/barriers.ts';
import { Invited } from '../support/pages/invitation.ts';
import { Portal } from '../support/pages/portal.ts';
import { expect, test, type DemoWorld } from '../support/test.ts';

const password = 'Fahrrad-im-Regen-7';
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function openClients(page: Page, demo: DemoWorld): Promise<void> {
  await page.goto('/login');
  await new Portal(page, demo).logIn(demo.users[1]);
  await expect(page.getByRole('link', { name: /^Eingang/ })).toBeVisible();
  await page.goto('/business/clients');
  await expect(title(page)).toHaveText('Mandanten');
}

/** Opens the link of the mail, enters the PIN and registers. */
async function register(browser: Browser, invited: Invited, username: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(await invited.link());
  await page.getByRole('button', { name: 'PIN anfordern' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Per E-Mail' }).click();
  await page.getByRole('textbox', { name: 'Ihre PIN' }).fill(await invited.pin());
  await expect(title(page)).toHaveText(/^Willkommen/);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Weiter zum Benutzernamen' }).click();
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(username);
  await page.getByRole('button', { name: 'Weiter zum Passwort' }).click();
  await expect(title(page)).toHaveText('Legen Sie Ihr Passwort fest');
  for (const field of await page.locator('input[autocomplete=new-password]').all())
    await field.fill(password);
  await page.getByRole('button', { name: 'Registrierung abschließen' }).click();
  await expect(title(page)).toHaveText('Sie sind registriert');
  await page.close();
}

test.setTimeout(scaleTimeout(120_000)); // a client registers in a second browser

test('A lawyer invites a client, who registers by the link of the mail', async ({
  page,
  browser,
  request,
  demo,
}, { project }) => {
  const id = `${project.name}${Date.now()}`;
  const [email, mobile] = [`${id}@example.com`, `+49 171 ${id.slice(-7)}`];
  await openClients(page, demo);
  await expectNoBarrier(page);

  await test.step('The form creates the client and sends the mail', async () => {
    await page.getByRole('button', { name: 'Einladen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Zum Portal einladen' });
    await dialog.getByRole('textbox', { name: 'Vorname' }).fill('Mara');
    await dialog.getByRole('textbox', { name: 'Nachname' }).fill(`Lorenz ${id}`);
    await dialog.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(email);
    await dialog.getByRole('textbox', { name: /Handynummer/ }).fill(mobile);
    await expectNoBarrier(page);
    await dialog.getByRole('button', { name: 'Einladung schicken' }).click();
    await expect(page.getByRole('heading', { name: `Mara Lorenz ${id}` })).toBeVisible();
    await expect(page.getByText('Link gilt bis')).toBeVisible();
    await expectNoBarrier(page);
    await expectNoSidewaysScroll(page);
  });

  await test.step('The panel has an address, and Back closes it', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: `Mara Lorenz ${id}` })).toBeVisible();
    await page.goBack();
    await expect(page).not.toHaveURL(/client=/);
    await page.getByRole('searchbox').fill(id);
    await expect(page).toHaveURL(new RegExp(`q=${id}`));
    await expect(page.getByText('Eingeladen', { exact: true })).toBeVisible();
  });

  await test.step('The list shows the registration by itself', async () => {
    await register(browser, Invited.of(request, { email, mobile }), id);
    await expect(page.getByText('Zugang aktiv', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  await test.step('A changed name is in the list', async () => {
    await page.getByRole('link', { name: `Mara Lorenz ${id}` }).click();
    await page.getByRole('button', { name: 'Angaben ändern' }).click();
    const dialog = page.getByRole('dialog', { name: 'Angaben ändern' });
    await dialog.getByRole('textbox', { name: 'Vorname' }).fill('Marie');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await expect(page.getByRole('heading', { name: `Marie Lorenz ${id}` })).toBeVisible();
  });
});

import type { Page } from '@playwright/test';
import { expectNoBarrier, expectNoSidewaysScroll } from '../support/barriers.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, readSubmissions, test } from '../support/test.ts';

const definition = {
  title: 'Vertraulich',
  showDatenschutz: false,
  formElements: [
    { id: 'email', type: 'input', label: 'E-Mail-Adresse', required: true },
    { id: 'papers', type: 'file', label: 'Unterlagen' },
  ],
};
const pinField = (page: Page) => page.getByRole('textbox', { name: 'Ihre PIN' });
const getWrongPin = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
const readBrowserStorage = (page: Page) =>
  page.evaluate(async () => {
    const stores = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, stores, document.cookie]);
  });

test('A form with a PIN opens, is restored after a reload and is submitted', async ({
  page,
  request,
  demo,
}, { project }) => {
  const provider = new Provider(request, demo);
  const { formId, processGuid } = await provider.publish(definition);
  const { pin } = await provider.makePin(formId);
  const email = `pin-${project.name}-${Date.now()}@example.com`;

  await page.goto(`/externalform/${processGuid}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PIN eingeben');
  await expect(page.getByText('Vertraulich')).toHaveCount(0);
  await expect(pinField(page)).toBeFocused();
  await expect(pinField(page)).toHaveAttribute('autocomplete', 'one-time-code');

  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByText('Geben Sie alle sechs Ziffern ein.').first()).toBeVisible();
  await pinField(page).focus();
  await page.keyboard.type(getWrongPin(pin));
  await expect(
    page.getByRole('alert').filter({ hasText: 'Die PIN ist falsch. Sie haben noch 4 Versuche.' }),
  ).toBeVisible();
  await expect(pinField(page)).toHaveValue('');
  await expect(pinField(page)).toBeFocused();

  await page.keyboard.type(pin);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vertraulich');
  await page.getByLabel('E-Mail-Adresse').fill(email);
  expect(await readBrowserStorage(page)).not.toContain(pin);

  await new ExternalForm(page).expectDraftStored();
  await page.reload();
  await pinField(page).fill(`${pin.slice(0, 3)} ${pin.slice(3)}`); // with a space, as in the mail
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(email);
  await page.locator('main button[type=submit]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank');
  expect(await readSubmissions(request, demo, email)).toHaveLength(1);
});

test(
  'An expired token is renewed by a valid PIN, and a void PIN is asked for over the form',
  { tag: '@desk' },
  async ({ page, request, demo }, { project }) => {
    const provider = new Provider(request, demo);
    const { formId, processGuid } = await provider.publish(definition);
    const { pin } = await provider.makePin(formId, { isSingleUse: false });
    const email = `again-${project.name}-${Date.now()}@example.com`;
    await page.goto(`/externalform/${processGuid}`);
    await pinField(page).fill(pin);
    await page.getByLabel('E-Mail-Adresse').fill(email);

    const expireToken = () =>
      page.route(
        '**/api/v2.0/files/upload',
        (route) =>
          route.continue({
            headers: { ...route.request().headers(), authorization: 'Bearer ended' },
          }),
        { times: 1 },
      );
    const addFile = (name: string) =>
      page
        .getByTestId('pick-papers')
        .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await expireToken();
    await addFile('erster.pdf');
    await expect(page.getByRole('listitem').filter({ hasText: 'erster.pdf' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const { apiKey, applicationKey } = (await (await request.get('/api/config')).json()) as {
        apiKey: string;
        applicationKey: string;
      };
      await request.post('/api/authenticate/adhoc/pin', {
        headers: { 'X-Api-Key': apiKey, 'X-Application-Key': applicationKey },
        data: { key: processGuid, password: getWrongPin(pin), attempt },
      });
    }
    await expireToken();
    await addFile('zweiter.pdf');
    const dialog = page.getByRole('dialog', { name: 'PIN noch einmal eingeben' });
    await expect(dialog).toBeVisible();
    await expect(pinField(page)).toBeFocused();
    await page.keyboard.type(pin);
    await expect(dialog.getByRole('alert').filter({ hasText: 'Diese PIN' })).toContainText(
      'Diese PIN gilt nicht. Bitte fordern Sie eine neue PIN an. Sie bekommen sie von',
    );
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(email);
  },
);

test('The PIN screen has no accessibility barrier', async ({ page, demo }) => {
  const { processGuid = '' } = demo.forms.find(({ pin }) => pin) ?? {};
  await page.goto(`/externalform/${processGuid}`);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByText('Geben Sie alle sechs Ziffern ein.').first()).toBeVisible();
  await expectNoBarrier(page);
  await expectNoSidewaysScroll(page);
});

test('An invalid form key redirects to the start', { tag: '@desk' }, async ({ page }) => {
  await page.goto(`/externalform/${'x'.repeat(80)}`);
  await expect(page).toHaveURL('/');
  await expect(
    page.getByText('Mit dieser Angabe können wir nichts anfangen.').first(),
  ).toBeVisible();
});

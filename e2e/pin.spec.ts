import type { Page } from '@playwright/test';
import { expectNoBarrier, expectNoSidewaysScroll } from './barriers.ts';
import { ExternalForm } from './pages/externalForm.ts';
import { Provider } from './pages/provider.ts';
import { expect, readSubmissions, test } from './test.ts';

const definition = {
  title: 'Vertraulich',
  showDatenschutz: false,
  formElements: [
    { id: 'email', type: 'input', label: 'E-Mail-Adresse', required: true },
    { id: 'papers', type: 'file', label: 'Unterlagen' },
  ],
};
const pinField = (page: Page) => page.getByRole('textbox', { name: 'Ihre PIN' });
const other = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
const tabIn = (page: Page) =>
  page.evaluate(async () => {
    const stores = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, stores, document.cookie]);
  });

test('a form with a PIN opens with it, comes back after a reload, and is sent', async ({
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
  await page.keyboard.type(other(pin));
  await expect(
    page.getByRole('alert').filter({ hasText: 'Die PIN ist falsch. Sie haben noch 4 Versuche.' }),
  ).toBeVisible();
  await expect(pinField(page)).toHaveValue('');
  await expect(pinField(page)).toBeFocused();

  await page.keyboard.type(pin);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vertraulich');
  await page.getByLabel('E-Mail-Adresse').fill(email);
  expect(await tabIn(page)).not.toContain(pin);

  await new ExternalForm(page).expectDraftKept();
  await page.reload();
  await pinField(page).fill(`${pin.slice(0, 3)} ${pin.slice(3)}`); // as it is read, with a space
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(email);
  await page.locator('main button[type=submit]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank');
  expect(await readSubmissions(request, demo, email)).toHaveLength(1);
});

test(
  'a token that ends while somebody writes costs nothing: a good PIN is given again in silence, a void one is asked for over the form',
  { tag: '@desk' },
  async ({ page, request, demo }, { project }) => {
    const provider = new Provider(request, demo);
    const { formId, processGuid } = await provider.publish(definition);
    const { pin } = await provider.makePin(formId, { isSingleUse: false });
    const email = `again-${project.name}-${Date.now()}@example.com`;
    await page.goto(`/externalform/${processGuid}`);
    await pinField(page).fill(pin);
    await page.getByLabel('E-Mail-Adresse').fill(email);

    const endToken = () =>
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
    await endToken();
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
        data: { key: processGuid, password: other(pin), attempt },
      });
    }
    await endToken();
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

test('the PIN screen has no barrier', async ({ page, demo }) => {
  const { processGuid = '' } = demo.forms.find(({ pin }) => pin) ?? {};
  await page.goto(`/externalform/${processGuid}`);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByText('Geben Sie alle sechs Ziffern ein.').first()).toBeVisible();
  await expectNoBarrier(page);
  await expectNoSidewaysScroll(page);
});

test('what cannot be the key of a form leads to the start', { tag: '@desk' }, async ({ page }) => {
  await page.goto(`/externalform/${'x'.repeat(80)}`);
  await expect(page).toHaveURL('/');
  await expect(
    page.getByText('Mit dieser Angabe können wir nichts anfangen.').first(),
  ).toBeVisible();
});

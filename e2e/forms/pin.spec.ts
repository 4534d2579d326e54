import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoBarrier, expectNoSidewaysScroll } from '../support/barriers.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, readSubmissions, test, type DemoWorld } from '../support/test.ts';
import { blockScripts, holdScripts, openAtOnce } from '../support/withoutScripts.ts';

const definition = {
  title: 'Vertraulich',
  showDatenschutz: false,
  formElements: [
    { id: 'email', type: 'input', label: 'E-Mail-Adresse', required: true },
    { id: 'papers', type: 'file', label: 'Unterlagen' },
  ],
};
/** Publishes the form with a PIN. */
async function publishWithPin(
  request: APIRequestContext,
  demo: DemoWorld,
  options?: { isSingleUse: boolean },
) {
  const provider = new Provider(request, demo);
  const { formId, processGuid } = await provider.publish(definition);
  const { pin } = await provider.makePin(formId, options);
  return { provider, formId, processGuid, pin };
}

const pinField = (page: Page) => page.getByRole('textbox', { name: 'Ihre PIN' });
const getWrongPin = (pin: string) => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
const readBrowserStorage = (page: Page) =>
  page.evaluate(async () => {
    const stores = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, stores, document.cookie]);
  });

test(
  'A form with a PIN opens, is restored after a reload and is submitted',
  { tag: '@both' },
  async ({ page, request, demo }, { project }) => {
    const { processGuid, pin } = await publishWithPin(request, demo);
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
    await page.getByRole('button', { name: 'Weiter' }).click();
    await expect(page.getByText('Geben Sie alle sechs Ziffern ein.').first()).toBeVisible();
    await expect(page.getByText('Die PIN ist falsch. Sie haben noch 4 Versuche.')).toBeVisible();

    await pinField(page).fill(`${pin.slice(0, 3)} ${pin.slice(3)}`); // with a space, as in the mail
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vertraulich');
    await page.getByLabel('E-Mail-Adresse').fill(email);
    expect(await readBrowserStorage(page)).not.toContain(pin);

    await new ExternalForm(page).expectDraftStored();
    await page.reload();
    await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(email);
    const secondTab = await page.context().newPage();
    await secondTab.goto(`/externalform/${processGuid}`);
    await expect(secondTab.getByLabel('E-Mail-Adresse')).toHaveValue(email);
    await secondTab.close();
    await page.locator('main button[type=submit]').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank');
    expect(await readSubmissions(request, demo, email)).toHaveLength(1);
  },
);

test('The header of the firm stays after the PIN while the form loads', async ({
  page,
  request,
  demo,
}) => {
  const { processGuid, pin } = await publishWithPin(request, demo);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/assistants\/process\b/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/externalform/${processGuid}`);
  const name = page.getByRole('banner').getByRole('link').first();
  const before = await name.boundingBox();
  await pinField(page).fill(pin);
  await expect(page.getByRole('status').filter({ hasText: 'Wird geladen' })).toBeAttached();
  await expect(pinField(page)).toHaveCount(0);
  expect(await name.boundingBox()).toEqual(before);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vertraulich');
});

test('An expired token is renewed without the PIN, until the provider makes a new one', async ({
  page,
  request,
  demo,
}, { project }) => {
  const { provider, formId, processGuid, pin } = await publishWithPin(request, demo, {
    isSingleUse: false,
  });
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

  await provider.removePin(formId);
  const next = await provider.makePin(formId, { isSingleUse: false });
  await expireToken();
  await addFile('zweiter.pdf');
  const dialog = page.getByRole('dialog', { name: 'PIN noch einmal eingeben' });
  await expect(dialog).toBeVisible();
  await expect(pinField(page)).toBeFocused();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await expect(pinField(page)).toBeFocused();
    await expect(pinField(page)).toHaveValue('');
    await page.keyboard.type(getWrongPin(next.pin));
  }
  await expect(dialog.getByRole('alert').filter({ hasText: 'Diese PIN' })).toContainText(
    'Diese PIN gilt nicht mehr. Eine neue bekommen Sie von',
  );
  await expect(pinField(page)).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Neue PIN eingeben' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(email);
});

test('The PIN screen has no accessibility barrier', { tag: '@both' }, async ({ page, demo }) => {
  const { processGuid = '' } = demo.forms.find(({ pin }) => pin) ?? {};
  await page.goto(`/externalform/${processGuid}`);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByText('Geben Sie alle sechs Ziffern ein.').first()).toBeVisible();
  await expectNoBarrier(page);
  await expectNoSidewaysScroll(page);
});

test('An invalid form key redirects to the start', async ({ page }) => {
  await page.goto(`/externalform/${'x'.repeat(80)}`);
  await expect(page).toHaveURL('/');
  await expect(
    page.getByText('Mit dieser Angabe können wir nichts anfangen.').first(),
  ).toBeVisible();
});

test('Names in the link leave the address before the PIN and are filled in after it', async ({
  page,
  request,
  demo,
}) => {
  const provider = new Provider(request, demo);
  const { formId, processGuid } = await provider.publish({
    ...definition,
    formElements: [{ id: 'name', type: 'input', label: 'Nachname', prefill: 'm_name' }],
  });
  const { pin } = await provider.makePin(formId);
  await page.goto(`/externalform/${processGuid}?m_name=Wieland&ref=mail`);
  await expect(pinField(page)).toBeFocused();
  await expect(page).toHaveURL(/\?ref=mail$/);
  await page.reload();
  await pinField(page).fill(pin);
  await expect(page.getByLabel('Nachname')).toHaveValue('Wieland');
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain('Wieland');
});

/** Gives a PIN without scripts after two mistakes, and sends the form. */
async function sendWithoutScripts(
  page: Page,
  { processGuid, pin, email }: { processGuid: string; pin: string; email: string },
): Promise<void> {
  const check = async () => {
    await page.waitForLoadState(); // a style sheet may arrive after the HTML
    await expectNoBarrier(page);
    await expectNoSidewaysScroll(page);
  };
  const goOn = () => page.getByRole('button', { name: 'Weiter' }).click();
  await openAtOnce(page, `/externalform/${processGuid}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PIN eingeben');
  await expect(page.getByText('Vertraulich')).toHaveCount(0);
  await check();
  await pinField(page).fill('123');
  await goOn();
  const summary = page.locator('[aria-labelledby=error-summary]');
  await expect(summary).toBeFocused();
  await summary.getByRole('link').click();
  await expect(pinField(page)).toBeFocused();
  await check();
  await pinField(page).fill(getWrongPin(pin));
  await goOn();
  await expect(page.getByText('Die PIN ist falsch. Sie haben noch 4 Versuche.')).toBeVisible();
  await expect(pinField(page)).toHaveValue('');
  await check();
  await pinField(page).fill(`${pin.slice(0, 3)} ${pin.slice(3)}`);
  await goOn();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vertraulich');
  expect(page.url()).not.toContain(pin);
  await page.locator('main button[type=submit]').last().click();
  await expect(summary).toBeFocused();
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await page.locator('main button[type=submit]').last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank');
}

test.describe('With JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('A PIN that is void names the provider, and another can be given', async ({
    page,
    request,
    demo,
  }) => {
    const { provider, formId, processGuid, pin } = await publishWithPin(request, demo);
    await openAtOnce(page, `/externalform/${processGuid}?language=en`);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await page.getByRole('textbox', { name: 'Your PIN' }).fill(getWrongPin(pin));
      await page.getByRole('button', { name: 'Continue' }).click();
    }
    await expect(page.getByText('This PIN is no longer valid.')).toBeVisible();
    await provider.removePin(formId);
    const next = await provider.makePin(formId);
    await page.getByRole('button', { name: 'Enter a new PIN' }).click();
    await page.getByRole('textbox', { name: 'Your PIN' }).fill(next.pin);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vertraulich');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test('A form with a PIN is opened after two mistakes and sent where no script arrives', async ({
  page,
  context,
  request,
  demo,
}) => {
  await blockScripts(context);
  const { processGuid, pin } = await publishWithPin(request, demo);
  const email = `pin.blockiert.${test.info().project.name}@example.com`;
  await sendWithoutScripts(page, { processGuid, pin, email });
  expect(await readSubmissions(request, demo, email)).toHaveLength(1);
});

test('A PIN that was typed before its scripts arrived is kept, and opens the form', async ({
  page,
  request,
  demo,
}) => {
  const { processGuid, pin } = await publishWithPin(request, demo);
  const release = await holdScripts(page);
  await openAtOnce(page, `/externalform/${processGuid}`);
  await expect(pinField(page)).toBeVisible();
  await pinField(page).fill(pin.slice(0, 5));
  const field = await pinField(page).elementHandle();
  release();
  await page.waitForFunction(() => document.querySelector('form[data-live]') !== null);
  await expect(pinField(page)).toHaveValue(pin.slice(0, 5));
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true);
  await pinField(page).press('End');
  await page.keyboard.type(pin.slice(5));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vertraulich');
});

test('A wrong PIN that was sent before its scripts arrived is shown when they do', async ({
  page,
  request,
  demo,
}) => {
  const { processGuid, pin } = await publishWithPin(request, demo);
  const release = await holdScripts(page);
  await openAtOnce(page, `/externalform/${processGuid}`);
  await pinField(page).fill(getWrongPin(pin));
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByText('Die PIN ist falsch. Sie haben noch 4 Versuche.')).toBeVisible();
  release();
  await page.waitForFunction(() => document.querySelector('form[data-live]') !== null);
  await expect(page.getByText('Die PIN ist falsch. Sie haben noch 4 Versuche.')).toBeVisible();
  await pinField(page).fill(pin);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vertraulich');
});

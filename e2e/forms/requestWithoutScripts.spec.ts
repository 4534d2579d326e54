import type { Page } from '@playwright/test';
import type { MadeExternalRequest, NewExternalRequest } from '#schemas/forms/externalRequests.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { checkLater, expectUsable, type Check } from '../support/pages/pageWithoutScripts.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, readSubmissions, test } from '../support/test.ts';
import { blockScripts, holdScripts, openAtOnce } from '../support/withoutScripts.ts';

const definition = {
  title: 'Angaben zum Mandat',
  resultText: 'Danke, das ist bei uns.',
  formElements: [
    { id: 'name', type: 'input', label: 'Name', prefill: 'm_name' as const },
    { id: 'email', type: 'input', label: 'E-Mail-Adresse', required: true },
    {
      id: 'papers',
      type: 'multiplechoice',
      label: 'Unterlagen',
      options: ['Vertrag', 'Rechnung', 'Quittung'].map((label) => ({ value: label, label })),
    },
  ],
};
const prefill = { m_name: 'Jana Müller' };

type Api = ConstructorParameters<typeof Provider>;

async function ask(api: Api, wanted: Partial<NewExternalRequest> = {}) {
  const provider = new Provider(...api);
  const { formId } = await provider.publish(definition);
  return provider.post<MadeExternalRequest>('externalRequests', { formId, prefill, ...wanted });
}

const submitButton = (page: Page) => page.getByRole('button', { name: 'Angaben absenden' });

/** Sends the form without the address, corrects it, and opens the link again. */
async function answerRequest(
  page: Page,
  { url }: MadeExternalRequest,
  email: string,
  check: Check = expectUsable,
) {
  const form = new ExternalForm(page);
  await expect(form.field('Name')).toHaveValue('Jana Müller');
  await submitButton(page).click();
  await expect(form.summary()).toBeFocused();
  await expect(form.field('E-Mail-Adresse')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.field('Name')).toHaveValue('Jana Müller');
  await check(page);
  await form.field('E-Mail-Adresse').fill(email);
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/confirmation-page\?receipt=/);
  await expect(page.getByText('Danke, das ist bei uns.')).toBeVisible();
  await openAtOnce(page, url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Schon abgeschickt');
  await check(page);
}

test.describe('With JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('A request under /proudly-presents is prefilled, corrected and answered once', async ({
    page,
    request,
    demo,
  }) => {
    const made = await ask([request, demo]);
    const email = `ohne.skripte.${Date.now()}@example.com`;
    const url = made.url.replace('/page/', '/proudly-presents/');
    await page.goto(url);
    await answerRequest(page, { ...made, url }, email, checkLater);
    const [sent, ...others] = await readSubmissions(request, demo, email);
    expect(others).toEqual([]);
    expect(sent?.suspicions).toEqual([]);
    expect(sent?.answers.map(({ value }) => value)).toEqual(['Jana Müller', email]);
  });

  test('A request with a PIN opens with its prefill, also in English', async ({
    page,
    request,
    demo,
  }) => {
    const made = await ask([request, demo], { pin: {} });
    await page.goto(made.url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('PIN eingeben');
    await page.getByRole('link', { name: 'English' }).click();
    await page.locator('[name=password]').fill(made.pin?.pin ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(new ExternalForm(page).field('Name')).toHaveValue('Jana Müller');
  });

  test('An unknown request is not found', async ({ page }) => {
    const response = await page.goto('/page/aydin-kollegen/guidance/nobody-made-this-one');
    expect(response?.status()).toBe(404);
  });
});

test('A request is answered where no script arrives', async ({ page, context, request, demo }) => {
  await blockScripts(context);
  const made = await ask([request, demo]);
  await openAtOnce(page, made.url);
  await answerRequest(page, made, `skripte.fehlen.${Date.now()}@example.com`);
});

test('A request is answered where a script of the form fails', async ({
  page,
  context,
  request,
  demo,
}) => {
  await context.route(/\/assets\/form-.*\.js$/, (route) => route.abort());
  const made = await ask([request, demo]);
  await openAtOnce(page, made.url);
  await answerRequest(page, made, `skript.fehlt.${Date.now()}@example.com`);
});

test('What is typed before the scripts arrive is kept, and the address has no prefill then', async ({
  page,
  request,
  demo,
}) => {
  const release = await holdScripts(page);
  const made = await ask([request, demo]);
  const email = `vor.den.skripten.${Date.now()}@example.com`;
  const form = new ExternalForm(page);
  await openAtOnce(page, made.url);
  await form.field('Name').fill('');
  await form.field('E-Mail-Adresse').fill(email);
  const papers = ['Vertrag', 'Quittung'];
  for (const paper of papers) await page.getByRole('checkbox', { name: paper }).check();
  release();
  await page.waitForFunction(() => document.querySelector('form[data-live]') !== null);
  await expect(form.field('Name')).toHaveValue('');
  await expect(page).not.toHaveURL(/m_name/);
  await submitButton(page).click();
  await expect(page.getByText('Danke, das ist bei uns.')).toBeVisible();
  const [sent] = await readSubmissions(request, demo, email);
  expect(sent?.answers.map(({ value }) => value)).toEqual([email, papers]);
});

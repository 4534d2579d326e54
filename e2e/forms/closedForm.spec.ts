import type { Page } from '@playwright/test';
import type { FormClosing } from '#schemas/forms/closings.ts';
import { expectNoBarrier, expectNoSidewaysScroll } from '../support/barriers.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, getFormGuid, readSubmissions, test } from '../support/test.ts';

const definition = {
  title: { de: 'Zum Vortrag anmelden', en: 'Come to the talk' },
  submitLabel: { de: 'Anmelden', en: 'Sign up' },
  formElements: [{ id: 'email', type: 'input', label: 'E-Mail-Adresse', required: true }],
};
const text = { de: 'Alle Plätze sind **vergeben**.', en: 'All seats are **taken**.' };

const submitButton = (page: Page) => page.getByRole('button', { name: /^(Anmelden|Sign up)$/ });

const expectClosed = async (page: Page, language: 'de' | 'en' = 'de'): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    language === 'de' ? 'Dieses Formular ist geschlossen' : 'This form is closed',
  );
};

test('A closed form shows its text, and a visitor who had started it still sends it', async ({
  page,
  browser,
  request,
  demo,
}, { project }) => {
  const provider = new Provider(request, demo);
  const { formId, processGuid } = await provider.publish(definition);
  const email = `closed-${project.name}-${Date.now()}@example.com`;

  await page.goto(`/externalform/${processGuid}`);
  await page.getByLabel('E-Mail-Adresse').fill(email);
  await new ExternalForm(page).expectDraftStored();
  const { closing } = await provider.put<{ closing: FormClosing }>(`forms/${formId}/closing`, {
    isClosed: true,
    text,
  });
  expect(closing.closedBy).toBe('hand');

  await test.step('Another visitor reads the text, in both languages and both themes', async () => {
    const other = await browser.newContext();
    const visitor = await other.newPage();
    const response = await visitor.goto(`/externalform/${processGuid}`);
    expect(response?.status()).toBe(410);
    await expectClosed(visitor);
    await expect(visitor.getByText('Alle Plätze sind vergeben.')).toBeVisible();
    await expect(visitor).toHaveTitle('Zum Vortrag anmelden – Aydın & Kollegen');
    await expectNoBarrier(visitor);
    await expectNoSidewaysScroll(visitor);
    await visitor.getByRole('button', { name: 'English' }).click();
    await expectClosed(visitor, 'en');
    await expect(visitor.getByText('All seats are taken.')).toBeVisible();
    await other.close();
  });

  await test.step('The visitor who had started continues after a reload', async () => {
    await page.reload();
    await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(email);
    await submitButton(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank');
    await expect(page.getByText('noch einmal ausfüllen')).toHaveCount(0);
    expect(await readSubmissions(request, demo, email)).toHaveLength(1);
  });

  await test.step('The provider opens it again', async () => {
    await provider.put(`forms/${formId}/closing`, {});
    await page.goto(`/externalform/${processGuid}`);
    await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue('');
  });
});

test.describe('With JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('A closed form shows its text and the contact of its provider', async ({ page, demo }) => {
    const guid = getFormGuid(demo, 'Zur offenen Sprechstunde anmelden');
    const response = await page.goto(`/externalform/${guid}`);
    expect(response?.status()).toBe(410);
    await expectClosed(page);
    await expect(page.getByText('Die nächste ist im Frühjahr.')).toBeVisible();
    await expect(page.getByText('Diese Seite braucht JavaScript.')).toBeHidden();
    await expect(page.getByRole('link', { name: '0421 5500 77' })).toBeVisible();
    await page.getByRole('link', { name: 'English' }).click();
    await expectClosed(page, 'en');
    await expect(page.getByText('The next one is in spring.')).toBeVisible();
  });

  test('A form that is closed while it is filled in answers with its text', async ({
    page,
    request,
    demo,
  }) => {
    const provider = new Provider(request, demo);
    const { formId, processGuid } = await provider.publish(definition);
    await page.goto(`/externalform/${processGuid}?language=en`);
    await page.getByLabel('E-Mail-Adresse').fill('late@example.com');
    await provider.put(`forms/${formId}/closing`, { isClosed: true, text });
    await submitButton(page).click();
    await expectClosed(page, 'en');
    await expect(page.getByText('All seats are taken.')).toBeVisible();
    expect(await readSubmissions(request, demo, 'late@example.com')).toEqual([]);
  });
});

import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { expect, getAccidentGuid, test } from '../support/test.ts';

const submissions = /\/api\/assistants\/process\?/;
const makePdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\nxxxxxxxxxx'),
});

test('An unknown link shows the 404 page with a link to the start', async ({ page }) => {
  await page.goto('/externalform/unknown');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Seite gibt es nicht');
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Mandantenportal' }),
  ).toBeVisible(); // no provider's brand
  await page.getByRole('link', { name: 'Zum Start' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen im Mandantenportal');
});

test('An unpublished form shows the 404 page', async ({ page, request, demo }) => {
  const definition = {
    title: 'Noch geheim',
    formElements: [{ id: 'name', type: 'input', label: 'Name' }],
  };
  const draft = await request.post('/provider/v1/forms', {
    headers: { 'X-Api-Key': demo.providerApiKey },
    data: { definition },
  });
  const { processGuid } = (await draft.json()) as { processGuid: string };
  await page.goto(`/externalform/${processGuid}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Seite gibt es nicht');
});

test('The thanks page without a submission redirects to the form', async ({ page, demo }) => {
  await page.goto(`/externalform/${getAccidentGuid(demo)}/succeed`);
  await expect(page).toHaveURL(/\/externalform\/[^/]+$/);
});

test('Rejected files are listed with a reason, and the others are uploaded', async ({
  page,
  demo,
}) => {
  const form = new ExternalForm(page);
  await form.open(getAccidentGuid(demo));
  const large = join(tmpdir(), `gross-${process.pid}-${Date.now()}.pdf`);
  await writeFile(large, Buffer.alloc(60 * 1024 * 1024));
  await page.getByTestId('pick-photos').setInputFiles([makePdf('setup.exe'), makePdf('brief.pdf')]);
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'Diese Dateien nehmen wir nicht an:' })
      .getByRole('listitem'),
  ).toHaveText(['setup.exe']);
  await page.getByTestId('pick-photos').setInputFiles(large);
  await expect(form.row('gross-')).toContainText(
    'Diese Datei ist zu groß. Möglich sind bis zu 25 MB.',
  );
  await expect(form.row('brief.pdf')).toContainText('hochgeladen');
  await rm(large);
});

test('Errors of the server are shown at answers and consents', async ({ page, demo }) => {
  const form = new ExternalForm(page);
  await form.open(getAccidentGuid(demo));
  await form.fillInAccident();
  await form.acceptTerms();
  await page.route(submissions, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const {
      answers: [first],
    } = route.request().postDataJSON() as { answers: { elementId: string }[] };
    const pointer = '/answers/0/value';
    const elementId = first?.elementId ?? '';
    await route.fulfill({
      status: 400,
      json: {
        reason: 'invalidAnswers',
        reasonMessage: 'Bitte prüfen Sie Ihre Angaben.',
        fields: {
          [pointer]: 'Das ist kein Vorname.',
          '/datenschutzAccepted': 'Das muss angekreuzt sein.',
        },
        rules: { [pointer]: { elementId, address: elementId, rule: 'unknown' } },
      },
    });
  });
  await form.submitButton().click();
  await expect(form.summary()).toContainText('Das ist kein Vorname.');
  await expect(form.summary().getByRole('link', { name: /^Datenschutz/ })).toBeVisible();
});

test('Every page uses the chosen language', async ({ page }) => {
  await page.goto('/nirgends');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist');
  await page.getByRole('link', { name: 'Back to the start' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the client portal');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen im Mandantenportal');
});

import type { Locator, Page } from '@playwright/test';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { drawWithMouse } from '../support/drawWithMouse.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, getAccidentGuid, test } from '../support/test.ts';
import { collectLostTexts, findTextsOf, translatePage } from '../support/translatePage.ts';

const definition: FormDefinition = {
  title: 'Vollmacht',
  formElements: [
    { id: 'name', type: 'input', label: 'Vollständiger Name', required: true },
    { id: 'signature', type: 'signature', label: 'Ihre Unterschrift', required: true },
  ],
};

/** Draws, marks a map, picks a lawyer and an insurer, and adds and removes files. */
async function answerAccidentForm(form: ExternalForm): Promise<void> {
  const { page } = form;
  await form.fillInAccident();
  await drawWithMouse(page.getByTestId('signature-canvas'));
  await expect(page.getByRole('img', { name: 'Ihre gezeichnete Unterschrift' })).toBeVisible();
  await page.getByRole('button', { name: 'Ort auf einer Karte wählen' }).click();
  await page.getByRole('button', { name: 'Markierung in die Mitte setzen' }).click();
  await expect(page.getByRole('button', { name: /^Markierung\./ })).toBeVisible();
  await page.getByLabel('Postleitzahl für die Suche').fill('22303');
  await page.getByRole('radio', { name: /Yıldız/ }).check();
  await form.choose('Haben Sie eine Rechtsschutzversicherung?', 'Ja');
  const insurer = page.getByRole('combobox', { name: 'Versicherung' });
  await insurer.pressSequentially('hanse union');
  await expect(page.getByRole('option')).toHaveText(['Hanseatische Rechtsschutzunion']);
  await insurer.press('ArrowDown');
  await insurer.press('Enter');
  for (const name of ['eins.pdf', 'zwei.pdf']) {
    await form.addPhoto({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await expect(form.row(name)).toContainText('hochgeladen');
  }
  await form.row('eins.pdf').getByRole('button', { name: 'eins.pdf entfernen' }).click();
  await expect(form.row('eins.pdf')).toHaveCount(0);
}

test('A translated form is filled in, and is sent after sending has failed', async ({
  page,
  context,
  demo,
}) => {
  const lost = collectLostTexts(page);
  const form = new ExternalForm(page);
  await form.open(getAccidentGuid(demo));
  await translatePage(page);
  await page.getByRole('button', { name: 'Einverstanden' }).click();
  await form.submitButton().click();
  await expect(form.summary()).toBeVisible();
  await answerAccidentForm(form);
  await form.acceptTerms();
  await context.setOffline(true);
  await form.submitButton().click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Wir erreichen den Server gerade nicht.' }),
  ).toBeVisible();
  await context.setOffline(false);
  await form.submitButton().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank');
  expect(lost).toEqual([]);
});

test('A translated form opens with its PIN after a wrong one', async ({ page, request, demo }) => {
  const lost = collectLostTexts(page);
  const provider = new Provider(request, demo);
  const { formId, processGuid } = await provider.publish(definition);
  const { pin } = await provider.makePin(formId);
  const field = page.getByRole('textbox', { name: 'Ihre PIN' });
  await page.goto(`/externalform/${processGuid}`);
  await translatePage(page);
  await field.fill(String((Number(pin) + 1) % 1_000_000).padStart(6, '0'));
  await expect(
    page.getByRole('alert').filter({ hasText: 'Die PIN ist falsch. Sie haben noch 4 Versuche.' }),
  ).toBeVisible();
  await expect(field).toHaveValue('');
  await field.fill(pin);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vollmacht');
  expect(lost).toEqual([]);
});

/** Sends a message after one without a subject. */
async function sendMessage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neue Nachricht' });
  await dialog.getByRole('button', { name: 'Nachricht senden' }).click();
  await expect(dialog.getByText('Bitte geben Sie einen Betreff ein.').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Betreff' }).fill('Rückfrage');
  await dialog.getByRole('textbox', { name: 'Nachricht' }).fill('Wie geht es weiter?');
  await dialog.getByRole('button', { name: 'Nachricht senden' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('article', { name: 'Sie: Rückfrage' })).toContainText('Zugestellt');
}

/** Answers the task of a dialog. */
async function answerTask(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Vollständiger Name' }).fill('Nora Brandt');
  await dialog.getByRole('button', { name: 'Tippen' }).click();
  await dialog
    .getByRole('group', { name: /^Ihre Unterschrift/ })
    .getByRole('textbox')
    .fill('Nora Brandt');
  await dialog.getByRole('button', { name: 'Antwort senden' }).click();
  await expect(
    dialog.getByRole('heading', { name: 'Ihre Antwort ist bei der Kanzlei.' }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Zurück' }).click();
}

/** Changes the language of each translated page twice. No text of the other language remains. */
async function changeLanguages(
  page: Page,
  addresses: Record<string, string | RegExp>,
): Promise<void> {
  const choose = (language: string) =>
    page.locator(`button[lang=${language}]`).filter({ visible: true }).first().click();
  for (const [address, title] of Object.entries(addresses))
    await test.step(address, async () => {
      await page.goto(address);
      const heading = page.getByRole('heading', { level: 1 });
      const german = await heading.innerText();
      await translatePage(page);
      await choose('en');
      await expect(heading).toHaveText(title);
      await expect.poll(() => findTextsOf(page, 'de')).toEqual([]);
      await choose('de');
      await expect(heading).toHaveText(german);
      await expect.poll(() => findTextsOf(page, 'en')).toEqual([]);
    });
}

test('In a translated portal a client answers a task, writes and changes the language', async ({
  page,
  request,
  demo,
}) => {
  const lost = collectLostTexts(page);
  const provider = new Provider(request, demo);
  const userIds = await provider.findUserIds('nora.brandt');
  const { caseId } = await provider.post<ProviderCase>('cases', {
    header: `Übersetzt ${Date.now()}`,
    userIds,
    isEsyAkte: true,
  });
  const { formId } = await provider.publish(definition);
  await provider.post(`cases/${caseId}/tasks`, { formId });

  const portal = new Portal(page, demo);
  await page.goto('/login');
  await translatePage(page);
  await portal.logIn({ username: `translated-${Date.now()}`, password: 'Fahrrad-im-Regen-7' });
  await expect(
    page.getByRole('alert').filter({ hasText: 'Benutzername oder Passwort ist falsch.' }),
  ).toBeVisible();
  await portal.logIn();
  await portal.expectDashboard();
  await page.goto(`/akten/${caseId}/accounts/${await portal.readAccountId()}?tab=tasks`);
  const row = page.getByRole('link', { name: /Vollmacht/ });
  await expect(row).toBeVisible();
  await translatePage(page);
  await row.click();
  await answerTask(page, page.getByRole('dialog', { name: 'Vollmacht' }));
  await expect(row).toContainText('Beantwortet am');
  await page.getByRole('tab', { name: /^Nachrichten/ }).click();
  await sendMessage(page);
  await changeLanguages(page, {
    '/dashboard': /^Good (?:morning|afternoon|evening), /,
    '/akten': 'Cases',
    '/settings/general': 'General',
  });
  expect(lost).toEqual([]);
});

test('In a translated portal a lawyer changes the language of each page', async ({
  page,
  demo,
}) => {
  const lost = collectLostTexts(page);
  await page.goto('/login');
  await new Portal(page, demo).logIn(demo.users[1]);
  await expect(page.getByRole('heading', { level: 1, name: 'Eingang' })).toBeVisible();
  await changeLanguages(page, {
    '/business': 'Inbox',
    '/board': 'Tasks',
    '/business/cases': 'Cases',
    '/business/clients': 'Clients',
    '/business/forms': 'Forms',
    '/settings/general': 'General',
  });
  expect(lost).toEqual([]);
});

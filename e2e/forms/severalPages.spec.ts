import type { Page } from '@playwright/test';
import { expect, getFormGuid, test } from '../support/test.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';

const letter = {
  name: 'kuendigung.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4 letter'),
};

const findTitle = (page: Page) => page.locator('main h2:visible').last();
const goOn = (page: Page) => page.getByRole('button', { name: 'Weiter', exact: true }).click();

async function addWarning(form: ExternalForm): Promise<void> {
  const { page } = form;
  await test.step('Each formal warning has a row with a file', async () => {
    await page.getByRole('button', { name: 'Abmahnung hinzufügen' }).click();
    const row = page.getByRole('group', { name: 'Abmahnung 1' });
    await row.getByRole('textbox', { name: /Datum der Abmahnung/ }).fill('2.3.2025');
    await row.getByLabel(/Wofür/).fill('Zu spät gekommen');
    await row
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'abmahnung.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4 warning'),
      });
    await expect(form.row('abmahnung.pdf').last()).toContainText('hochgeladen');
  });
}

async function goBackAndReload(form: ExternalForm): Promise<void> {
  const { page } = form;
  await test.step('Back returns to the previous page, a reload stays, and all answers are kept', async () => {
    await page.goBack();
    await expect(findTitle(page)).toHaveText('Ihre Arbeit');
    await expect(page).toHaveTitle(/^Ihre Arbeit – Kündigung prüfen lassen – /);
    await expect(form.field('Arbeitgeber')).toHaveValue('Nordlager GmbH');
    await goOn(page);
    await expect(
      page
        .getByText(/Entwurf gesichert/)
        .locator('visible=true')
        .first(),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Später weitermachen' }).click();
    await expect(page.getByRole('dialog', { name: 'Später weitermachen' })).toContainText(
      'Öffnen Sie später dieselbe Adresse',
    );
    await page.goBack(); // closes the dialog
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(findTitle(page)).toHaveText('Die Kündigung');
    await page.reload();
    await expect(findTitle(page)).toHaveText('Die Kündigung');
    await expect(page.getByRole('group', { name: 'Abmahnung 1' }).getByLabel(/Wofür/)).toHaveValue(
      'Zu spät gekommen',
    );
    await expect(form.row('abmahnung.pdf').last()).toContainText('hochgeladen');
  });
}

async function changeInReview(form: ExternalForm): Promise<void> {
  const { page } = form;
  await test.step('The review page shows all answers and links to their pages', async () => {
    await expect(findTitle(page)).toHaveText('Angaben prüfen');
    await expect(page.getByText('Zu spät gekommen')).toBeVisible();
    await page.getByRole('button', { name: 'Ihre Angaben ändern' }).click();
    await form.field('Vor- und Nachname').fill('Mehmet A. Kaya');
    for (const next of ['Ihre Arbeit', 'Die Kündigung', 'Ihre Unterlagen', 'Angaben prüfen']) {
      await goOn(page);
      await expect(findTitle(page)).toHaveText(next);
    }
    await expect(page.getByText('Mehmet A. Kaya')).toBeVisible();
  });
}

test(
  'An employee submits a form of several pages',
  { tag: '@both' },
  async ({ page, demo }, { project }) => {
    const form = new ExternalForm(page);
    await form.open(getFormGuid(demo, 'Kündigung prüfen lassen'));
    await page.getByRole('button', { name: 'Einverstanden' }).click();

    await test.step('An incomplete page shows its errors and stays', async () => {
      await goOn(page);
      await expect(form.summary()).toBeFocused();
      await expect(form.summary().getByRole('link')).toHaveCount(2);
    });
    await form.field('Vor- und Nachname').fill('Mehmet Kaya');
    await form.field('E-Mail-Adresse').fill(`mehmet.${project.name}.${Date.now()}@example.com`);
    await goOn(page);
    await expect(findTitle(page)).toBeFocused();
    await expect(findTitle(page)).toHaveText('Ihre Arbeit');

    await form.field('Arbeitgeber').fill('Nordlager GmbH');
    await form.field('Beschäftigt seit').fill('17.11.2019');
    await form.choose('Wie viele Menschen', 'Mehr als 10');
    await goOn(page);
    await form.field('Wann haben Sie die Kündigung bekommen\\?').fill('16.11.2025');
    await expect(page.getByText('Volle Jahre im Betrieb')).toBeVisible();
    await expect(page.locator('output')).toHaveText('5');

    await addWarning(form);
    await goBackAndReload(form);
    await goOn(page);
    await page.getByTestId('pick-letter').setInputFiles(letter);
    await expect(form.row('kuendigung.pdf').last()).toContainText('hochgeladen');
    await goOn(page);

    await changeInReview(form);
    await form.acceptTerms();
    await page.getByRole('button', { name: 'Kündigung prüfen lassen' }).click();
    await expect(page).toHaveURL(/\/succeed$/);

    await test.step('Back after the submission shows that the form was sent, not an empty form', async () => {
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(
        'Kündigung prüfen lassen',
      );
      await page.goBack();
      await expect(page).toHaveURL(/\/succeed$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Schon abgeschickt');
    });
  },
);

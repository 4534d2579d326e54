import { expect, guidOf, test } from './test.ts';
import { ExternalForm } from './pages/externalForm.ts';

const letter = {
  name: 'kuendigung.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4 letter'),
};

test('an employee has a dismissal checked page by page', async ({ page, demo }, { project }) => {
  const form = new ExternalForm(page);
  const title = () => page.locator('main h2:visible').last();
  const goOn = () => page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await form.open(guidOf(demo, 'Kündigung prüfen lassen'));
  await page.getByRole('button', { name: 'Einverstanden' }).click();

  await test.step('a page that is not complete says so and stays', async () => {
    await goOn();
    await expect(form.summary()).toBeFocused();
    await expect(form.summary().getByRole('link')).toHaveCount(2);
  });
  await form.field('Vor- und Nachname').fill('Mehmet Kaya');
  await form.field('E-Mail-Adresse').fill(`mehmet.${project.name}.${Date.now()}@example.com`);
  await goOn();
  await expect(title()).toBeFocused();
  await expect(title()).toHaveText('Ihre Arbeit');

  await form.field('Arbeitgeber').fill('Nordlager GmbH');
  await form.field('Beschäftigt seit').fill('17.11.2019');
  await form.choose('Wie viele Menschen', 'Mehr als 10');
  await goOn();
  await form.field('Wann haben Sie die Kündigung bekommen\\?').fill('16.11.2025');
  await expect(page.getByText('Volle Jahre im Betrieb')).toBeVisible();
  await expect(page.locator('output')).toHaveText('5');

  await test.step('each formal warning has a row, with its file', async () => {
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

  await test.step('the browser’s Back leads a page back, a reload stays on the page, and nothing is lost', async () => {
    await page.goBack();
    await expect(title()).toHaveText('Ihre Arbeit');
    await expect(page).toHaveTitle(/^Ihre Arbeit – Kündigung prüfen lassen – /); // each step has its own in the history
    await expect(form.field('Arbeitgeber')).toHaveValue('Nordlager GmbH');
    await goOn();
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
    await page.goBack(); // closes what lies over the page
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(title()).toHaveText('Die Kündigung');
    await page.reload();
    await expect(title()).toHaveText('Die Kündigung');
    await expect(page.getByRole('group', { name: 'Abmahnung 1' }).getByLabel(/Wofür/)).toHaveValue(
      'Zu spät gekommen',
    );
    await expect(form.row('abmahnung.pdf').last()).toContainText('hochgeladen');
  });
  await goOn();
  await page.getByTestId('pick-letter').setInputFiles(letter);
  await expect(form.row('kuendigung.pdf').last()).toContainText('hochgeladen');
  await goOn();

  await test.step('everything is shown once more and can be changed', async () => {
    await expect(title()).toHaveText('Angaben prüfen');
    await expect(page.getByText('Zu spät gekommen')).toBeVisible();
    await page.getByRole('button', { name: 'Ihre Angaben ändern' }).click();
    await form.field('Vor- und Nachname').fill('Mehmet A. Kaya');
    for (const next of ['Ihre Arbeit', 'Die Kündigung', 'Ihre Unterlagen', 'Angaben prüfen']) {
      await goOn();
      await expect(title()).toHaveText(next);
    }
    await expect(page.getByText('Mehmet A. Kaya')).toBeVisible();
  });
  await form.acceptTerms();
  await page.getByRole('button', { name: 'Kündigung prüfen lassen' }).click();
  await expect(page).toHaveURL(/\/succeed$/);

  await test.step('the browser’s Back leads into no empty form after that, but to the word that it was sent', async () => {
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Kündigung prüfen lassen');
    await page.goBack();
    await expect(page).toHaveURL(/\/succeed$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Schon abgeschickt');
  });
});

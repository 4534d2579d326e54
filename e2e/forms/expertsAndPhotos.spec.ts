import sharp from 'sharp';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { makePhonePhoto } from '../support/photo.ts';
import { getAccidentGuid, expect, readSubmissions, test } from '../support/test.ts';

test(
  'A visitor chooses an expert nearby and finds the legal insurer',
  { tag: '@both' },
  async ({ page, request, demo }, { project }) => {
    const form = new ExternalForm(page);
    const email = `gutachten.${project.name}.${Date.now()}@example.com`;
    await form.open(getAccidentGuid(demo));
    await form.fillInAccident();
    await form.field('E-Mail-Adresse').fill(email);

    await test.step('The experts around the postal code of the form are listed', async () => {
      await expect(page.getByLabel('Postleitzahl für die Suche')).toHaveValue('20259');
      await expect(page.getByRole('radio', { name: /Ingenieurbüro Petersen/ })).toBeVisible();
      await page.getByLabel('Postleitzahl für die Suche').fill('80331');
      await expect(page.getByText('Rund um 80331 kennen wir noch niemanden.')).toBeVisible();
      await page.getByLabel('Postleitzahl für die Suche').fill('22303');
      await page.getByRole('radio', { name: /Yıldız/ }).check();
    });

    await test.step('The insurer is found by typing and chosen by keyboard', async () => {
      await form.choose('Haben Sie eine Rechtsschutzversicherung?', 'Ja');
      const insurer = page.getByRole('combobox', { name: 'Versicherung' });
      await insurer.pressSequentially('hanse union');
      await expect(page.getByRole('option')).toHaveText(['Hanseatische Rechtsschutzunion']);
      await insurer.press('ArrowDown');
      await insurer.press('Enter');
      await expect(insurer).toHaveValue('Hanseatische Rechtsschutzunion');
      await page.getByLabel('Nummer der Police').fill('H-204.117');
    });

    await form.acceptTerms();
    await form.submitButton().click();
    await expect(page).toHaveURL(/\/succeed$/);
    const [submission] = await readSubmissions(request, demo, email);
    expect(submission?.answers).toEqual(
      expect.arrayContaining([
        {
          elementId: 'expert',
          type: 'gutachterchoice',
          value: {
            postalCode: '22303',
            choice: 'listed',
            id: 'yildiz',
            name: 'Sachverständigenbüro Yıldız',
          },
        },
        {
          elementId: 'legalInsurance',
          type: 'rechtsschutzformular',
          value: {
            foreignId: 'RS1014',
            name: 'Hanseatische Rechtsschutzunion',
            policyNumber: 'H-204.117',
          },
        },
      ]),
    );
  },
);

test(
  'A phone rotates, scales and strips GPS data from a photo before the upload',
  { tag: '@phone' },
  async ({ page, request, demo }, { project }) => {
    const form = new ExternalForm(page);
    const email = `foto.${project.name}.${Date.now()}@example.com`;
    const photo = await makePhonePhoto();
    await form.open(getAccidentGuid(demo));
    await form.fillInAccident();
    await form.field('E-Mail-Adresse').fill(email);
    await form.addPhoto({ name: 'IMG_0042.JPG', mimeType: 'image/jpeg', buffer: photo });
    await form.addPhoto({
      name: 'kein-bild.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('not a picture at all'),
    });
    await expect(form.row('IMG_0042.JPG')).toContainText('hochgeladen', {
      timeout: scaleTimeout(30_000),
    });
    await expect(form.row('kein-bild.jpg')).toContainText('passt nicht zu ihrer Endung');
    await form
      .row('kein-bild.jpg')
      .getByRole('button', { name: 'Meldung zu kein-bild.jpg schließen' })
      .click();
    await form.acceptTerms();
    await form.submitButton().click();
    await expect(page).toHaveURL(/\/succeed$/);

    const [submission] = await readSubmissions(request, demo, email);
    const readBytes = async (name: string) => {
      const file = submission?.files.find(({ fileName }) => fileName === name);
      return (
        await request.get(
          `/provider/v1/submissions/${submission?.submissionId}/files/${file?.fileuploadId}`,
          { headers: { 'X-Api-Key': demo.providerApiKey } },
        )
      ).body();
    };
    const {
      width,
      height,
      orientation = 1,
      exif,
    } = await sharp(await readBytes('IMG_0042.JPG')).metadata();
    expect({ width, height, orientation, exif }).toEqual({
      width: 1920,
      height: 2560,
      orientation: 1,
      exif: undefined,
    });
    expect((await readBytes('IMG_0042.JPG')).length).toBeLessThan(photo.length);
    expect(submission?.files.map(({ fileName }) => fileName)).toEqual(['IMG_0042.JPG']);
  },
);

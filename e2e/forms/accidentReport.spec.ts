import { createHash } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { clickAgain } from '../support/clickAgain.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { makePhoto } from '../support/photo.ts';
import { getAccidentGuid, expect, readSubmissions, test, type DemoWorld } from '../support/test.ts';

const threeMegabytes = 3 * 1024 * 1024;

/** Submits the empty form: every error is listed with a link to its field. */
async function expectErrorsOfEmptyForm(form: ExternalForm): Promise<void> {
  await test.step('Submitting an empty form lists every error with a link to its field', async () => {
    await form.submitButton().click();
    await expect(form.summary()).toBeFocused();
    await expect(form.summary().getByRole('link')).toHaveCount(12);
    await form
      .summary()
      .getByRole('link', { name: /^„?Postleitzahl/ })
      .click();
    await expect(form.field('Postleitzahl')).toBeFocused();
    await expect(form.field('Postleitzahl')).toHaveAttribute('aria-invalid', 'true');
  });
}

async function addLargePhoto(form: ExternalForm, photo: Buffer): Promise<void> {
  await test.step('A photo of 3 MB is uploaded', async () => {
    await form.addPhoto({ name: 'stoßstange hinten.jpg', mimeType: 'image/jpeg', buffer: photo });
    await expect(form.row('stoßstange hinten.jpg')).toContainText('hochgeladen', {
      timeout: scaleTimeout(30_000),
    });
    await expect(form.row('stoßstange hinten.jpg').locator('img')).toBeVisible();
  });
}

async function previewPhoto({ page }: ExternalForm): Promise<void> {
  await test.step('The photo has a preview before it is submitted', async () => {
    await page.getByRole('button', { name: 'stoßstange hinten.jpg ansehen' }).click();
    const picture = page
      .getByRole('dialog', { name: 'stoßstange hinten.jpg' })
      .getByRole('img', { name: 'stoßstange hinten.jpg' });
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'stoßstange hinten.jpg ansehen' })).toBeFocused();
  });
}

async function changeLanguage(form: ExternalForm): Promise<void> {
  const { page } = form;
  await test.step('Changing the language keeps answers and focus', async () => {
    await form.place().focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' (Ecke)');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report a road accident');
    await expect(page.getByRole('button', { name: 'English' })).toBeFocused();
    await expect(form.field('Estimated damage')).toHaveValue('6,482.17');
    await expect(form.field('Day of the accident')).toHaveValue('01/02/2026');
    await page.getByRole('button', { name: 'Deutsch' }).click();
  });
}

async function expectConsentsInProgress(form: ExternalForm): Promise<void> {
  const { page } = form;
  await test.step('Required consents count in the progress bar', async () => {
    const progress = page.getByRole('progressbar', { name: 'Fortschritt' });
    const missing = () =>
      progress.evaluate(
        (bar) =>
          Number(bar.getAttribute('aria-valuemax')) - Number(bar.getAttribute('aria-valuenow')),
      );
    expect(await missing()).toBe(2);
    await form.acceptTerms();
    expect(await missing()).toBe(0);
  });
}

async function submitOnce(form: ExternalForm): Promise<void> {
  const { page } = form;
  await test.step('A double click submits once', async () => {
    await form.submitButton().dblclick();
    await expect(page).toHaveURL(/\/succeed$/);
    await expect(page.getByText('Danke, Ihre Unfallmeldung ist bei uns.')).toBeVisible();
    await expect(page.getByText('Vorgangsnummer')).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Verkehrsunfall melden' }).getByText('Wieland'),
    ).toBeVisible();
    const away = page.getByRole('link', { name: 'Weiter zu aydin-kollegen.example' });
    await clickAgain(away);
    await expect(page).toHaveURL(/\/succeed$/);
    await page.reload();
    await expect(away).toHaveAttribute('href', 'https://aydin-kollegen.example/danke');
    await expect(page.getByRole('button', { name: 'Hier bleiben' })).toHaveCount(0);
    await expect(
      page.getByRole('region', { name: 'Verkehrsunfall melden' }).getByText('Wieland'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Fertig, Kopie hier löschen' }).click();
    await expect(
      page.locator('p', { hasText: 'Die Kopie Ihrer Angaben ist von diesem Gerät' }),
    ).toBeFocused();
  });
}

async function expectSubmission(
  request: APIRequestContext,
  demo: DemoWorld,
  email: string,
  photo: Buffer,
): Promise<void> {
  const [submission, ...more] = await readSubmissions(request, demo, email);
  expect(more).toEqual([]);
  const answers = Object.fromEntries(
    submission?.answers.map(({ elementId, value }) => [elementId, value]) ?? [],
  );
  expect(answers).toEqual({
    firstName: 'Jonas',
    lastName: 'Wieland',
    phone: '+4917604069123',
    email,
    postalCode: '20259',
    day: '2026-02-01',
    place: { address: 'Lindenweg 14, Hamburg (Ecke)' },
    what: 'Ein Lieferwagen nahm mir die Vorfahrt.\nIch bremste.',
    injured: 'yes',
    who: 'Ich, am Handgelenk.',
    sum: 6482.17,
    hasInsurance: 'no',
    truth: true,
    photos: [
      {
        entityId: expect.any(String),
        name: 'stoßstange hinten.jpg',
        extension: 'jpg',
        size: photo.length,
      },
    ],
  });
  expect(submission).toMatchObject({
    agbAccepted: true,
    datenschutzAccepted: true,
    language: 'de',
    suspicions: [],
  });
  const [file] = submission?.files ?? [];
  const bytes = await (
    await request.get(
      `/provider/v1/submissions/${submission?.submissionId}/files/${file?.fileuploadId}`,
      { headers: { 'X-Api-Key': demo.providerApiKey } },
    )
  ).body();
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    createHash('sha256').update(photo).digest('hex'),
  );
  expect(file?.sha256).toBe(createHash('sha256').update(photo).digest('hex'));
}

test(
  'A visitor reports an accident with a photo, and the provider reads the same data',
  { tag: '@both' },
  async ({ page, request, demo }, { project }) => {
    const form = new ExternalForm(page);
    const email = `jonas.${project.name}.${Date.now()}@example.com`;
    await form.open(getAccidentGuid(demo));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verkehrsunfall melden');
    await page.getByRole('button', { name: 'Einverstanden' }).click();

    await expectErrorsOfEmptyForm(form);

    await form.fillInAccident();
    await form.field('E-Mail-Adresse').fill(email);

    const photo = await makePhoto(threeMegabytes);
    await addLargePhoto(form, photo);

    await test.step('A reload while filling in keeps answers and files', async () => {
      await form.expectDraftStored();
      await page.reload();
      const notice = 'Ihre Angaben vom letzten Mal sind wieder da.';
      await expect(page.getByRole('main').getByText(notice)).toBeVisible();
      // the notice is above the restored scroll position
      await expect(page.getByRole('listitem').filter({ hasText: notice })).toBeVisible();
      await form.expectDraftStored();
      await expect(form.field('Geschätzter Schaden')).toHaveValue('6.482,17');
      await expect(form.row('stoßstange hinten.jpg')).toContainText('hochgeladen');
    });

    await previewPhoto(form);
    await changeLanguage(form);

    await expectConsentsInProgress(form);
    await submitOnce(form);

    await test.step('The provider reads the answers and the bytes of the photo', () =>
      expectSubmission(request, demo, email, photo));

    await test.step('The draft is deleted after the submission', async () => {
      await form.open(getAccidentGuid(demo));
      await expect(form.field('Vorname')).toHaveValue('');
    });
  },
);

test('A link prefills names, the address drops them, and a cleared field stays empty', async ({
  page,
  demo,
}) => {
  const form = new ExternalForm(page);
  await form.open(getAccidentGuid(demo), '?m_vorname=Jonas&m_name=Wieland&ref=mail');
  await expect(form.field('Vorname')).toHaveValue('Jonas');
  await expect(page).toHaveURL(/\?ref=mail$/);
  await form.field('Vorname').fill('');
  await expect(
    page
      .getByText(/Entwurf gesichert/)
      .locator('visible=true')
      .first(),
  ).toBeVisible();
  await form.open(getAccidentGuid(demo), '?m_vorname=Anders&m_name=Wieland');
  await expect(form.field('Nachname')).toHaveValue('Wieland');
  await expect(form.field('Vorname')).toHaveValue('');
});

test('A link that a mail program has changed opens the form with what it prefills', async ({
  page,
  demo,
}) => {
  const form = new ExternalForm(page);
  await form.open(
    `${getAccidentGuid(demo)}).`,
    '?M_VORNAME=J%F6rg&amp;m_name=Wieland&amp;ref=mail',
  );
  await expect(form.field('Vorname')).toHaveValue('Jörg');
  await expect(form.field('Nachname')).toHaveValue('Wieland');
  await expect(page).toHaveURL(new RegExp(`/externalform/${getAccidentGuid(demo)}\\?ref=mail$`));
});

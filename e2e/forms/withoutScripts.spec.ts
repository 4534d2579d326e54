import type { Page } from '@playwright/test';
import { expectNoBarrier } from '../support/barriers.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import {
  expect,
  getAccidentGuid,
  getFormGuid,
  readSubmissions,
  test,
  type DemoWorld,
} from '../support/test.ts';
import { blockScripts, holdScripts, openAtOnce } from '../support/withoutScripts.ts';

const photo = {
  name: 'unfallskizze.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4 sketch'),
};

const open = (page: Page, guid: string) => openAtOnce(page, `/externalform/${guid}`);

/** Fills in all but the name and the elements that a condition hides. */
async function fillInWithMistake(form: ExternalForm, email: string): Promise<void> {
  await form.field('Nachname').fill('Wieland');
  await form.field('Telefonnummer').fill('0176 04069 123');
  await form.field('E-Mail-Adresse').fill(email);
  await form.field('Postleitzahl').fill('20259');
  await form.field('Unfalltag').fill('1.2.2026');
  await form.place().fill('Lindenweg 14, Hamburg');
  await form
    .field('Was ist passiert\\?')
    .fill('Ein Lieferwagen nahm mir die Vorfahrt.\nIch bremste.');
  await form.choose('Wurde jemand verletzt?', 'Ja');
  await form.field('Geschätzter Schaden').fill('6.482,17');
  await form.addPhoto(photo);
  await form.page.getByLabel('Ich habe alles nach bestem Wissen beantwortet').check();
  await form.acceptTerms();
}

/** Reports the accident with a mistake, corrects it and sends the form. */
async function reportAccident(page: Page, demo: DemoWorld, email: string): Promise<void> {
  const form = new ExternalForm(page);
  await open(page, getAccidentGuid(demo));
  await fillInWithMistake(form, email);
  await form.submitButton().click();

  await test.step('Errors are in the summary and at the field; answers and files are kept', async () => {
    await expect(form.summary()).toBeFocused();
    await expect(form.summary().getByRole('link')).toHaveText([/Vorname/]);
    await expect(page.getByText('weitere Fragen dazugekommen')).toBeVisible();
    await expect(form.field('Vorname')).toHaveAttribute('aria-invalid', 'true');
    await expect(form.field('Geschätzter Schaden')).toHaveValue('6.482,17');
    await expect(form.field('Was ist passiert\\?')).toHaveValue(/Vorfahrt\.\nIch bremste/);
    await expect(form.row(photo.name)).toContainText('hochgeladen');
    await expect(form.row(photo.name).getByText(photo.name, { exact: true })).toBeVisible();
    await form.summary().getByRole('link').first().click();
    await expect(form.field('Vorname')).toBeFocused();
  });
  await form.field('Vorname').fill('Jonas');
  await form.field('Wer wurde verletzt, und wie\\?').fill('Ich, am Handgelenk.');
  await form.submitButton().click();

  await test.step('The thank-you page has the receipt, and the provider all answers', async () => {
    await expect(page.getByText('Danke, Ihre Unfallmeldung ist bei uns.')).toBeVisible();
    await expect(page.getByText(/^[0-9A-Z]{3}[ -]?[0-9A-Z]{3}[ -]?[0-9A-Z]{3}$/)).toBeVisible();
    const [sent] = await readSubmissions(page.request, demo, email);
    const values = Object.fromEntries(
      (sent?.answers ?? []).map(({ elementId, value }) => [elementId, value]),
    );
    expect(values).toMatchObject({
      firstName: 'Jonas',
      day: '2026-02-01',
      sum: 6482.17,
      who: 'Ich, am Handgelenk.',
      place: { address: 'Lindenweg 14, Hamburg' },
      photos: [{ name: photo.name }],
      truth: true,
    });
    expect(sent?.suspicions).toEqual([]);
  });
}

test.describe('With JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'An accident is reported with a file and a corrected mistake, and the receipt is in both languages',
    { tag: '@both' },
    async ({ page, demo }) => {
      await reportAccident(page, demo, `ohne.skripte.${test.info().project.name}@example.com`);
      await page.getByRole('link', { name: 'English' }).click();
      await expect(page.getByText('Thank you, we have received your report.')).toBeVisible();
    },
  );

  test('The texts to accept open in a new tab, in the language of the form', async ({
    page,
    demo,
  }) => {
    await page.goto(`/externalform/${getAccidentGuid(demo)}?language=en`);
    const consents = page.locator('form');
    for (const [link, title] of [
      ['terms of use', 'Terms of use'],
      ['privacy notice', 'Privacy'],
    ] as const) {
      const opened = page.waitForEvent('popup');
      await consents.getByRole('link', { name: link, exact: true }).click();
      const text = await opened;
      await expect(text.getByRole('heading', { level: 1 })).toContainText(title);
      await expect(text.getByRole('heading', { level: 2 }).first()).toBeVisible();
      await text.close();
    }
    await expect(consents.getByLabel('terms of use')).not.toBeChecked();
  });

  test('The form says what needs scripts, and nothing says that it does', async ({
    page,
    demo,
  }) => {
    await open(page, getAccidentGuid(demo));
    await expect(page.getByText('Position und Karte brauchen JavaScript.')).toBeVisible();
    const needed = 'Dafür braucht diese Seite JavaScript.';
    await expect(page.getByRole('main').getByText(needed)).toBeVisible();
    await expect(page.getByRole('complementary').getByText(needed)).toBeVisible();
    await expect(page.locator('noscript p')).toBeHidden(); // which getByText ignores
    await expect(page.locator('input[type=file]:visible')).not.toHaveCount(0);
    await expect(page.getByText('Dateien hierher ziehen').filter({ visible: true })).toHaveCount(0);
  });

  test('Leaflets are named, no banner covers the page, and a posted page changes its language', async ({
    page,
    demo,
  }) => {
    const form = new ExternalForm(page);
    await open(page, getAccidentGuid(demo));
    await expect(
      page
        .getByRole('complementary')
        .getByText(/\.pdf$/)
        .first(),
    ).toBeVisible();
    await expect(page.getByText('Wir speichern auf Ihrem Gerät nur')).toBeHidden();
    await form.field('Vorname').fill('Jonas');
    const posts: string[] = [];
    page.on('request', (request) => posts.push(...(request.method() === 'POST' ? ['post'] : [])));
    await form.field('Vorname').press('Enter');
    await expect(form.field('Vorname')).toBeFocused();
    expect(posts, 'Enter in a field of several sends nothing').toEqual([]);
    await form.submitButton().click();
    await expect(form.summary()).toBeFocused();
    expect(posts).toEqual(['post']);
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByLabel('First name')).toHaveValue('Jonas');
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(form.field('Vorname')).toHaveValue('Jonas');
  });

  test('A form of several pages is sent one page after the other', async ({ page, demo }) => {
    const form = new ExternalForm(page);
    await open(page, getFormGuid(demo, 'Kündigung prüfen lassen'));
    const goOn = () => page.getByRole('button', { name: 'Weiter', exact: true }).click();
    const first = await page.locator('main h2').last().textContent();
    await goOn();
    await expect(form.summary()).toBeFocused();
    await expect(page.locator('main h2').last()).toHaveText(first ?? '');
  });
});

test('An accident is reported when the page starts and a script of the form fails', async ({
  page,
  context,
  demo,
}) => {
  await context.route(/\/assets\/form-.*\.js$/, (route) => route.abort());
  await open(page, getAccidentGuid(demo));
  await expect(
    page.getByRole('region', { name: 'Was auf Ihrem Gerät gespeichert wird' }),
  ).toBeHidden();
  await reportAccident(page, demo, `skripte.fehlen.${test.info().project.name}@example.com`);
});

test('A page without scripts has no accessibility barrier: empty, with errors, a text to accept', async ({
  page,
  context,
  demo,
}) => {
  await blockScripts(context);
  const form = new ExternalForm(page);
  await open(page, getAccidentGuid(demo));
  await expect(page.getByText('Position und Karte brauchen JavaScript.')).toBeVisible();
  await expectNoBarrier(page);
  await form.submitButton().click();
  await expect(form.summary()).toBeFocused();
  await expectNoBarrier(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Datenschutzhinweise', exact: true }).click();
  const text = await opened;
  await expect(text.getByRole('heading', { level: 1 })).toContainText('Datenschutz');
  await expectNoBarrier(text);
});

test('A form that is sent before its scripts arrive is shown again with its answers, and can be sent', async ({
  page,
  demo,
}) => {
  const release = await holdScripts(page);
  const email = `vor.den.skripten.${test.info().project.name}@example.com`;
  const form = new ExternalForm(page);
  await open(page, getAccidentGuid(demo));
  await fillInWithMistake(form, email);
  await form.submitButton().click();
  await expect(form.summary()).toBeFocused();
  await form.field('Vorname').fill('Jonas');
  release();
  await page.waitForFunction(() => document.querySelector('form[data-live]') !== null);
  await expect(form.field('Vorname')).toHaveValue('Jonas');
  await expect(form.field('Nachname')).toHaveValue('Wieland');
  await expect(form.row(photo.name)).toContainText('hochgeladen');
  await form.field('Wer wurde verletzt, und wie\\?').fill('Ich, am Handgelenk.');
  await form.submitButton().click();
  await expect(page.getByText('Danke, Ihre Unfallmeldung ist bei uns.')).toBeVisible();
  expect(await readSubmissions(page.request, demo, email)).toHaveLength(1);
});

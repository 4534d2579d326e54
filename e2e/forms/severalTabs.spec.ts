import { ExternalForm } from '../support/pages/externalForm.ts';
import { expect, getAccidentGuid, test } from '../support/test.ts';

test('Two tabs share a draft, and the second learns of the submission', async ({
  page,
  context,
  demo,
}) => {
  const first = new ExternalForm(page);
  await first.open(getAccidentGuid(demo));
  await first.field('Vorname').fill('Jonas');
  await first.expectDraftStored();
  const second = new ExternalForm(await context.newPage());
  await second.open(getAccidentGuid(demo));
  await expect(second.field('Vorname')).toHaveValue('Jonas');
  await second.field('Nachname').fill('Wieland');
  await expect(first.field('Nachname')).toHaveValue('Wieland');
  await first.fillInAccident();
  await first.acceptTerms();
  await first.submitButton().click();
  await expect(page).toHaveURL(/\/succeed$/);
  await expect(second.page.getByText(/in einem anderen Tab abgeschickt/)).toBeVisible();
  await second.page.getByRole('button', { name: 'Neu beginnen' }).click();
  await second.page.getByRole('button', { name: 'Angaben verwerfen' }).click();
  await expect(second.field('Vorname')).toHaveValue('');
});

test('Two tabs opened before the first input keep the answers of both', async ({
  page,
  context,
  demo,
}) => {
  const first = new ExternalForm(page);
  const second = new ExternalForm(await context.newPage());
  await first.open(getAccidentGuid(demo));
  await second.open(getAccidentGuid(demo));
  await first.field('Vorname').fill('Jonas');
  await expect(second.field('Vorname')).toHaveValue('Jonas');
  await second.field('Nachname').fill('Wieland');
  await expect(first.field('Nachname')).toHaveValue('Wieland');
  await second.page.close();
  await page.reload();
  await expect(first.field('Vorname')).toHaveValue('Jonas');
  await expect(first.field('Nachname')).toHaveValue('Wieland');
});

test('A tab of a submitted form leaves the next draft unchanged', async ({
  page,
  context,
  demo,
}) => {
  const first = new ExternalForm(page);
  await first.open(getAccidentGuid(demo));
  await first.fillInAccident();
  await first.expectDraftStored();
  const late = new ExternalForm(await context.newPage());
  await late.open(getAccidentGuid(demo));
  await expect(late.field('Vorname')).toHaveValue('Jonas');
  await first.acceptTerms();
  await first.submitButton().click();
  await page.getByRole('link', { name: 'Das Formular noch einmal ausfüllen' }).click();
  await first.field('Vorname').fill('Mia');
  await expect(
    page
      .getByText(/Entwurf gesichert/)
      .locator('visible=true')
      .first(),
  ).toBeVisible();
  await late.field('Nachname').fill('Zu spät');
  await late.page.close({ runBeforeUnload: true });
  await page.reload();
  await expect(first.field('Vorname')).toHaveValue('Mia');
  await expect(first.field('Nachname')).toHaveValue('');
});

test('Back restores the scroll position of a form', async ({ page, demo }) => {
  const form = new ExternalForm(page);
  await form.open(getAccidentGuid(demo));
  await form.place().scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(200);
  await page.goto('/');
  await page.goBack();
  await expect
    .poll(() => page.evaluate(() => Math.abs(scrollY)).catch(() => 0))
    .toBeGreaterThan(before - 5);
});

import { expect, test } from '../support/test.ts';

test('The API description works in the browser under the content security policy', async ({
  page,
}) => {
  test.slow();
  await page.goto('/api/docs');
  // it renders all calls at once
  await page.getByRole('link', { name: 'assistants' }).click({ timeout: 90_000 });
  await expect(page.getByText('Sends the answers.', { exact: false })).toBeVisible();
});

test('The demo page links to the forms', async ({ page }) => {
  await page.goto('/dev');
  await page.getByRole('link', { name: 'Verkehrsunfall melden' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verkehrsunfall melden');
});

import { expect, test } from './test.ts';

test('the API description can be read in the browser, under the same strict policy', async ({
  page,
}) => {
  test.slow();
  await page.goto('/api/docs');
  await page.getByRole('link', { name: 'assistants' }).click({ timeout: 90_000 }); // all calls are drawn at once
  await expect(page.getByText('Sends the answers.', { exact: false })).toBeVisible();
});

test('the demo page leads to every form', async ({ page }) => {
  await page.goto('/dev');
  await page.getByRole('link', { name: 'Verkehrsunfall melden' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verkehrsunfall melden');
});

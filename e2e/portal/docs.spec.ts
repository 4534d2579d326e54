import { expectNoBarrier, expectNoSidewaysScroll } from '../support/barriers.ts';
import { expect, test } from '../support/test.ts';

test('The descriptions of both APIs lead to each call and have no accessibility barrier', async ({
  page,
}) => {
  await page.goto('/api/docs');
  await page.getByText('forms', { exact: true }).first().click();
  await page.getByRole('link', { name: 'publishForm' }).click();
  await expect(page.getByText('Publishes the draft as the next revision').first()).toBeInViewport();
  await expectNoBarrier(page, 'section section:nth-of-type(n+3)'); // all calls are rendered alike
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Portal API' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Formakte portal API');
});

test('The demo page links to the forms and has no accessibility barrier', async ({ page }) => {
  await page.goto('/dev');
  await expectNoBarrier(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Verkehrsunfall melden' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verkehrsunfall melden');
});

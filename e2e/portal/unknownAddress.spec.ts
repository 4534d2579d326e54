import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

const refused = ['/x%/y', '/page/%FC/y', '/akten/%FCber/accounts/x', '/%E0%A4%A', '/%5Cevil'];
const addresses = ['/no/such/page', '/legal/nope', '/legal/imprint/nobody'];
for (const address of [...addresses, ...refused])
  test(`The unknown address ${address} shows the 404 page`, async ({ page }) => {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    await expect(page.locator('#server-render')).toHaveCount(0);
    await expect(title(page)).toHaveText('Diese Seite gibt es nicht');
    await page.getByRole('link', { name: 'Zum Start' }).click();
    await expect(title(page)).toHaveText('Willkommen im Mandantenportal');
  });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('The 404 page can be read in both languages without scripts', async ({ page }) => {
    await page.goto('/page/%FC/y');
    await expect(title(page)).toHaveText('Diese Seite gibt es nicht');
    await expect(page.locator('noscript p')).toBeHidden();
    await page.getByRole('link', { name: 'English' }).click();
    await expect(title(page)).toHaveText('This page does not exist');
    await expect(page.getByRole('link', { name: 'Back to the start' })).toHaveAttribute(
      'href',
      '/?language=en',
    );
  });
});

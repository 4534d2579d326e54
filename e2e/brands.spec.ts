import { expectNoBarrier } from './barriers.ts';
import { Portal } from './pages/portal.ts';
import { expect, test } from './test.ts';

test('a client of one customer alone sees its portal: its name, its words, its ways, two tabs', { tag: '@desk' }, async ({ page, demo }) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn(demo.users.find(({ username }) => username === 'jonas.wieland'));
  await expect(page).toHaveURL(/\/akten$/); // this customer does without the dashboard
  const navigation = page.getByRole('navigation', { name: 'Hauptmenü' });
  await expect(navigation.getByRole('link', { name: /^Mandate/ })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Übersicht' })).toHaveCount(0);
  await page.getByRole('link', { name: /Wieland \.\/\. Alster/ }).click();
  await expect(page.getByRole('tab')).toHaveText([/^Aufgaben/, /^Nachrichten/]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--font-serif'))).toContain('Source Serif 4');
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^\/assets\/logo-.+\.svg$/);
  await expectNoBarrier(page);

  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('link', { name: /^Matters/ })).toBeVisible();

  await page.goto('/');
  await expect(page).toHaveURL(/\/proudly-presents\/behrens-lindqvist$/);
  await expect(page).toHaveTitle('Behrens & Lindqvist');
  await expect(page.getByRole('link', { name: 'To the portal' })).toBeVisible();
  await expectNoBarrier(page);
});

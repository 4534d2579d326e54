import { expectNoBarrier } from '../support/barriers.ts';
import { Portal } from '../support/pages/portal.ts';
import { expect, test } from '../support/test.ts';

test(
  'A client of one customer sees its brand: name, texts, redirects and two tabs',
  { tag: '@desk' },
  async ({ page, demo }) => {
    const portal = new Portal(page, demo);
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/v2.0/accounts', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login');
    await portal.logIn(demo.users.find(({ username }) => username === 'jonas.wieland'));
    await expect(page).toHaveURL(/\/akten$/); // this customer has disabled the dashboard
    const navigation = page.getByRole('navigation', { name: 'Hauptmenü' });
    // The login response names the brand; the accounts are not loaded yet.
    await expect(navigation.getByRole('link', { name: /^Mandate/ })).toBeVisible();
    release();
    await expect(navigation.getByRole('link', { name: 'Übersicht' })).toHaveCount(0);
    await page.getByRole('link', { name: /Wieland \.\/\. Alster/ }).click();
    await expect(page.getByRole('tab')).toHaveText([/^Aufgaben/, /^Nachrichten/]);
    expect(
      await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--font-serif'),
      ),
    ).toContain('Source Serif 4');
    await expect(page.locator('link[rel=icon]')).toHaveAttribute(
      'href',
      /^\/assets\/logo-.+\.svg$/,
    );
    await expectNoBarrier(page);

    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('link', { name: /^Matters/ })).toBeVisible();

    await page.goto('/');
    await expect(page).toHaveURL(/\/proudly-presents\/behrens-lindqvist$/);
    await expect(page).toHaveTitle('Behrens & Lindqvist');
    await expect(page.getByRole('link', { name: 'To the portal' })).toBeVisible();
    await expectNoBarrier(page);
  },
);

test(
  'A customer’s brand shows on its host, and on its legal texts on any host',
  { tag: '@desk' },
  async ({ page, baseURL }) => {
    const ofCustomer = /^\/assets\/logo-.+\.svg$/;
    const icon = page.locator('link[rel=icon]');
    const { port } = new URL(baseURL ?? '');
    await page.goto(`http://lichtblick.localhost:${port}/login`);
    await expect(icon).toHaveAttribute('href', ofCustomer);
    await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
    await page.goto(`http://lichtblick.localhost:${port}/legal/privacy`);
    await expect(icon).toHaveAttribute('href', ofCustomer);
    await page.goto(`http://lichtblick.localhost:${port}/page/aydin-kollegen`); // another firm
    await expect(page.getByRole('button', { name: 'Mandatsbedingungen' })).toBeVisible();
    await expect(icon).not.toHaveAttribute('href', ofCustomer);

    await page.goto('/legal/imprint');
    await expect(page.getByRole('heading', { level: 1, name: 'Impressum' })).toBeVisible();
    await expect(icon).toHaveAttribute('href', '/favicon.svg');
    await page.goto('/page/lichtblick');
    const address = await page.getByRole('link', { name: 'Impressum' }).getAttribute('href');
    expect(address).toMatch(/^\/legal\/imprint\/.+/);
    await page.goto(address ?? '');
    await expect(page.getByRole('heading', { level: 1, name: 'Impressum' })).toBeVisible();
    await expect(icon).toHaveAttribute('href', ofCustomer);
  },
);

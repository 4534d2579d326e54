import { expectNoBarrier } from '../support/barriers.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { logIn, title } from '../support/pages/pageWithoutScripts.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, test } from '../support/test.ts';
import { openAtOnce } from '../support/withoutScripts.ts';

test('A client of one customer sees its brand: name, texts, redirects and two tabs', async ({
  page,
  demo,
}) => {
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
  ).toContain('Letterhead Serif');
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

test('A customer’s brand shows on its host, and on its legal texts on any host', async ({
  page,
  baseURL,
}) => {
  const ofCustomer = /^\/assets\/logo-.+\.svg$/;
  const icon = page.locator('link[rel=icon]');
  const { port } = new URL(baseURL ?? '');
  await page.goto(`http://lichtblick.localhost:${port}/login`);
  await expect(icon).toHaveAttribute('href', ofCustomer);
  await expect(page.getByRole('button', { name: 'Anmelden' })).toBeVisible();
  await page.goto(`http://lichtblick.localhost:${port}/legal/privacy`);
  await expect(icon).toHaveAttribute('href', ofCustomer);
  await page.goto(`http://lichtblick.localhost:${port}/page/aydin-kollegen`); // another firm
  await expect(page.getByRole('button', { name: 'Nutzungsbedingungen' })).toBeVisible();
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
});

test.describe('With JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('A client logs in on the host of a brand, whose name and logo are on the page', async ({
    page,
    baseURL,
    demo,
  }) => {
    const { port } = new URL(baseURL ?? '');
    await openAtOnce(page, `http://lichtblick.localhost:${port}/login`);
    await expect(title(page)).toHaveText('Anmelden');
    const header = page.getByRole('banner');
    await expect(header.getByText('Lichtblick Coaching')).toBeVisible();
    const logo = await header.locator('img').getAttribute('src');
    expect((await page.request.get(String(logo))).ok()).toBe(true);
    const { username = '', password = '' } =
      demo.users.find((user) => user.username === 'mara.petersen') ?? {};
    await logIn(page, { username, password });
    await expect(page).toHaveURL(/lichtblick\.localhost:\d+\/logged-in$/);
    await expect(header.getByText('Lichtblick Coaching')).toBeVisible();
  });
});

test('In the dark, fields on a tinted sheet have the hue of the sheet', async ({
  page,
  request,
  demo,
}) => {
  const { processGuid } = await new Provider(request, demo).publish({
    title: 'Getönt',
    theme: { primaryColor: '#14505c', formElementBackground: '#7d1f3f' },
    formElements: [{ id: 'name', type: 'input', label: 'Ihr Zeichen' }],
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  const form = new ExternalForm(page);
  await form.open(processGuid);
  const hues = await form.field('Ihr Zeichen').evaluate((field) => {
    const tinted: number[] = [];
    for (let each: Element | null = field; each; each = each.parentElement) {
      const [, lightness, chroma, hue] =
        /^oklch\((\S+) (\S+) (\S+)\)$/.exec(getComputedStyle(each).backgroundColor) ?? [];
      if (Number(lightness) > 0 && Number(chroma) > 0) tinted.push(Number(hue));
    }
    return tinted.slice(0, 2);
  });
  expect(hues).toHaveLength(2); // the field and its sheet
  expect(Math.abs((hues[0] ?? 0) - (hues[1] ?? 90))).toBeLessThan(1);
});

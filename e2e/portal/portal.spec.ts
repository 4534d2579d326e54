import { expectNoBarrier, expectNoSidewaysScroll } from '../support/barriers.ts';
import { loginLimits } from '#server/access/limits.ts';
import { test as onOwnServer } from '../support/ownClient.ts';
import { Portal } from '../support/pages/portal.ts';
import { expect, test, type DemoWorld } from '../support/test.ts';

test(
  'A client logs in, sees their providers and logs out',
  { tag: '@both' },
  async ({ page, demo }) => {
    const portal = new Portal(page, demo);
    await page.goto('/');
    await page.getByRole('link', { name: 'Anmelden' }).click();
    await portal.logIn();
    await portal.expectDashboard();
    await expect(page).toHaveURL('/dashboard');
    await expect(
      page.getByRole('region', { name: 'Was auf Ihrem Gerät gespeichert wird' }),
    ).toHaveCount(0); // acknowledged by the login
    expect(
      Math.abs(
        Date.now() -
          Date.parse(
            await page.evaluate(() => localStorage.getItem('formakte.consentAcceptedAt') ?? ''),
          ),
      ),
    ).toBeLessThan(60_000);
    const providers = page.getByRole('region', { name: /^Ihre Kanzlei/ });
    await expect(
      providers.getByRole('listitem').filter({ hasText: 'Aydın & Kollegen' }),
    ).toBeVisible();
    await expect(
      providers
        .getByRole('listitem')
        .filter({ hasText: 'Falkenried Rechtsanwälte' })
        .getByText('Zugang aktivieren'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Details zu Aydın & Kollegen' }).click();
    await page.reload();
    await portal.expectDashboard();
    await expect(page.getByRole('complementary', { name: 'Ihre Kanzlei' })).toContainText(
      'Führerschein',
    );
    await page.keyboard.press('Escape');

    const logout = page.waitForResponse('**/api/v2.0/authenticate/logout');
    await portal.logOut();
    await expect(page).toHaveURL('/login');
    expect((await logout).ok()).toBe(true);
    await expect.poll(portal.listStoredKeys).toEqual([]);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
  },
);

test('A failed login shows the reason and keeps the username', async ({ page, demo }, {
  project,
}) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('link', { name: /^Benutzername:/ })).toBeVisible();
  const username = `wrong-${project.name}-${Date.now()}`;
  await portal.logIn({ username, password: 'Fahrrad-im-Regen-7' });
  await expect(
    page.getByRole('alert').filter({ hasText: 'Benutzername oder Passwort ist falsch.' }),
  ).toBeVisible();
  await expect(portal.username()).toHaveValue(username);
  await expect(portal.password()).toHaveValue('');
  expect(await portal.listStoredKeys()).toEqual([]);
});

onOwnServer(
  'Five wrong passwords lock the login, with a countdown that survives a reload',
  async ({ page, server, client }) => {
    const portal = new Portal(page, { users: [client] } as DemoWorld);
    const locked = page.getByText('Ihr Zugang ist kurz gesperrt.');
    const button = page.getByRole('button', { name: 'Anmelden' });
    await page.clock.install();
    await page.goto(`${server.url}/login`);
    for (let attempt = 1; attempt <= loginLimits.wrongAttempts; attempt += 1) {
      const answered = page.waitForResponse('**/api/authenticate/login');
      await portal.logIn({ ...client, password: `Falsch-${attempt}-x` });
      expect((await answered).status()).toBe(401);
      await expect(portal.password()).toHaveValue('');
    }
    await expect(locked).toBeVisible();
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    const left = page.getByText(/Neuer Versuch in [01]:\d\d Minuten/);
    const before = await left.textContent();
    await expect(left).not.toHaveText(before ?? '');
    await page.reload();
    await expect(locked).toBeVisible();
    await expect(left).toBeVisible();
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await page.clock.fastForward(61_000);
    await expect(page.getByText('Sie können sich wieder anmelden.')).toBeVisible();
    await expect(button).not.toHaveAttribute('aria-disabled');
    await server.forward(61_000);
    await portal.logIn();
    await portal.expectDashboard();
  },
);

test('A logout in one tab is explained in the other tab', async ({ page, context, demo }) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  const other = await context.newPage();
  await other.goto('/settings');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Konto');
  await portal.logOut();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('status').filter({ hasText: 'abgemeldet' })).toHaveCount(0);
  await expect(other).toHaveURL('/login');
  await expect(
    other.getByText('Sie haben sich in einem anderen Tab oder Fenster abgemeldet.'),
  ).toBeVisible();
  await new Portal(other, demo).logIn();
  await expect(other).toHaveURL(/\/dashboard$/);
});

test('A logout works offline and reaches the server later', async ({ page, context, demo }) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  await context.setOffline(true);
  await portal.logOut();
  await expect(page).toHaveURL('/login');
  await expect.poll(portal.listStoredKeys).toEqual(['formakte.pendingLogouts']);
  await context.setOffline(false);
  await expect.poll(portal.listStoredKeys).toEqual([]);
  expect((await context.cookies()).filter(({ name }) => name === 'formakte-registered')).toEqual(
    [],
  );
});

test(
  'Login and dashboard have no accessibility barrier',
  { tag: '@both' },
  async ({ page, demo }) => {
    const portal = new Portal(page, demo);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await expect(page.getByRole('link', { name: /^Benutzername:/ })).toBeVisible();
    await expectNoBarrier(page);
    await expectNoSidewaysScroll(page);
    await portal.logIn();
    await portal.expectDashboard();
    await expectNoBarrier(page);
    await expectNoSidewaysScroll(page);
  },
);

import { expectNoBarrier, expectNoSidewaysScroll } from './barriers.ts';
import { Portal } from './pages/portal.ts';
import { expect, test } from './test.ts';

test('a client logs in, sees their providers, and logs out', async ({ page, demo }) => {
  const portal = new Portal(page, demo);
  await page.goto('/');
  await page.getByRole('link', { name: 'Anmelden' }).click();
  await portal.logIn();
  await portal.expectDashboard();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('region', { name: 'Was auf Ihrem Gerät gespeichert wird' })).toHaveCount(0); // the login has acknowledged it
  const providers = page.getByRole('region', { name: 'Ihre Anbieter' });
  await expect(providers.getByRole('listitem').filter({ hasText: 'Aydın & Kollegen' })).toBeVisible();
  await expect(providers.getByRole('listitem').filter({ hasText: 'Falkenried Rechtsanwälte' })).toContainText('noch nicht aktiviert');
  await page.getByRole('link', { name: 'Details zu Aydın & Kollegen' }).click();
  await page.reload();
  await portal.expectDashboard();
  await expect(page.getByRole('complementary', { name: 'Ihr Anbieter' })).toContainText('Führerschein');
  await page.keyboard.press('Escape');

  const told = page.waitForResponse('**/api/v2.0/authenticate/logout');
  await portal.logOut();
  await expect(page).toHaveURL('/login');
  expect((await told).ok()).toBe(true);
  await expect.poll(portal.kept).toEqual([]);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test('what is missing and what is wrong is said, and the username stays', { tag: '@desk' }, async ({ page, demo }, { project }) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('link', { name: /^Benutzername:/ })).toBeVisible();
  const username = `wrong-${project.name}-${Date.now()}`;
  await portal.logIn({ username, password: 'Fahrrad-im-Regen-7' });
  await expect(page.getByRole('alert').filter({ hasText: 'Benutzername oder Passwort ist falsch.' })).toBeVisible();
  await expect(portal.username()).toHaveValue(username);
  await expect(portal.password()).toHaveValue('');
  expect(await portal.kept()).toEqual([]);
});

test('five wrong passwords lock the login, and the lock counts down over a reload to its end', async ({ page, demo }, { project }) => {
  const portal = new Portal(page, demo);
  const username = `locked-${project.name}-${Date.now()}`;
  const locked = page.getByText('Ihr Konto ist kurz gesperrt.');
  const button = page.getByRole('button', { name: 'Anmelden' });
  await page.goto('/login');
  for (let tries = 1; tries <= 6 && !(await locked.isVisible()); tries += 1) {
    const answered = page.waitForResponse('**/api/authenticate/login');
    await portal.logIn({ username, password: `Falsch-${tries}-x` });
    const status = (await answered).status();
    if (tries < 5) expect(status).toBe(401);
    await expect(portal.password()).toHaveValue('');
    if (status === 423) await expect(locked).toBeVisible();
  }
  await expect(locked).toBeVisible();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  const left = page.getByText(/Neuer Versuch in 0[01]:\d\d Minuten/);
  const before = await left.textContent();
  await expect(left).not.toHaveText(before ?? '');
  await page.clock.install();
  await page.reload();
  await expect(locked).toBeVisible();
  await expect(left).toBeVisible();
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await page.clock.fastForward(61_000);
  await expect(page.getByText('Die Zeit ist um!')).toBeVisible();
  await expect(button).not.toHaveAttribute('aria-disabled');
});

test('two tabs over an ended token ask for one new one, and go on', async ({ page, context, demo }) => {
  const [first, second] = [new Portal(page, demo), new Portal(await context.newPage(), demo)];
  await first.page.goto('/login');
  await first.logIn();
  await first.expectDashboard();
  await second.page.goto('/dashboard');
  await second.expectDashboard();

  const refreshes: string[] = [];
  context.on('request', (request) => { if (request.url().endsWith('/authenticate/refresh')) refreshes.push(request.url()); });
  const readAgain = () => Promise.all([first, second].map(async (tab) => {
    const answered = tab.page.waitForResponse((response) => response.url().endsWith('/v2.0/accounts') && response.ok());
    await tab.refresh();
    await answered;
  }));
  for (let round = 1; round <= 3; round += 1) {
    await first.endToken();
    await readAgain();
    await expect.poll(() => refreshes.length).toBe(round);
    await readAgain(); // with the token that both have now
  }
  expect(refreshes).toHaveLength(3);
  for (const tab of [first, second]) await tab.expectDashboard();

  await first.logOut();
  await expect(second.page).toHaveURL('/login');
  await expect(second.page.getByText('Nora')).toHaveCount(0);
});

test('a login that ends while somebody works is asked for over the page, and leads back when it is put off', async ({ page, context, demo }) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  const dialog = page.getByRole('dialog', { name: 'Bitte melden Sie sich noch einmal an' });
  const end = async () => {
    await context.clearCookies();
    await portal.endToken();
    await portal.refresh();
    await expect(dialog).toBeVisible();
  };

  await end();
  await expect(portal.username()).toHaveValue('nora.brandt');
  await expect(page.getByRole('heading', { name: 'Ihre Anbieter', includeHidden: true })).toBeAttached();
  await portal.logIn();
  await expect(dialog).toHaveCount(0);
  await portal.expectDashboard();

  await page.goto('/settings/about');
  const text = page.getByRole('textbox', { name: 'Worum geht es?' });
  await text.fill('Das habe ich gerade geschrieben.');
  await context.clearCookies();
  await portal.endToken();
  await page.getByRole('button', { name: 'Rückmeldung senden' }).click();
  await expect(dialog).toBeVisible();
  await portal.logIn();
  await expect(dialog).toHaveCount(0);
  await expect(text).toHaveValue('Das habe ich gerade geschrieben.');
  await page.getByRole('button', { name: 'Rückmeldung senden' }).click();
  await expect(page.getByText(/^Ihre Rückmeldung ist gesendet/).first()).toBeVisible();

  await page.goto('/dashboard');
  await portal.expectDashboard();
  await end();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden');
  await portal.logIn();
  await portal.expectDashboard();
});

test('off the net a logout holds as well, and the server is told later', { tag: '@desk' }, async ({ page, context, demo }) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  await context.setOffline(true);
  await portal.logOut();
  await expect(page).toHaveURL('/login');
  await expect.poll(portal.kept).toEqual(['formakte.unsaidLogouts']);
  await context.setOffline(false);
  await expect.poll(portal.kept).toEqual([]);
  expect((await context.cookies()).filter(({ name }) => name === 'formakte-registered')).toEqual([]);
});

test('login and dashboard have no barrier', async ({ page, demo }) => {
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
});

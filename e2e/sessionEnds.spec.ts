import { Invited } from './pages/invitation.ts';
import { limits } from '#schemas/limits.ts';
import { Portal } from './pages/portal.ts';
import { OwnServer, serverTimeoutMs, toldWithinMs } from './ownServer.ts';
import { expect, test as base } from './test.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** On a server whose clock the journeys move: what ends, ends of itself. */
const test = base.extend<object, { server: OwnServer }>({
  server: [
    async ({}, use) => {
      const server = await OwnServer.create();
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: serverTimeoutMs },
  ],
  baseURL: ({ server }, use) => use(server.url),
});
test.describe.configure({ mode: 'default' }); // on one server, one after the other

test('two tabs over three ends of a token ask for one new one each time, and go on', async ({
  page,
  context,
  demo,
  server,
}) => {
  const untilEnd = limits.session.accessTokenSeconds * 1_000 + minute;
  await context.clock.install();
  const [first, second] = [new Portal(page, demo), new Portal(await context.newPage(), demo)];
  await first.page.goto('/login');
  await first.logIn();
  await first.expectDashboard();
  await second.page.goto('/dashboard');
  await second.expectDashboard();

  const refreshes: string[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/authenticate/refresh')) refreshes.push(response.url());
  });
  const readAgain = () =>
    Promise.all(
      [first, second].map(async (tab) => {
        const answered = tab.page.waitForResponse(
          (response) => response.url().endsWith('/v2.0/accounts') && response.ok(),
        );
        await tab.refresh();
        await answered;
      }),
    );
  const statusOf = async (authorization: string) =>
    (
      await context.request.get('/api/v2.0/accounts', {
        headers: { ...(await first.webKeys()), authorization },
      })
    ).status();
  for (const doesBrowserKnow of [true, false, true]) {
    // a device's clock may stand
    const ended = await first.authorization();
    expect(await statusOf(ended)).toBe(200);
    await server.forward(untilEnd);
    expect(await statusOf(ended)).toBe(401);
    const before = refreshes.length;
    if (doesBrowserKnow) {
      await context.setOffline(true); // tabs share one clock, but here it is moved in one after the other: meanwhile nobody asks
      await context.clock.fastForward(untilEnd);
      await context.setOffline(false);
    }
    await readAgain();
    await expect.poll(() => refreshes.length).toBe(before + 1);
    await readAgain(); // with the token that both have now
    expect(refreshes).toHaveLength(before + 1);
  }
  expect(refreshes).toHaveLength(3);
  for (const tab of [first, second]) await tab.expectDashboard();

  await first.logOut();
  await expect(second.page).toHaveURL('/login');
  await expect(second.page.getByText('Nora')).toHaveCount(0);
});

test(
  'a login by PIN that ends while somebody writes is asked for over the page, and after a reload leads back to it',
  { tag: '@desk' },
  async ({ page, request, demo, server }, { project }) => {
    const invited = await Invited.create(request, demo, `ends-${project.name}`);
    const pinField = page.getByRole('textbox', { name: 'Ihre PIN' });
    const askFor = async () => {
      await page.getByRole('button', { name: 'PIN anfordern' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Per SMS' }).click();
      await expect(pinField).toBeFocused();
      await pinField.fill(await invited.pin());
    };
    const end = () => server.forward(limits.session.idleDays.unregistered * day + minute);
    await page.goto(await invited.link());
    await askFor();
    await page.getByRole('link', { name: 'Ohne Registrierung weiter' }).click();
    await page.goto('/settings/about');
    const text = page.getByRole('textbox', { name: 'Worum geht es?' });
    await text.fill('Das habe ich gerade geschrieben.');

    await page.getByRole('button', { name: 'Rückmeldung senden' }).focus();
    await end();
    await page.keyboard.press('Enter'); // which would do no harm in the dialog, were the page told first
    const dialog = page.getByRole('dialog', { name: 'Bitte melden Sie sich noch einmal an' });
    await expect(dialog).toContainText('Was Sie geschrieben haben, bleibt stehen.');
    await askFor();
    await expect(dialog).toHaveCount(0);
    await expect(text).toHaveValue('Das habe ich gerade geschrieben.');
    await page.getByRole('button', { name: 'Rückmeldung senden' }).click();
    await expect(page.getByText(/^Ihre Rückmeldung ist gesendet/).first()).toBeVisible();

    await end();
    await page.reload();
    await expect(dialog).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(/\/start\/.+/);
    await askFor();
    await expect(page).toHaveURL('/settings/about');
  },
);

test(
  'a login that ends while somebody works is asked for over the page, and leads back when it is put off',
  { tag: '@desk' },
  async ({ page, demo, server }) => {
    const portal = new Portal(page, demo);
    await page.goto('/login');
    await portal.logIn();
    await portal.expectDashboard();
    const dialog = page.getByRole('dialog', { name: 'Bitte melden Sie sich noch einmal an' });
    const end = () => server.forward(limits.session.idleDays.registered * day + minute);

    await end();
    await expect(dialog).toBeVisible({ timeout: toldWithinMs }); // of itself
    await expect(portal.username()).toHaveValue('nora.brandt');
    await expect(
      page.getByRole('heading', { name: 'Ihre Anbieter', includeHidden: true }),
    ).toBeAttached();
    await portal.logIn();
    await expect(dialog).toHaveCount(0);
    await portal.expectDashboard();

    await page.goto('/settings/about');
    const text = page.getByRole('textbox', { name: 'Worum geht es?' });
    await text.fill('Das habe ich gerade geschrieben.');
    const send = page.getByRole('button', { name: 'Rückmeldung senden' });
    await send.focus();
    await end();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await portal.logIn();
    await expect(dialog).toHaveCount(0);
    await expect(text).toHaveValue('Das habe ich gerade geschrieben.');
    await send.click();
    await expect(page.getByText(/^Ihre Rückmeldung ist gesendet/).first()).toBeVisible();

    await page.goto('about:blank'); // nothing is open that could be told
    await end();
    await page.goto('/dashboard');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden');
    await portal.logIn();
    await portal.expectDashboard();
  },
);

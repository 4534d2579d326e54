import { Invited } from '../support/pages/invitation.ts';
import { sessionLimits } from '#schemas/access/limits.ts';
import { storedSessionLimits } from '#server/access/limits.ts';
import { Portal } from '../support/pages/portal.ts';
import { OwnServer, serverTimeoutMs, sessionEndWithinMs } from '../support/ownServer.ts';
import { expect, test as base } from '../support/test.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Runs on a server whose clock the journeys move forward until sessions expire. */
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
test.describe.configure({ mode: 'default' }); // in sequence, because they share a server

test('Two tabs share one refresh each time their token expires', async ({
  page,
  context,
  demo,
  server,
}) => {
  const lifetimeMs = sessionLimits.accessTokenSeconds * 1_000 + minute;
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
  const getStatus = async (authorization: string) =>
    (
      await context.request.get('/api/v2.0/accounts', {
        headers: { ...(await first.readWebKeys()), authorization },
      })
    ).status();
  for (const doesBrowserClockMove of [true, false, true]) {
    const expired = await first.readAuthorization();
    expect(await getStatus(expired)).toBe(200);
    const before = refreshes.length;
    // no request of a tab between the clocks of server and browser: it would refresh, and again
    await context.setOffline(true);
    await server.forward(lifetimeMs);
    expect(await getStatus(expired)).toBe(401);
    if (doesBrowserClockMove) await context.clock.fastForward(lifetimeMs);
    await context.setOffline(false);
    await readAgain();
    await expect.poll(() => refreshes.length).toBe(before + 1);
    await readAgain(); // with the new token
    expect(refreshes).toHaveLength(before + 1);
  }
  expect(refreshes).toHaveLength(3);
  for (const tab of [first, second]) await tab.expectDashboard();

  await first.logOut();
  await expect(second.page).toHaveURL('/login');
  await expect(second.page.getByText('Nora')).toHaveCount(0);
});

test('An expired PIN login asks for a PIN over the page and returns to it after a reload', async ({
  page,
  request,
  demo,
  server,
}, { project }) => {
  const invited = await Invited.create(request, demo, `ends-${project.name}`);
  const pinField = page.getByRole('textbox', { name: 'Ihre PIN' });
  const askFor = async () => {
    await page.getByRole('button', { name: 'PIN anfordern' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Per SMS' }).click();
    await expect(pinField).toBeFocused();
    await pinField.fill(await invited.pin());
  };
  const end = () => server.forward(storedSessionLimits.idleDays.unregistered * day + minute);
  await page.goto(await invited.link());
  await askFor();
  await page.getByRole('link', { name: 'Ohne Registrierung weiter' }).click();
  await page.goto('/settings/about');
  const text = page.getByRole('textbox', { name: 'Worum geht es?' });
  await text.fill('Das habe ich gerade geschrieben.');

  await page.getByRole('button', { name: 'Rückmeldung senden' }).focus();
  await end();
  await page.keyboard.press('Enter'); // harmless in the dialog, if the event arrives first
  const dialog = page.getByRole('dialog', { name: 'Bitte melden Sie sich noch einmal an' });
  await expect(dialog).toContainText('Was Sie geschrieben haben, bleibt stehen.');
  await askFor();
  await expect(dialog).toHaveCount(0);
  await expect(text).toHaveValue('Das habe ich gerade geschrieben.');
  await page.getByRole('button', { name: 'Rückmeldung senden' }).click();
  await expect(page.getByText(/^Ihre Rückmeldung ist gesendet/).first()).toBeVisible();

  await page.goto('about:blank'); // an open page could learn of the end before the reload
  await end();
  await page.goto('/settings/about');
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(/\/start\/.+/);
  await askFor();
  await expect(page).toHaveURL('/settings/about');
});

test('An expired login asks for the password over the page and redirects when it is cancelled', async ({
  page,
  demo,
  server,
}) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  const dialog = page.getByRole('dialog', { name: 'Bitte melden Sie sich noch einmal an' });
  const end = () => server.forward(storedSessionLimits.idleDays.registered * day + minute);

  await end();
  await expect(dialog).toBeVisible({ timeout: sessionEndWithinMs }); // by an event
  await expect(portal.username()).toHaveValue('nora.brandt');
  await expect(
    page.getByRole('heading', { name: 'Ihre Kanzleien', includeHidden: true }),
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

  await page.goto('about:blank'); // no page is open to receive the event
  await end();
  await page.goto('/dashboard');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden');
  await portal.logIn();
  await portal.expectDashboard();
});

import { request as requests, type APIRequestContext, type Page } from '@playwright/test';
import { OwnServer, serverTimeoutMs } from './ownServer.ts';
import { Invited } from './pages/invitation.ts';
import { Portal } from './pages/portal.ts';
import { Provider } from './pages/provider.ts';
import { expect, test as base, type DemoWorld } from './test.ts';

type World = {
  url: string;
  request: APIRequestContext;
  demo: DemoWorld;
  provider: Provider;
  accountId: string;
};

/** On a server of its own: a provider that does without a page does so for everyone. */
const test = base.extend<{ world: World }>({
  world: [
    async ({}, use) => {
      const server = await OwnServer.create();
      const request = await requests.newContext({ baseURL: server.url });
      const demo = (await (await request.get('/dev/demo.json')).json()) as DemoWorld;
      const { apiKey, applicationKey } = (await (await request.get('/api/config')).json()) as {
        apiKey: string;
        applicationKey: string;
      };
      const { accountId } = (await (
        await request.get('/api/account/uniqueAccountKey/aydin-kollegen', {
          headers: { 'X-Api-Key': apiKey, 'X-Application-Key': applicationKey },
        })
      ).json()) as { accountId: string };
      await use({
        url: server.url,
        request,
        demo,
        provider: new Provider(request, demo),
        accountId,
      });
      await request.dispose();
      await server.remove();
    },
    { timeout: serverTimeoutMs },
  ],
});

const unknownKey = 'x'.repeat(43);
const title = (page: Page) => page.getByRole('heading', { level: 1 });

type Goal = string | { shows: string };
/** What each address leads to; or, in words, what is shown in its place. On a phone as well, unless said otherwise. */
type Row = [address: string, leadsTo: Goal, onPhone?: Goal];

const isPhone = () => test.info().project.name === 'phone';

async function follow(page: Page, { url }: World, rows: readonly Row[]): Promise<void> {
  for (const [address, goal, goalOnPhone = goal] of rows) {
    const leadsTo = isPhone() ? goalOnPhone : goal;
    await test.step(`${address} ${typeof leadsTo === 'string' ? `leads to ${leadsTo}` : `shows “${leadsTo.shows}”`}`, async () => {
      await page.goto(url + address);
      await expect(page).toHaveURL(url + (typeof leadsTo === 'string' ? leadsTo : address));
      if (typeof leadsTo === 'string') await expect(title(page)).toBeVisible();
      else await expect(title(page)).toHaveText(leadsTo.shows);
    });
  }
}

const forgetLogins = (page: Page) =>
  page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

const notice = '/download-and-no-ragrets';

/** The first provider does without a dashboard, and has its public page elsewhere: on the test's own origin, which a journey never leaves. */
async function doWithout({ url, provider }: World): Promise<void> {
  await provider.put('returnHosts', { hosts: [new URL(url).host] });
  await provider.put('pages', {
    isDashboardDisabled: true,
    publicPageElsewhere: `${url}/forget-username`,
  });
}

/** All but one: that a registered client's invitation leads to the login, registration.spec.ts finds once somebody has registered. */
test('every row of the redirect table', async ({ page, world }) => {
  test.setTimeout(180_000);
  const { url, request, demo, accountId } = world;
  const portal = new Portal(page, demo);
  const invited = await Invited.create(request, demo, 'table');
  const start = await invited.link();
  const key = start.split('/').at(-1) ?? '';

  await test.step('nobody is logged in', () =>
    follow(page, world, [
      ['/dashboard', '/login'],
      ['/settings/account', '/login'],
      ['/cases/h1/accounts/a1?fid=7', '/login'],
      ['/service-provider', '/login', notice],
      [notice, '/', { shows: 'Diese Seite braucht mehr Platz' }],
      ['/activate-with-app', '/', { shows: 'Zugang am Computer aktivieren' }],
      ['/start', { shows: 'Zugriff verweigert' }],
      ['/enter-pin', { shows: 'Zugriff verweigert' }],
      [`/start/${unknownKey}`, { shows: 'Zugriff verweigert' }],
      [`/enter-pin/${unknownKey}`, { shows: 'Zugriff verweigert' }],
      [`/login/${unknownKey}`, { shows: 'Anmelden' }],
      ['/registration', '/'],
      [`/registration/${key}/password`, '/'],
      [start, { shows: 'PIN anfordern' }],
      [`/enter-pin/${key}`, { shows: 'PIN eingeben' }],
      ['/page/nobody', { shows: 'Fehler 404' }],
      ['/nowhere', { shows: 'Fehler 404' }],
    ]));

  await test.step('a slow look-up is waited for, and says so', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(
      '**/metadata',
      async (route) => {
        await answered;
        await route.continue();
      },
      { times: 1 },
    );
    await page.goto(url + start);
    await expect(title(page)).toHaveText('Einen Moment');
    answer();
    await expect(title(page)).toHaveText('PIN anfordern');
  });

  await test.step('somebody has given a PIN: they register, whatever they wanted to see before', async () => {
    expect(await page.evaluate(() => sessionStorage.getItem('formakte.returnUrl'))).not.toBeNull();
    await page.getByRole('button', { name: 'PIN anfordern' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Per E-Mail' }).click();
    await page.getByRole('textbox', { name: 'Ihre PIN' }).fill(await invited.pin());
    await expect(page).toHaveURL(`${url}/registration/${key}/welcome`);
    await follow(page, world, [
      [start, `/registration/${key}/welcome`],
      [`/enter-pin/${key}`, `/registration/${key}/welcome`],
      [`/registration/${key}`, `/registration/${key}/welcome`],
      [`/registration/${key}/password`, `/registration/${key}/welcome`],
      [`/registration/${unknownKey}/welcome`, `/registration/${key}/welcome`],
      ['/login', '/dashboard'],
      ['/settings', { shows: 'Konto' }],
      [`/dashboard?accid=${unknownKey}`, '/dashboard'],
    ]);
  });

  const byPin = await page.evaluate(
    () => localStorage.getItem('formakte.unregisteredSession') ?? '',
  );
  await test.step('the login of a registration has ended', async () => {
    await page.evaluate(() => localStorage.removeItem('formakte.unregisteredSession'));
    await page.context().clearCookies();
    await follow(page, world, [[`/registration/${key}/welcome`, start]]);
  });

  await test.step('a login by PIN has ended, and another PIN leads back', async () => {
    await page.evaluate((kept) => {
      const { user } = JSON.parse(kept) as { user: { userId: string; username: null } };
      localStorage.setItem(
        'formakte.unregisteredSession',
        JSON.stringify({ hasEnded: true, user: { userId: user.userId, username: user.username } }),
      );
    }, byPin);
    await follow(page, world, [['/settings/general', start]]);
    await page.evaluate(
      (kept) => localStorage.setItem('formakte.unregisteredSession', kept),
      byPin,
    );
    await follow(page, world, [[start, '/settings/general']]);
    await forgetLogins(page);
  });

  await test.step('a customer has a portal of their own', async () => {
    const address = new URL(url);
    address.hostname = 'lichtblick.localhost'; // of the demo's customer
    await page.goto(address.href);
    await expect(page).toHaveURL(new URL('/login', address).href);
  });

  await test.step('somebody comes back to where they wanted to go, and from an account that is not theirs to the dashboard', async () => {
    await follow(page, world, [[`/dashboard?accid=${unknownKey}`, '/login']]);
    await portal.logIn();
    await expect(page).toHaveURL(`${url}/dashboard`);
    await portal.expectDashboard();
    expect(await page.evaluate(() => sessionStorage.getItem('formakte.returnUrl'))).toBeNull();
    await forgetLogins(page);
    await follow(page, world, [['/settings/general', '/login']]);
    await portal.logIn();
    await expect(page).toHaveURL(`${url}/settings/general`);
  });

  await test.step('somebody is logged in', () =>
    follow(page, world, [
      ['/login', '/dashboard'],
      [`/login/${key}`, '/dashboard'],
      [start, '/dashboard'],
      [`/dashboard?accid=${accountId}`, `/dashboard?accid=${accountId}`],
      ['/dashboard?accid=somebody-else', '/dashboard'],
      ['/settings/elsewhere', '/settings'],
      ['/forget-password', { shows: 'Passwort vergessen' }],
    ]));

  await test.step('somebody is logged in both ways: to the dashboard, wherever they wanted to go', async () => {
    for (const address of ['/login', start]) {
      await page.evaluate((kept) => {
        localStorage.setItem('formakte.unregisteredSession', kept);
        sessionStorage.setItem('formakte.returnUrl', '/settings/general');
      }, byPin);
      await follow(page, world, [[address, '/dashboard']]);
    }
    await page.evaluate(() => {
      localStorage.removeItem('formakte.unregisteredSession');
      sessionStorage.removeItem('formakte.returnUrl');
    });
  });

  if (!isPhone())
    await test.step('an account is activated once its terms are accepted', async () => {
      await page.goto(`${url}/dashboard`);
      const activation = page.getByRole('group', {
        name: 'Zugang bei Falkenried Rechtsanwälte aktivieren',
      });
      await activation.getByRole('button', { name: 'Datenschutz' }).click();
      await expect(
        page
          .getByRole('dialog', { name: 'Datenschutz' })
          .getByRole('heading', { name: 'Ihre Rechte' }),
      ).toBeVisible();
      await page.keyboard.press('Escape');
      const activate = activation.getByRole('button', { name: 'Zugang aktivieren' });
      await expect(activate).toBeDisabled();
      await activation.getByRole('checkbox').check();
      await activate.dblclick();
      await expect(activation).toHaveCount(0);
      await expect(
        page
          .getByRole('main')
          .getByRole('listitem')
          .filter({ hasText: 'Falkenried Rechtsanwälte' }),
      ).toBeFocused();
    });

  await test.step('a push leads to the dashboard: another tab has logged in as somebody else', async () => {
    await page.goto(`${url}/settings`);
    await expect(title(page)).toHaveText('Konto');
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('formakte.registeredSession') ?? '{}') as {
        user: object;
      };
      localStorage.setItem(
        'formakte.registeredSession',
        JSON.stringify({ ...session, user: { ...session.user, userId: 'somebody-else' } }),
      );
      dispatchEvent(new StorageEvent('storage'));
    });
    await expect(page).toHaveURL(`${url}/dashboard`);
  });

  await test.step('a pushed page is shown and the one before remembered: a login that has ended is put off', async () => {
    await page.goto(`${url}/dashboard`);
    await portal.expectDashboard();
    await page.context().clearCookies();
    await portal.endToken();
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage')));
    await portal.refresh();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(`${url}/login`);
    await expect(page.getByRole('dialog')).toHaveCount(0); // its form has a username, too
    await portal.logIn();
    await expect(page).toHaveURL(`${url}/dashboard`);
  });

  await test.step('whoever belongs to no account is led to the start', async () => {
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('formakte.registeredSession') ?? '{}') as {
        user: object;
      };
      localStorage.setItem(
        'formakte.registeredSession',
        JSON.stringify({ ...session, user: { ...session.user, accountIds: [] } }),
      );
    });
    await follow(page, world, [['/settings', '/']]);
    await forgetLogins(page);
  });

  if (!isPhone())
    await test.step('providers do without a dashboard, and have their public page elsewhere', async () => {
      await doWithout(world);
      await follow(page, world, [
        ['/page/aydin-kollegen', '/forget-username'],
        ['/proudly-presents/aydin-kollegen', '/forget-username'],
      ]); // by the server
      await page.goto(`${url}/forget-password`);
      await page.evaluate(() => {
        // and within the app, which does not ask it
        history.pushState(null, '', '/page/aydin-kollegen');
        dispatchEvent(new PopStateEvent('popstate'));
      });
      await expect(page).toHaveURL(`${url}/forget-username`);
      await page.goto(`${url}/login`);
      await portal.logIn();
      await portal.expectDashboard(); // her other provider has one
      await follow(page, world, [[`/dashboard?accid=${accountId}`, '/akten']]);
      await forgetLogins(page);
      const other = await Invited.create(request, demo, 'no-dashboard');
      await page.goto(url + (await other.link()));
      await page.getByRole('button', { name: 'PIN anfordern' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Per E-Mail' }).click();
      await page.getByRole('textbox', { name: 'Ihre PIN' }).fill(await other.pin());
      await page.getByRole('link', { name: 'Ohne Registrierung weiter' }).click();
      await expect(page).toHaveURL(`${url}/akten`);
      await page.goto(`${url}/settings`);
      await expect(page.getByRole('link', { name: 'Einstellungen' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Übersicht' })).toHaveCount(0);
    });
});

test('a phone is led to what is made for it', { tag: '@phone' }, async ({ page, world }) => {
  const { url, demo, accountId } = world;
  const portal = new Portal(page, demo);
  await doWithout(world);
  await follow(page, world, [
    ['/akten', notice],
    ['/service-provider', notice],
    ['/business-beschleunigen', notice],
    ['/cases/h1/accounts/a1?fid=7', '/login'],
    [notice, { shows: 'Diese Seite braucht mehr Platz' }],
    ['/activate-with-app', { shows: 'Zugang am Computer aktivieren' }],
    ['/page/aydin-kollegen', '/forget-username'],
  ]);
  await forgetLogins(page);
  await page.goto(`${url}/login`);
  await portal.logIn();
  await portal.expectDashboard();
  await follow(page, world, [[`/dashboard?accid=${accountId}`, `/dashboard?accid=${accountId}`]]); // the list of cases is not made for it
  const details = page.getByRole('complementary'); // of the account
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await page.getByRole('link', { name: 'Zugang aktivieren: Falkenried Rechtsanwälte' }).click();
  await expect(title(page)).toHaveText('Zugang am Computer aktivieren');
  await follow(page, world, [['/akten?of=50', notice]]);
  await expect.poll(portal.kept).toEqual([]); // which ends the login
});

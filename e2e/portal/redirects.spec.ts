import { request as requests, type APIRequestContext, type Page } from '@playwright/test';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { OwnServer, serverTimeoutMs } from '../support/ownServer.ts';
import { Invited } from '../support/pages/invitation.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, test as base, type DemoWorld } from '../support/test.ts';

type World = {
  url: string;
  request: APIRequestContext;
  demo: DemoWorld;
  provider: Provider;
  accountId: string;
};

/** Provides a server of its own, because disabled pages are disabled for all clients. */
const test = base.extend<{ world: World }>({
  world: [
    async ({}, use) => {
      const server = await OwnServer.create({ MOBILE_ACCESS: 'restricted' });
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
/** An address with its redirect target or the title it shows. */
type Row = [address: string, expected: Goal];

async function follow(page: Page, { url }: World, rows: readonly Row[]): Promise<void> {
  for (const [address, expected] of rows) {
    const isRedirect = typeof expected === 'string';
    const step = isRedirect ? `redirects to ${expected}` : `shows “${expected.shows}”`;
    await test.step(`${address} ${step}`, async () => {
      await page.goto(url + address);
      await expect(page).toHaveURL(url + (isRedirect ? expected : address));
      if (isRedirect) await expect(title(page)).toBeVisible();
      else await expect(title(page)).toHaveText(expected.shows);
    });
  }
}

const forgetLogins = (page: Page) =>
  page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

const notice = '/download-and-no-ragrets';

/** Disables the provider's dashboard and moves its public page to another path of this origin. */
async function disablePages({ url, provider }: World): Promise<void> {
  await provider.put('returnHosts', { hosts: [new URL(url).host] });
  await provider.put('pages', {
    isDashboardDisabled: true,
    publicPageElsewhere: `${url}/forget-username`,
  });
}

type Journey = World & {
  page: Page;
  portal: Portal;
  invited: Invited;
  start: string;
  key: string;
};

async function redirectWithoutLogin(journey: Journey): Promise<void> {
  const { page, url, start, key } = journey;
  await test.step('Without a login', () =>
    follow(page, journey, [
      ['/dashboard', '/login'],
      ['/settings/account', '/login'],
      ['/cases/h1/accounts/a1?fid=7', '/login'],
      ['/service-provider', '/login'],
      [notice, '/'],
      ['/activate-with-app', '/'],
      ['/start', { shows: 'Dieser Link öffnet nichts' }],
      ['/enter-pin', { shows: 'Dieser Link öffnet nichts' }],
      [`/start/${unknownKey}`, { shows: 'Dieser Link öffnet nichts' }],
      [`/enter-pin/${unknownKey}`, { shows: 'Dieser Link öffnet nichts' }],
      [`/login/${unknownKey}`, '/login'],
      ['/registration', '/'],
      [`/registration/${key}/password`, '/'],
      [start, { shows: 'PIN anfordern' }],
      [`/enter-pin/${key}`, { shows: 'PIN eingeben' }],
      ['/page/nobody', { shows: 'Diese Seite gibt es nicht' }],
      ['/nowhere', { shows: 'Diese Seite gibt es nicht' }],
    ]));

  await test.step('A slow lookup leaves the page that the server has rendered', async () => {
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
    await expect(title(page)).toHaveText('PIN anfordern');
    answer();
    await expect(page.getByRole('button', { name: 'PIN anfordern' })).toBeEnabled();
  });
}

async function redirectWithPin(journey: Journey): Promise<void> {
  const { page, url, invited, start, key } = journey;
  await test.step('A login by PIN redirects to the registration, whatever the return URL', async () => {
    expect(await page.evaluate(() => sessionStorage.getItem('formakte.returnUrl'))).not.toBeNull();
    await page.getByRole('button', { name: 'PIN anfordern' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Per E-Mail' }).click();
    await page.getByRole('textbox', { name: 'Ihre PIN' }).fill(await invited.pin());
    await expect(page).toHaveURL(`${url}/registration/${key}/welcome`);
    await follow(page, journey, [
      [start, `/registration/${key}/welcome`],
      [`/enter-pin/${key}`, `/registration/${key}/welcome`],
      [`/registration/${key}`, `/registration/${key}/welcome`],
      [`/registration/${key}/password`, `/registration/${key}/welcome`],
      [`/registration/${unknownKey}/welcome`, `/registration/${key}/welcome`],
      ['/login', { shows: 'Sie sind als Jonas Wieland angemeldet' }],
      ['/settings', { shows: 'Konto' }],
      [`/dashboard?accid=${unknownKey}`, '/dashboard'],
    ]);
  });
}

async function redirectAfterExpiry(journey: Journey, byPin: string): Promise<void> {
  const { page, start, key } = journey;
  await test.step('An expired login of a registration redirects to its invitation', async () => {
    await page.evaluate(() => localStorage.removeItem('formakte.unregisteredSession'));
    await page.context().clearCookies();
    await follow(page, journey, [[`/registration/${key}/welcome`, start]]);
  });

  await test.step('An expired login by PIN redirects to the invitation and back after another PIN', async () => {
    await page.evaluate((kept) => {
      const { user } = JSON.parse(kept) as { user: { userId: string; username: null } };
      localStorage.setItem(
        'formakte.unregisteredSession',
        JSON.stringify({ hasEnded: true, user: { userId: user.userId, username: user.username } }),
      );
    }, byPin);
    await follow(page, journey, [['/settings/general', start]]);
    await page.evaluate(
      (kept) => localStorage.setItem('formakte.unregisteredSession', kept),
      byPin,
    );
    await follow(page, journey, [[start, '/settings/general']]);
    await forgetLogins(page);
  });
}

async function redirectAfterLogin(journey: Journey): Promise<void> {
  const { page, url, portal } = journey;
  await test.step('The host of a brand redirects to the login', async () => {
    const address = new URL(url);
    address.hostname = 'lichtblick.localhost';
    await page.goto(address.href);
    await expect(page).toHaveURL(new URL('/login', address).href);
  });

  await test.step('A login redirects to the return URL, and from a foreign account to the dashboard', async () => {
    await follow(page, journey, [[`/dashboard?accid=${unknownKey}`, '/login']]);
    await portal.logIn();
    await expect(page).toHaveURL(`${url}/dashboard`);
    await portal.expectDashboard();
    expect(await page.evaluate(() => sessionStorage.getItem('formakte.returnUrl'))).toBeNull();
    await forgetLogins(page);
    await follow(page, journey, [['/settings/general', '/login']]);
    await portal.logIn();
    await expect(page).toHaveURL(`${url}/settings/general`);
  });
}

async function redirectWithLogin(journey: Journey, byPin: string): Promise<void> {
  const { page, accountId, start, key } = journey;
  await test.step('With a login', () =>
    follow(page, journey, [
      ['/login', '/dashboard'],
      [`/login/${key}`, { shows: 'Sie sind als Nora Brandt angemeldet' }],
      [start, { shows: 'Sie sind als Nora Brandt angemeldet' }],
      [`/dashboard?accid=${accountId}`, `/dashboard?accid=${accountId}`],
      ['/dashboard?accid=somebody-else', '/dashboard'],
      ['/settings/elsewhere', '/settings'],
      ['/forget-password', { shows: 'Passwort vergessen' }],
    ]));

  await test.step('With both logins the login redirects to the dashboard', async () => {
    await page.evaluate((kept) => {
      localStorage.setItem('formakte.unregisteredSession', kept);
      sessionStorage.setItem('formakte.returnUrl', '/settings/general');
    }, byPin);
    await follow(page, journey, [['/login', '/dashboard']]);
    await page.evaluate(() => {
      localStorage.removeItem('formakte.unregisteredSession');
      sessionStorage.removeItem('formakte.returnUrl');
    });
  });
}

async function activateAccount(journey: Journey): Promise<void> {
  const { page, url } = journey;
  await test.step('An account is activated once its terms are accepted', async () => {
    const session = await page.evaluate(() => localStorage.getItem('formakte.registeredSession'));
    const { user } = JSON.parse(session ?? '{}') as { user: { accountIds: string[] } };
    await page.goto(`${url}/akten/some-case/accounts/${user.accountIds[1]}`);
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
    await expect(page.getByText('Diese Akte gibt es nicht').first()).toBeVisible();
  });
}

async function redirectOnSessionChange(journey: Journey): Promise<void> {
  const { page, url, portal } = journey;
  await test.step('A login as another user in another tab redirects to the dashboard', async () => {
    await page.goto(`${url}/settings`);
    await expect(title(page)).toHaveText('Konto');
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('formakte.registeredSession') ?? '{}') as {
        user: object;
      };
      localStorage.setItem(
        'formakte.registeredSession',
        JSON.stringify({ ...session, user: { ...session.user, userId: 'other-user' } }),
      );
      dispatchEvent(new StorageEvent('storage'));
    });
    await expect(page).toHaveURL(`${url}/dashboard`);
  });

  await test.step('A cancelled renewal of an expired login redirects to the login and back', async () => {
    await page.goto(`${url}/dashboard`);
    await portal.expectDashboard();
    await page.context().clearCookies();
    await portal.invalidateToken();
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage')));
    await portal.refresh();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(`${url}/login`);
    await expect(page.getByRole('dialog')).toHaveCount(0); // its form has a username too
    await portal.logIn();
    await expect(page).toHaveURL(`${url}/dashboard`);
  });

  await test.step('A user without an account is redirected to the start', async () => {
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('formakte.registeredSession') ?? '{}') as {
        user: object;
      };
      localStorage.setItem(
        'formakte.registeredSession',
        JSON.stringify({ ...session, user: { ...session.user, accountIds: [] } }),
      );
    });
    await follow(page, journey, [['/settings', '/']]);
    await forgetLogins(page);
  });
}

async function redirectFromDisabledPages(journey: Journey): Promise<void> {
  const { page, url, request, demo, accountId, portal } = journey;
  await test.step('Disabled pages of a provider redirect', async () => {
    await disablePages(journey);
    await follow(page, journey, [
      ['/page/aydin-kollegen', '/forget-username'],
      ['/proudly-presents/aydin-kollegen', '/forget-username'],
    ]); // by the server
    await page.goto(`${url}/forget-password`);
    await expect(async () => {
      await page.evaluate(() => {
        // in the app, without a request to the server
        history.pushState(null, '', '/page/aydin-kollegen');
        dispatchEvent(new PopStateEvent('popstate'));
      });
      await expect(page).toHaveURL(`${url}/forget-username`, { timeout: scaleTimeout(2_000) });
    }).toPass(); // the server rendered the page, and the router starts later
    await page.goto(`${url}/login`);
    await portal.logIn();
    await portal.expectDashboard(); // of the other provider
    await follow(page, journey, [[`/dashboard?accid=${accountId}`, '/akten']]);
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
}

/**
 * Steps of one test, because each starts with the session of the step before. The row of a used
 * invitation is tested in e2e/access/registration.spec.ts.
 */
test('Every row of the redirect table redirects as specified', async ({ page, world }) => {
  test.setTimeout(scaleTimeout(180_000));
  const invited = await Invited.create(world.request, world.demo, 'table');
  const start = await invited.link();
  const key = start.split('/').at(-1) ?? '';
  const portal = new Portal(page, world.demo);
  const journey: Journey = { ...world, page, portal, invited, start, key };
  await redirectWithoutLogin(journey);
  await redirectWithPin(journey);
  const byPin = await page.evaluate(
    () => localStorage.getItem('formakte.unregisteredSession') ?? '',
  );
  await redirectAfterExpiry(journey, byPin);
  await redirectAfterLogin(journey);
  await redirectWithLogin(journey, byPin);
  await activateAccount(journey);
  await redirectOnSessionChange(journey);
  await redirectFromDisabledPages(journey);
});

test(
  'A restricted phone is redirected to the pages for phones and stays logged in',
  { tag: '@phone' },
  async ({ page, world }) => {
    const { url, demo, accountId } = world;
    const portal = new Portal(page, demo);
    await disablePages(world);
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
    await follow(page, world, [[`/dashboard?accid=${accountId}`, `/dashboard?accid=${accountId}`]]);
    await expect(page.getByRole('complementary', { name: 'Ihre Kanzlei' })).toBeFocused();
    await page.keyboard.press('Escape'); // closes the details
    await page.getByRole('link', { name: 'Zugang aktivieren: Falkenried Rechtsanwälte' }).click();
    await expect(title(page)).toHaveText('Zugang am Computer aktivieren');
    await follow(page, world, [
      ['/akten?asbh=alster', '/dashboard?asbh=alster#own-cases'],
      ['/service-provider', notice],
    ]);
    await page.getByRole('link', { name: 'Zur Übersicht' }).click();
    await portal.expectDashboard();
    const cases = page.getByRole('region', { name: 'Ihre Akten' });
    const found = cases.getByRole('list', { name: 'Aydın & Kollegen' }); // without messages
    await cases.getByRole('searchbox', { name: 'Akte oder Person suchen' }).fill('alster');
    await page.keyboard.press('Enter');
    await expect(found.getByRole('link', { name: /Verkehrsunfall Brandt/ })).toBeVisible();
    await expect(cases.getByRole('link', { name: /Bußgeldbescheid/ })).toHaveCount(0);
  },
);

import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { Portal } from '../support/pages/portal.ts';
import { expect, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

const waitUntilInstalled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

test('An offline reload opens the portal, and the cache has no data of users', async ({
  page,
  context,
  demo,
}) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  await waitUntilInstalled(page);
  const listCached = () =>
    page.evaluate(async () => {
      const requests = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  expect(await listCached()).toContain('/index.html');
  expect((await listCached()).filter((path) => path.startsWith('/api/'))).toEqual(['/api/config']);

  await page.goto('/settings/about');
  await expect(page.getByRole('textbox', { name: 'Worum geht es?' })).toBeVisible();
  await context.setOffline(true);
  const answered = page.waitForResponse((response) => response.request().isNavigationRequest());
  await page.reload();
  expect((await answered).fromServiceWorker()).toBe(true);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Über das Portal');
  await expect(page.getByRole('textbox', { name: 'Worum geht es?' })).toBeVisible();
  await page.goto(`/externalform/${demo.forms[0]?.processGuid ?? ''}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Sie sind gerade nicht verbunden',
  );

  await context.setOffline(false);
  await page.goto('/dashboard');
  await portal.expectDashboard();
  await portal.logOut();
  await expect(page).toHaveURL('/login');
  expect((await listCached()).filter((path) => path.startsWith('/api/'))).toEqual(['/api/config']);
});

test('A message written offline survives a reload and is sent once with its file', async ({
  page,
  context,
  demo,
}) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  await waitUntilInstalled(page);
  await page.goto('/akten');
  await page.getByRole('link', { name: /Verkehrsunfall Brandt/ }).click();
  const write = page.getByRole('button', { name: 'Nachricht schreiben' });
  await expect(write).toBeVisible();

  await context.setOffline(true);
  await write.click();
  const dialog = page.getByRole('dialog', { name: 'Neue Nachricht' });
  const header = `Ohne Netz ${Date.now()}`;
  await dialog.getByRole('textbox', { name: 'Betreff' }).fill(header);
  await dialog.getByRole('textbox', { name: 'Nachricht' }).fill('Der Beleg hängt an.');
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'Beleg.txt', mimeType: 'text/plain', buffer: Buffer.from('12 Tage') });
  await expect(
    dialog.getByText('Wir laden die Datei hoch, sobald Sie wieder online sind.').first(),
  ).toBeVisible(); // after all retries
  await dialog.getByRole('button', { name: 'Nachricht senden' }).click();
  const message = page.getByRole('article', { name: `Sie: ${header}` });
  await expect(message).toContainText('Wartet auf die Verbindung');
  await page.reload();
  await expect(
    page.getByRole('region', { name: 'Akte', exact: true }).getByRole('alert'),
  ).toBeVisible();
  await expect(message).toContainText('Beleg.txt');
  await expect(message).toContainText('Wartet auf die Verbindung');

  await context.setOffline(false);
  await expect(message).toContainText('Zugestellt');
  await page.reload();
  await expect(message.getByRole('link', { name: /Beleg\.txt ansehen/ })).toBeVisible();
  await expect(message).toHaveCount(1);
});

test('The portal is installable with the brand’s name and icons of the listed sizes', async ({
  page,
  request,
  baseURL,
}) => {
  for (const [host, name, icon] of [
    ['localhost', 'Mandantenportal', '/favicon.svg'],
    ['lichtblick.localhost', 'Lichtblick Coaching', /logo/],
  ] as const) {
    await page.goto(`http://${host}:${new URL(baseURL ?? '').port}/login`);
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', icon);
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = (await (await request.get(address ?? '')).json()) as {
      name: string;
      icons: { src: string; sizes: string; type: string; purpose?: string }[];
    };
    expect(manifest).toMatchObject({
      id: '/',
      name,
      display: 'standalone',
      start_url: '/dashboard',
    });
    const touch = {
      src: (await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? '',
      sizes: '180x180',
      type: 'image/png',
    };
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    expect(new Set([...manifest.icons, touch].map(({ src }) => src.startsWith('/icons/')))).toEqual(
      new Set([host === 'localhost']),
    );
    for (const { src, sizes, type } of [...manifest.icons, touch]) {
      const answer = await request.get(src);
      const { width, height } = await sharp(await answer.body()).metadata();
      expect([answer.headers()['content-type'], `${width}x${height}`]).toEqual([type, sizes]);
    }
  }
});

declare global {
  interface Window {
    /** Messages to the waiting service worker. */
    posted?: unknown[];
  }
}

test('A new version is offered and loaded on request', async ({ page, demo }) => {
  // Simulates a waiting service worker, which a second build would install.
  await page.addInitScript(() => {
    window.posted = [];
    const container = new EventTarget();
    const waiting = {
      postMessage: (word: unknown) => {
        window.posted?.push(word);
      },
    };
    const register = () =>
      Promise.resolve(Object.assign(new EventTarget(), { waiting, installing: null }));
    Object.defineProperty(navigator, 'serviceWorker', {
      value: Object.assign(container, { controller: {}, register }),
    });
  });
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  const notice = page
    .getByRole('status')
    .filter({ hasText: 'Es gibt eine neue Version des Portals.' });
  await notice.getByRole('button', { name: 'Jetzt laden' }).click();
  expect(await page.evaluate(() => window.posted)).toEqual(['update']);
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')));
  await reloaded;
  expect(await page.evaluate(() => window.posted)).toEqual([]);
});

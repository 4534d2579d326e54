import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { Portal } from './pages/portal.ts';
import { expect, test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

const isInstalled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null);

test('off the net a reload opens the portal with what this browser keeps, which is nothing that anybody has read @desk', async ({
  page,
  context,
  demo,
}) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  await isInstalled(page);
  const kept = () =>
    page.evaluate(async () => {
      const requests = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  expect(await kept()).toContain('/index.html');
  expect((await kept()).filter((path) => path.startsWith('/api/'))).toEqual(['/api/config']);

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
  expect((await kept()).filter((path) => path.startsWith('/api/'))).toEqual(['/api/config']);
});

test('what is written and attached off the net waits through a reload, is found where it was written, and is there once with its file when the net is back @desk', async ({
  page,
  context,
  demo,
}) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  await isInstalled(page);
  await page.goto('/akten');
  await page.getByRole('link', { name: /Kündigungsschutz Brandt/ }).click();
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
  ).toBeVisible({ timeout: 15_000 }); // after the tries that every call gets
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
  await expect(message).toContainText('Zugestellt', { timeout: 15_000 });
  await page.reload();
  await expect(message.getByRole('link', { name: /Beleg\.txt ansehen/ })).toBeVisible();
  await expect(message).toHaveCount(1);
});

test('the portal can be installed, a customer’s under its own name: the manifest says it, and the icons are there in the sizes it says @desk', async ({
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
    /** what the waiting version was told */
    told?: unknown[];
  }
}

test('a newer version is offered, and comes when its reader wants it @desk', async ({
  page,
  demo,
}) => {
  // Another build has other files. Here the browser says that it has one, waiting.
  await page.addInitScript(() => {
    window.told = [];
    const container = new EventTarget();
    const waiting = {
      postMessage: (word: unknown) => {
        window.told?.push(word);
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
  expect(await page.evaluate(() => window.told)).toEqual(['update']);
  const reloaded = page.waitForEvent('load');
  await page.evaluate(() => navigator.serviceWorker.dispatchEvent(new Event('controllerchange')));
  await reloaded;
  expect(await page.evaluate(() => window.told)).toEqual([]);
});

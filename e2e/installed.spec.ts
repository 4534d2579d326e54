import { Portal } from './pages/portal.ts';
import { expect, test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

test('off the net a reload opens the portal with what this browser keeps, which is nothing that anybody has read @desk', async ({ page, context, demo }) => {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const kept = () => page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sie sind gerade nicht verbunden');

  await context.setOffline(false);
  await page.goto('/dashboard');
  await portal.expectDashboard();
  await portal.logOut();
  await expect(page).toHaveURL('/login');
  expect((await kept()).filter((path) => path.startsWith('/api/'))).toEqual(['/api/config']);
});

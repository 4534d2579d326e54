import { accidentGuid, expect, test } from './test.ts';

test('a page can be read and pressed before its scripts are there, and nothing of that is lost', { tag: '@desk' }, async ({ page, demo }) => {
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => { release = resolve; });
  await page.route(/\/assets\/(?!beforePaint).*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/externalform/${accidentGuid(demo)}`, { waitUntil: 'commit' });
  const begun = page.locator('#first-view');
  await expect(begun.getByRole('heading', { level: 1 })).toHaveText('Verkehrsunfall melden');
  await begun.getByRole('button', { name: 'English' }).click();
  await begun.getByRole('button', { name: 'Einverstanden' }).click();
  await expect(begun).toBeVisible(); // nothing has happened yet
  release();
  await expect(begun).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report a road accident');
  await expect(page.getByRole('region', { name: /What is stored|Was auf Ihrem Gerät/ })).toHaveCount(0);
  await expect(page.locator('main')).toHaveCount(1);

  await page.reload(); // whoever speaks another language never sees the first one
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report a road accident');
  await expect(page.getByRole('button', { name: 'English' })).toHaveAttribute('aria-pressed', 'true');
});

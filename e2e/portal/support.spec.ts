import { readDrafts } from '../support/readDrafts.ts';
import { Portal } from '../support/pages/portal.ts';
import { expect, test } from '../support/test.ts';

test('A draft for support survives a reload until it is sent, discarded or logged out', async ({
  page,
  demo,
}) => {
  const portal = new Portal(page, demo);
  const text = page.getByRole('textbox', { name: 'Worum geht es?' });
  const restored = page.getByText('Ihre Angaben vom letzten Mal sind wieder da.');
  const write = async (words: string) => {
    await text.fill(words);
    await page.reload(); // before the debounced save
    await expect(restored).toBeVisible();
    await expect(text).toHaveValue(words);
  };
  const open = async () => {
    await page.goto('/login');
    await portal.logIn();
    await portal.expectDashboard();
    await page.goto('/settings/about');
    await expect(text).toHaveValue('');
    await expect(restored).toHaveCount(0);
  };

  await open();
  await write('Das schicke ich doch nicht.');
  await page.getByRole('button', { name: 'Von vorn beginnen' }).click();
  await expect(text).toHaveValue('');
  await expect(restored).toHaveCount(0);

  await write('Wie lade ich ein Foto hoch?');
  await page.getByRole('button', { name: 'Rückmeldung senden' }).click();
  await expect(page.getByText(/^Ihre Rückmeldung ist gesendet/).first()).toBeVisible();
  await expect(text).toHaveValue('');
  await expect(text).toBeFocused();
  await page.reload();
  await expect(text).toHaveValue('');
  await expect(restored).toHaveCount(0);

  await write('Das liest nach mir niemand.');
  await portal.logOut();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readDrafts(page)).not.toContain('Das liest nach mir niemand.');
  await open();
});

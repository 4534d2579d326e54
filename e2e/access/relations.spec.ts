import { expectNoBarrier, expectNoSidewaysScroll } from '../support/barriers.ts';
import { test } from '../support/newClient.ts';
import { Settings } from '../support/pages/settings.ts';
import { expect } from '../support/test.ts';

test('A client leaves a firm, reads on, and resumes the relation when invited again', async ({
  page,
  origin,
  client,
  demo,
  request,
}) => {
  const settings = new Settings(page, origin);
  const headers = { 'X-Api-Key': demo.providerApiKey };
  const found = await request.get(`/provider/v1/users?q=${client.username}`, { headers });
  const { items } = (await found.json()) as { items: { userId: string }[] };
  const userId = items[0]?.userId ?? '';
  const opened = await request.post('/provider/v1/cases', {
    headers,
    data: { header: 'Mietvertrag', userIds: [userId] },
  });
  const { caseId } = (await opened.json()) as { caseId: string };
  const write = () =>
    request.post(`/provider/v1/cases/${caseId}/messages`, {
      headers,
      data: { header: 'Hallo', text: 'Willkommen' },
    });
  expect((await write()).ok()).toBe(true);

  await settings.logIn(client);
  await settings.open();
  await page.getByRole('button', { name: /^Verbindung beenden: / }).press('Enter');
  await expect(page.getByRole('dialog', { name: /^Verbindung zu .* beenden\?$/ })).toBeVisible();
  await expectNoBarrier(page);
  await settings.typePassword('falsch');
  await settings.expectText(/Das Passwort stimmt nicht/);
  await settings.typePassword(client.password);
  await settings.expectText(/^Ihre Verbindung zu .* ist beendet\.$/);
  await expect(page.getByRole('heading', { name: 'Ihre Verbindungen' })).toBeFocused();
  await settings.expectText(/^Beendet am /);
  await expectNoSidewaysScroll(page);
  expect((await write()).status()).toBe(409);

  await page.goto(`/akten/${caseId}/accounts/${await readAccountId()}?view=messages`);
  await settings.expectText(/ist beendet\. Sie können weiterhin alles lesen\.$/);
  await expect(page.getByRole('button', { name: 'Nachricht schreiben' })).toBeHidden();
  await expectNoBarrier(page);

  const invitation = await request.post(`/provider/v1/users/${userId}/invitations`, {
    headers,
    data: {},
  });
  expect(invitation.ok(), await invitation.text()).toBe(true);
  await page.goto('/dashboard');
  await settings.expectText('Sie sind hier wieder eingeladen.');
  await expectNoBarrier(page);
  for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.check();
  await page
    .getByRole('main')
    .getByRole('button', { name: /aktivieren/ })
    .first()
    .click();
  await settings.expectText(/ist aktiviert\.$/);
  expect((await write()).ok()).toBe(true);

  async function readAccountId(): Promise<string> {
    const kept = await page.evaluate(() => localStorage.getItem('formakte.registeredSession'));
    const { user } = JSON.parse(kept ?? '{}') as { user: { accountIds: string[] } };
    return user.accountIds[0] ?? '';
  }
});

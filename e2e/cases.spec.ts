import type { APIRequestContext } from '@playwright/test';
import type { ProviderCase } from '#schemas/cases.ts';
import type { ProviderMessage } from '#schemas/messages.ts';
import { expectGoodPractice } from './barriers.ts';
import { keptInBrowser } from './keptInBrowser.ts';
import { Portal } from './pages/portal.ts';
import { expect, test, type DemoWorld } from './test.ts';

/** What the provider's own program does. */
function providerOf(request: APIRequestContext, demo: DemoWorld) {
  const headers = { 'X-Api-Key': demo.providerApiKey };
  const post = async <T>(path: string, data: object): Promise<T> =>
    (await (await request.post(`/provider/v1${path}`, { headers, data })).json()) as T;
  return {
    async openCase(header: string): Promise<ProviderCase> {
      const { items } = (await (
        await request.get('/provider/v1/users?limit=200', { headers })
      ).json()) as { items: { userId: string; email: string }[] };
      const client = items.find(({ email }) => email.startsWith('nora.brandt'));
      if (!client) throw new Error('The demo world has no client of this provider');
      return post('/cases', { header, aktenzeichen: '7/26', userIds: [client.userId] });
    },
    write: (caseId: string, header: string, text: string): Promise<ProviderMessage> =>
      post(`/cases/${caseId}/messages`, { header, text, creatorName: 'Selin Aydın' }),
    read: async (caseId: string): Promise<ProviderMessage[]> =>
      (
        (await (
          await request.get(`/provider/v1/cases/${caseId}/messages`, { headers })
        ).json()) as { items: ProviderMessage[] }
      ).items,
    withdraw: (path: string) => request.delete(`/provider/v1${path}`, { headers }),
  };
}

test('a client gets a message while looking on, reads it, marks it and answers; the provider sees both', async ({
  page,
  request,
  demo,
}, { project }) => {
  const provider = providerOf(request, demo);
  const portal = new Portal(page, demo);
  const header = `Mietwagen ${project.name} ${Date.now()}`;
  const { caseId } = await provider.openCase(header);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  const accountId = await page.evaluate(
    () =>
      (
        JSON.parse(localStorage.getItem('formakte.registeredSession') ?? '{}') as {
          user: { accountId: string };
        }
      ).user.accountId,
  );
  await page.goto(`/akten/${caseId}/accounts/${accountId}`);
  await expect(page.getByRole('heading', { name: header })).toBeVisible();
  await expect(page.getByText('Hier gibt es noch keine Nachrichten.')).toBeVisible();

  const { messageId } = await provider.write(
    caseId,
    'Zusage der Versicherung',
    'Die Versicherung zahlt den Mietwagen für vierzehn Tage. Rechnungen schicken Sie bitte an uns.',
  );
  const message = page.getByRole('article', { name: 'Selin Aydın: Zusage der Versicherung' });
  await expect(message).toBeVisible(); // nobody has reloaded anything
  await expect(message).toContainText('Die Versicherung zahlt den Mietwagen für vierzehn …');
  await expect(message).not.toContainText('Rechnungen');
  await message.getByRole('button', { name: 'Nachricht lesen' }).click();
  await expect(message).toContainText('Rechnungen schicken Sie bitte an uns.');
  await expect(message).toBeFocused();
  await message.getByRole('button', { name: 'Merken' }).click();
  await expect(message.getByRole('button', { name: 'Favorit' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neue Nachricht' });
  await dialog.getByRole('button', { name: 'Nachricht senden' }).click();
  await expect(dialog.getByText('Bitte geben Sie einen Betreff ein.').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Betreff' }).fill('Rechnung');
  await dialog.getByRole('textbox', { name: 'Nachricht' }).fill('Hier ist sie.');
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'Rechnung Übersicht.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('12 Tage'),
    });
  await expect(dialog.getByText('hochgeladen').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Weiterschreiben' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Betreff' })).toHaveValue('Rechnung');
  await dialog.getByRole('button', { name: 'Nachricht senden' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('article', { name: 'Sie: Rechnung' })).toContainText('Zugestellt');
  expect(await provider.read(caseId)).toMatchObject([
    { header: 'Rechnung', text: 'Hier ist sie.', files: [{ fileName: 'Rechnung Übersicht.txt' }] },
    { messageId, readBy: [{ readAt: expect.stringContaining('T') as unknown as string }] },
  ]);

  await page.reload();
  await expect(page.getByRole('article', { name: 'Sie: Rechnung' })).toBeVisible();
  await expect(message.getByRole('button', { name: 'Favorit' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectGoodPractice(page);
  }
  await page.emulateMedia({ colorScheme: 'light', media: 'print' });
  await expect(message).toContainText('Rechnungen schicken Sie bitte an uns.');
  for (const onlyOnScreen of [
    page.getByRole('navigation', { name: 'Hauptmenü' }),
    page.getByRole('button', { name: 'Nachricht schreiben' }),
    page.getByRole('tab'),
  ]) {
    for (const each of await onlyOnScreen.all()) await expect(each).toBeHidden();
  }
  await page.emulateMedia({ media: 'screen' });
  await provider.withdraw(`/cases/${caseId}/messages/${messageId}`);
  await expect(message).toHaveCount(0);
  await expect(page.getByText('Eine Nachricht wird nicht mehr geteilt.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
  await dialog.getByRole('textbox', { name: 'Betreff' }).fill('Noch eine Frage');
  await dialog.getByRole('textbox', { name: /^Nachricht/ }).fill('Wie geht es weiter?');
  await provider.withdraw(`/cases/${caseId}`);
  await expect(dialog.getByRole('alert')).toContainText(
    'Ihre Nachricht können Sie nicht mehr senden',
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Text kopieren' }).click();
  await expect(dialog.getByRole('button', { name: 'Kopiert' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Noch eine Frage\n\nWie geht es weiter?',
  );
  await expect(dialog.getByRole('textbox', { name: 'Betreff' })).toHaveValue('Noch eine Frage');
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Nachricht verwerfen?' })
    .getByRole('button', { name: 'Verwerfen' })
    .click();
  await expect(page.getByText(`${header} wird nicht mehr geteilt.`).first()).toBeVisible();
  await expect(page).toHaveURL(project.name === 'phone' ? '/dashboard' : '/akten');
});

test(
  'on a restricted phone the dashboard leads to a case, its folders and back',
  { tag: '@phone' },
  async ({ page, demo }) => {
    const portal = new Portal(page, demo);
    await page.goto('/login');
    await portal.logIn();
    await page
      .getByRole('region', { name: 'Ihre Akten' })
      .getByRole('link', { name: /Kündigungsschutz Brandt/ })
      .click();
    await expect(
      page.getByRole('heading', { level: 1, name: /Kündigungsschutz Brandt/ }),
    ).toBeFocused();
    await page.getByRole('link', { name: 'Ordner' }).click();
    await page.getByRole('link', { name: /Gericht/ }).click();
    await expect(page.getByRole('article', { name: 'Ole Harms: Klage eingereicht' })).toBeVisible();
    await page.getByRole('link', { name: 'Zur Akte' }).click();
    await page.getByRole('button', { name: 'Details zur Akte' }).click();
    await expect(page.getByRole('complementary', { name: 'Details zur Akte' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Details zur Akte' })).toBeFocused();
    await page.getByRole('link', { name: 'Zurück' }).click();
    await portal.expectDashboard();
  },
);

test(
  'cases are found by a part of their name, opened with their folders, and a link to one leads there after the login',
  { tag: '@desk' },
  async ({ page, demo }) => {
    const portal = new Portal(page, demo);
    await page.goto('/akten?asbh=metallbau');
    await portal.logIn();
    await expect(page).toHaveURL('/akten?asbh=metallbau');
    await expect(page.getByText('Wählen Sie links eine Akte aus.')).toBeVisible();
    const list = page.getByRole('region', { name: 'Akten' });
    await expect(list.getByRole('link', { name: /Kündigungsschutz Brandt/ })).toBeVisible();
    await expect(list.getByRole('link', { name: /Verkehrsunfall/ })).toHaveCount(0);
    await list.getByRole('button', { name: /Ordnern|Ordner ansehen/ }).click();
    await list.getByRole('link', { name: /Gericht/ }).click();
    await expect(page.getByRole('article', { name: 'Ole Harms: Klage eingereicht' })).toContainText(
      'Frist gewahrt',
    );
    await expect(page.getByRole('navigation', { name: 'Pfad' })).toContainText('Gericht');
    await page.goBack();
    await expect(page).toHaveURL('/akten?asbh=metallbau');
    await page.getByRole('searchbox', { name: 'Akte oder Person suchen' }).fill('gibt es nicht');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Zu „gibt es nicht“ gibt es keine Akte.')).toBeVisible();
    await page.goto('/akten/somebody-elses-case/accounts/nobody-has-this');
    await expect(page).toHaveURL('/akten');
    await expect(
      page
        .getByText('Diese Akte gibt es nicht, oder sie wird nicht mehr mit Ihnen geteilt.')
        .first(),
    ).toBeVisible();
    await expectGoodPractice(page);
  },
);

test(
  'a message whose answer got lost goes out once more after a reload, and is there once',
  { tag: '@desk' },
  async ({ page, request, demo }) => {
    const provider = providerOf(request, demo);
    const portal = new Portal(page, demo);
    const { caseId } = await provider.openCase(`Im Zug ${Date.now()}`);
    await page.goto('/login');
    await portal.logIn();
    await portal.expectDashboard();
    const accountId = await page.evaluate(
      () =>
        (
          JSON.parse(localStorage.getItem('formakte.registeredSession') ?? '{}') as {
            user: { accountId: string };
          }
        ).user.accountId,
    );
    await page.goto(`/akten/${caseId}/accounts/${accountId}`);
    await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
    const dialog = page.getByRole('dialog', { name: 'Neue Nachricht' });
    await dialog.getByRole('textbox', { name: 'Betreff' }).fill('Aus dem Tunnel');
    await dialog.getByRole('textbox', { name: 'Nachricht' }).fill('Kommt das an?');
    await expect.poll(() => keptInBrowser(page)).toContain('Kommt das an?');
    await page.reload();
    await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Betreff' })).toHaveValue('Aus dem Tunnel');

    await page.route('**/messages', async (route) => {
      await route.fetch(); // it arrives, and its answer does not
      await route.abort('connectionreset');
    });
    const message = page.getByRole('article', { name: 'Sie: Aus dem Tunnel' });
    const lost = page.waitForEvent('requestfailed', (sent) => sent.url().endsWith('/messages'));
    await dialog.getByRole('button', { name: 'Nachricht senden' }).click();
    await lost;
    await page.unroute('**/messages');
    await page.reload();
    await expect(message).toContainText('Zugestellt');
    await expect(message).toHaveCount(1);
    expect(await provider.read(caseId)).toMatchObject([
      { header: 'Aus dem Tunnel', text: 'Kommt das an?' },
    ]);
    await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Betreff' })).toHaveValue('');
  },
);

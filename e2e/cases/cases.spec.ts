import type { Locator, Page } from '@playwright/test';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { ProviderMessage } from '#schemas/cases/messages.ts';
import { expectGoodPractice } from '../support/barriers.ts';
import { readDrafts } from '../support/readDrafts.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, test } from '../support/test.ts';

async function createCase(provider: Provider, header: string): Promise<string> {
  const userIds = await provider.findUserIds('nora.brandt');
  const { caseId } = await provider.post<ProviderCase>('cases', {
    header,
    aktenzeichen: '7/26',
    userIds,
  });
  return caseId;
}

const readMessages = async (provider: Provider, caseId: string): Promise<ProviderMessage[]> =>
  (await provider.get<{ items: ProviderMessage[] }>(`cases/${caseId}/messages`)).items;

/** Writes a message with a file, closes the dialog in between and sends it. */
async function sendMessage(page: Page): Promise<void> {
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
}

/** Checks both themes, and that print shows the message in full without controls. */
async function expectGoodPracticeAndPrint(page: Page, message: Locator): Promise<void> {
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
}

/** Withdraws the case while the client writes; the text can be copied. */
async function expectTextKeptWhenWithdrawn(
  page: Page,
  withdraw: () => Promise<unknown>,
): Promise<void> {
  await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neue Nachricht' });
  await dialog.getByRole('textbox', { name: 'Betreff' }).fill('Noch eine Frage');
  await dialog.getByRole('textbox', { name: /^Nachricht/ }).fill('Wie geht es weiter?');
  await withdraw();
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
}

test('A client reads a new message without a reload, marks it and replies', async ({
  page,
  request,
  demo,
}, { project }) => {
  const provider = new Provider(request, demo);
  const portal = new Portal(page, demo);
  const header = `Mietwagen ${project.name} ${Date.now()}`;
  const caseId = await createCase(provider, header);
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  const accountId = await portal.readAccountId();
  await page.goto(`/akten/${caseId}/accounts/${accountId}`);
  await expect(page.getByRole('heading', { name: header })).toBeVisible();
  await expect(page.getByText('Hier gibt es noch keine Nachrichten.')).toBeVisible();

  const { messageId } = await provider.post<ProviderMessage>(`cases/${caseId}/messages`, {
    header: 'Zusage der Versicherung',
    text:
      'Die Versicherung zahlt den Mietwagen für vierzehn Tage. Rechnungen schicken Sie bitte ' +
      'an uns.',
    creatorName: 'Selin Aydın',
  });
  const message = page.getByRole('article', { name: 'Selin Aydın: Zusage der Versicherung' });
  await expect(message).toBeVisible(); // by an event
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

  await sendMessage(page);
  expect(await readMessages(provider, caseId)).toMatchObject([
    { header: 'Rechnung', text: 'Hier ist sie.', files: [{ fileName: 'Rechnung Übersicht.txt' }] },
    { messageId, readBy: [{ readAt: expect.stringContaining('T') as unknown as string }] },
  ]);

  await page.reload();
  await expect(page.getByRole('article', { name: 'Sie: Rechnung' })).toBeVisible();
  await expect(message.getByRole('button', { name: 'Favorit' })).toBeVisible();
  await expectGoodPracticeAndPrint(page, message);
  await provider.delete(`cases/${caseId}/messages/${messageId}`);
  await expect(message).toHaveCount(0);
  await expect(page.getByText('Eine Nachricht wird nicht mehr geteilt.').first()).toBeVisible();
  await expectTextKeptWhenWithdrawn(page, () => provider.delete(`cases/${caseId}`));
  await expect(page.getByText(`${header} wird nicht mehr geteilt.`).first()).toBeVisible();
  await expect(page).toHaveURL(project.name === 'phone' ? '/dashboard' : '/akten');
});

test(
  'On a phone a client opens a case and its folders from the dashboard',
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
  'Cases are found by name, and a link to the search works after the login',
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
    await page.goto('/akten/unknown-case/accounts/unknown-account');
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
  'A message whose response was lost is retried after a reload and stored once',
  { tag: '@desk' },
  async ({ page, request, demo }) => {
    const provider = new Provider(request, demo);
    const portal = new Portal(page, demo);
    const caseId = await createCase(provider, `Im Zug ${Date.now()}`);
    await page.goto('/login');
    await portal.logIn();
    await portal.expectDashboard();
    const accountId = await portal.readAccountId();
    await page.goto(`/akten/${caseId}/accounts/${accountId}`);
    await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
    const dialog = page.getByRole('dialog', { name: 'Neue Nachricht' });
    await dialog.getByRole('textbox', { name: 'Betreff' }).fill('Aus dem Tunnel');
    await dialog.getByRole('textbox', { name: 'Nachricht' }).fill('Kommt das an?');
    await expect.poll(() => readDrafts(page)).toContain('Kommt das an?');
    await page.reload();
    await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Betreff' })).toHaveValue('Aus dem Tunnel');

    await page.route('**/messages', async (route) => {
      await route.fetch(); // the server stores it, the response is lost
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
    expect(await readMessages(provider, caseId)).toMatchObject([
      { header: 'Aus dem Tunnel', text: 'Kommt das an?' },
    ]);
    await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Betreff' })).toHaveValue('');
  },
);

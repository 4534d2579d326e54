import type { Locator, Page } from '@playwright/test';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { ProviderMessage } from '#schemas/cases/messages.ts';
import { expectGoodPractice } from '../support/barriers.ts';
import { readDrafts } from '../support/readDrafts.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { removeFirstReplies } from '../support/removeFirstReplies.ts';
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

/** Checks that the newest message is clear of the button over the timeline. */
const expectTimelineAtEnd = (page: Page) =>
  expect
    .poll(() =>
      page
        .getByRole('region', { name: 'Nachrichten' })
        .evaluate(({ scrollHeight, scrollTop, clientHeight }) =>
          Math.round(scrollHeight - scrollTop - clientHeight),
        ),
    )
    .toBeLessThanOrEqual(1);

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
  await expectTimelineAtEnd(page);
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

test(
  'A client reads a new message without a reload, marks it and replies',
  { tag: '@both' },
  async ({ page, request, demo }, { project }) => {
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
    await expect(message).toContainText('Die Versicherung zahlt den Mietwagen für vierzehn…');
    await expect(message).not.toContainText('Rechnungen');
    await message.getByRole('button', { name: 'Nachricht lesen' }).click();
    await expect(message).toContainText('Rechnungen schicken Sie bitte an uns.');
    await expect(message).toBeFocused();
    await message.getByRole('button', { name: 'Merken' }).click();
    await expect(message.getByRole('button', { name: /^Merken/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );

    await sendMessage(page);
    expect(await readMessages(provider, caseId)).toMatchObject([
      {
        header: 'Rechnung',
        text: 'Hier ist sie.',
        files: [{ fileName: 'Rechnung Übersicht.txt' }],
      },
      { messageId, readBy: [{ readAt: expect.stringContaining('T') as unknown as string }] },
    ]);

    await page.reload();
    await expect(page.getByRole('article', { name: 'Sie: Rechnung' })).toBeVisible();
    await expect(message.getByRole('button', { name: /^Merken/ })).toBeVisible();
    await expectGoodPracticeAndPrint(page, message);
    await provider.delete(`cases/${caseId}/messages/${messageId}`);
    await expect(message).toHaveCount(0);
    await expect(
      page.getByText('Eine Nachricht wird nicht mehr mit Ihnen geteilt.').first(),
    ).toBeVisible();
    await expectTextKeptWhenWithdrawn(page, () => provider.delete(`cases/${caseId}`));
    await expect(
      page.getByText(`„${header}“ wird nicht mehr mit Ihnen geteilt.`).first(),
    ).toBeVisible();
    await expect(page).toHaveURL('/akten');
  },
);

test(
  'On a phone a client opens a case and its folders from the bar',
  { tag: '@phone' },
  async ({ page, demo }) => {
    const portal = new Portal(page, demo);
    await page.goto('/login');
    await portal.logIn();
    await portal.expectDashboard();
    await page
      .getByRole('navigation', { name: 'Hauptmenü' })
      .getByRole('link', { name: /^Akten/ })
      .click();
    await page
      .getByRole('region', { name: 'Akten' })
      .getByRole('link', { name: /Verkehrsunfall Brandt/ })
      .click();
    await expect(
      page.getByRole('heading', { level: 1, name: /Verkehrsunfall Brandt/ }),
    ).toBeFocused();
    await page.getByRole('link', { name: 'Ordner' }).click();
    await page
      .getByRole('link', { name: /^Gutachten/ })
      .first()
      .click();
    await expect(
      page.getByRole('article', { name: 'Selin Aydın: Auftrag an den Gutachter' }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Zur Akte' }).click();
    await page.getByRole('button', { name: 'Details zur Akte' }).click();
    await expect(page.getByRole('complementary', { name: 'Details zur Akte' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Details zur Akte' })).toBeFocused();
    await page.getByRole('link', { name: 'Zurück' }).click();
    await expect(page).toHaveURL('/akten');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Akten');
  },
);

test('Cases are found by name, and a link to the search works after the login', async ({
  page,
  demo,
}) => {
  const portal = new Portal(page, demo);
  await page.goto('/akten?asbh=alster');
  await portal.logIn();
  await expect(page).toHaveURL('/akten?asbh=alster');
  await expect(page.getByText('Wählen Sie links eine Akte aus.')).toBeVisible();
  const list = page.getByRole('region', { name: 'Akten' });
  const found = list.getByRole('link', { name: /Verkehrsunfall Brandt/ });
  await expect(found.first()).toBeVisible(); // messages of the case are found too
  await expect(list.getByRole('link', { name: /Bußgeldbescheid/ })).toHaveCount(0);
  await list.getByRole('button', { name: /Ordnern|Ordner ansehen/ }).click();
  await list
    .getByRole('link', { name: /^Gutachten/ })
    .first()
    .click();
  await expect(
    page.getByRole('article', { name: 'Selin Aydın: Auftrag an den Gutachter' }),
  ).toContainText('Der Gutachter meldet sich bei Ihnen.');
  await expect(page.getByRole('navigation', { name: 'Pfad' })).toContainText('Gutachten');
  await page.goBack();
  await expect(page).toHaveURL('/akten?asbh=alster');
  await page.getByRole('searchbox', { name: 'Akte oder Person suchen' }).fill('gibt es nicht');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Zu „gibt es nicht“ gibt es keine Akte.')).toBeVisible();
  await page.goto('/akten/unknown-case/accounts/unknown-account');
  await expect(page).toHaveURL('/akten');
  await expect(
    page.getByText('Diese Akte gibt es nicht, oder sie wird nicht mehr mit Ihnen geteilt.').first(),
  ).toBeVisible();
  await expectGoodPractice(page);
});

test('A message whose response was lost is retried after a reload and stored once', async ({
  page,
  request,
  demo,
}) => {
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
});

test('A case that is opened by its address loads nothing twice before its own data', async ({
  page,
  request,
  demo,
}, { project }) => {
  const portal = new Portal(page, demo);
  const caseId = await createCase(
    new Provider(request, demo),
    `Aufruf ${project.name} ${Date.now()}`,
  );
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  const accountId = await portal.readAccountId();
  // Never gets a response: events of other journeys would load the lists again.
  await page.route(/\/v2\.0\/events/, () => undefined);
  await removeFirstReplies(page);
  const paths: string[] = [];
  page.on('framenavigated', () => {
    paths.length = 0; // calls of the page before
  });
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url());
    if (pathname.startsWith('/api/')) paths.push(`${sent.method()} ${pathname}`);
  });
  const tasks = page.waitForResponse(/assistants\/processes\//);
  await page.goto(`/akten/${caseId}/accounts/${accountId}`);
  await tasks;
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
});

// a phone shows either the list or the case
test('A case that is opened by its address is in view in a long list', async ({
  page,
  request,
  demo,
}) => {
  const provider = new Provider(request, demo);
  const portal = new Portal(page, demo);
  const caseIds: string[] = [];
  for (let count = 1; count <= 8; count += 1)
    caseIds.push(await createCase(provider, `Liste ${count}, ${Date.now()}`));
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  const accountId = await portal.readAccountId();
  await page.goto(`/akten/${caseIds[0]}/accounts/${accountId}`);
  await expect(page.getByRole('heading', { level: 1, name: /^Liste 1,/ })).toBeVisible();
  await expect(page.locator('li[data-selected]')).toBeInViewport({ ratio: 1 });
  for (const caseId of caseIds) await provider.delete(`cases/${caseId}`);
});

import type { ProviderCase } from '#schemas/cases/cases.ts';
import { expectNoBarrier } from '../support/barriers.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, test } from '../support/test.ts';

test('A lawyer answers a client, hands out a task and moves the phase, and the client sees it', async ({
  page,
  browser,
  request,
  demo,
}, { project }) => {
  const header = `Dachschaden ${project.name}${Date.now()}`;
  const provider = new Provider(request, demo);
  const { caseId } = await provider.post<ProviderCase>('cases', {
    header,
    isEsyAkte: true,
    userIds: await provider.findUserIds('nora.brandt'),
  });
  const form = `Dachform ${project.name}${Date.now()}`;
  await provider.publish({
    title: form,
    formElements: [{ id: 'roof', type: 'input', label: 'Wie alt ist das Dach?' }],
  });

  await page.goto('/login');
  await new Portal(page, demo).logIn(demo.users[1]);
  await expect(page.getByRole('link', { name: /^Eingang/ })).toBeVisible();
  await page.goto(`/business/cases?q=${encodeURIComponent(header)}`);
  await expect(page.getByRole('link', { name: header })).toBeVisible();

  const visitor = await browser.newPage();
  let caseOfClient = '';
  await test.step('A message of the client appears by itself and waits for a reply', async () => {
    await visitor.goto('/login');
    const portal = new Portal(visitor, demo);
    await portal.logIn();
    await portal.expectDashboard();
    caseOfClient = `/akten/${caseId}/accounts/${await portal.readAccountId()}`;
    await visitor.goto(caseOfClient);
    await visitor.getByRole('button', { name: 'Nachricht schreiben' }).click();
    await visitor.getByRole('textbox', { name: /^Betreff/ }).fill('Ziegel');
    await visitor.getByRole('textbox', { name: /^Nachricht/ }).fill('Es regnet herein.');
    await visitor.getByRole('button', { name: 'Nachricht senden' }).click();
    await page.getByRole('link', { name: `Wartet auf Antwort: ${header}` }).click();
    await expect(page.getByRole('heading', { level: 2, name: header })).toBeVisible();
    await expect(page.getByRole('article', { name: /Ziegel/ })).toBeVisible();
    await expectNoBarrier(page);
  });

  await test.step('The draft of an answer survives a reload; the answer has a file', async () => {
    await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
    await page.getByRole('textbox', { name: /^Betreff/ }).fill('Dachdecker');
    await page.getByRole('textbox', { name: /^Nachricht/ }).fill('Er kommt morgen.');
    await expect(async () => {
      await page.reload();
      await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
      await expect(page.getByRole('textbox', { name: /^Betreff/ })).toHaveValue('Dachdecker');
    }).toPass();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'Auftrag.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('Auftrag'),
      });
    await expect(page.getByText('hochgeladen').first()).toBeVisible();
    await page.getByRole('button', { name: 'Nachricht senden' }).click();
    const answer = page.getByRole('article', { name: /Dachdecker/ });
    await expect(answer).toContainText('Noch nicht gelesen');
    await expect(answer.getByRole('button', { name: /Auftrag\.txt/ })).toBeVisible();
    const downloading = page.waitForEvent('download');
    await answer.getByRole('button', { name: /Auftrag\.txt/ }).click();
    expect((await downloading).suggestedFilename()).toBe('Auftrag.txt');
  });

  await test.step('The client reads it', async () => {
    const open = visitor.getByRole('button', { name: 'Nachricht lesen' });
    await open.click();
    await expect(open).toHaveCount(0);
    const message = visitor.getByRole('article', { name: /Dachdecker/ });
    await expect(message.getByText('Er kommt morgen.')).toBeVisible();
  });

  await test.step('A task with a deadline is handed out', async () => {
    await page.getByRole('tab', { name: 'Aufgaben' }).click();
    await page.getByRole('button', { name: 'Aufgabe mitgeben' }).click();
    const dialog = page.getByRole('dialog', { name: 'Aufgabe mitgeben' });
    await expect(dialog.getByRole('radio').first()).toBeVisible();
    const more = dialog.getByRole('button', { name: 'Weitere Formulare' });
    while (!(await dialog.getByRole('radio', { name: form }).count())) await more.click();
    await dialog.getByRole('radio', { name: form }).check();
    await dialog.getByRole('button', { name: '1 Woche' }).click();
    await expectNoBarrier(page);
    await dialog.getByRole('button', { name: 'Aufgabe mitgeben' }).click();
    await expect(page.getByText(/^Offen bis/)).toBeVisible();
    await expect(page.getByText(form)).toBeVisible();
  });

  await test.step('The phase is set, and the client sees it', async () => {
    await page.getByRole('tab', { name: 'Stand der Sache' }).click();
    await page.getByRole('button', { name: 'Stand bearbeiten' }).click();
    await page.getByRole('button', { name: 'Phase hinzufügen' }).click();
    await page.getByRole('textbox', { name: 'Name der Phase' }).fill('Handwerker beauftragt');
    await page.getByRole('button', { name: 'Schritt hinzufügen' }).click();
    await page.getByRole('textbox', { name: 'Schritt' }).fill('Termin steht');
    await expectNoBarrier(page);
    await page.getByRole('button', { name: 'Stand speichern' }).click();
    await expect(page.getByText('Der Stand ist gespeichert.').first()).toBeVisible();
    await visitor.goto(`${caseOfClient}?tab=overview`);
    await expect(visitor.getByText('Termin steht')).toBeVisible();
  });

  await test.step('A closed case leaves the open ones', async () => {
    await page.getByRole('button', { name: 'Akte ablegen' }).click();
    await expect(page.getByRole('button', { name: 'Wieder öffnen' })).toBeVisible();
    await page.goto(`/business/cases?view=closed&q=${encodeURIComponent(header)}`);
    await expect(page.getByRole('link', { name: header })).toBeVisible();
  });
  await visitor.close();
});

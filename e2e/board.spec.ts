import type { FormDefinition } from '#schemas/forms.ts';
import type { ProviderCase } from '#schemas/cases.ts';
import type { ProviderTask } from '#schemas/tasks.ts';
import type { Locator, Page } from '@playwright/test';
import { expectNoBarrier } from './barriers.ts';
import { Portal } from './pages/portal.ts';
import { Provider } from './pages/provider.ts';
import { expect, test } from './test.ts';

/** Goes on from where the focus is until it is there, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not lead there');
}

const definition: FormDefinition = {
  title: 'Kostenzusage',
  formElements: [{ id: 'name', type: 'input', label: 'Name' }],
};

test(
  'a lawyer moves cards by key and by mouse, and sees at once what others do',
  { tag: '@desk' },
  async ({ page, request, demo }) => {
    const provider = new Provider(request, demo);
    const header = `Wand ${Date.now()}`;
    const { caseId } = await provider.post<ProviderCase>('cases', { header });
    const { formId } = await provider.publish(definition);
    const { workflowId } = await provider.post<ProviderTask>(`cases/${caseId}/tasks`, {
      formId,
      assistantName: 'Kostenzusage prüfen',
    });
    const status = async () =>
      (
        (await (
          await request.get(`/provider/v1/tasks/${workflowId}`, {
            headers: { 'X-Api-Key': demo.providerApiKey },
          })
        ).json()) as ProviderTask
      ).status;

    const portal = new Portal(page, demo);
    await page.goto('/login');
    await portal.logIn(demo.users[1]);
    const board = page.getByRole('navigation').getByRole('link', { name: 'Aufgaben' });
    await tabTo(page, board);
    await page.keyboard.press('Enter');
    const inLane = (name: string) =>
      page
        .getByRole('region', { name })
        .getByRole('button', { name: new RegExp(`^Kostenzusage prüfen.*${header}`) });

    await tabTo(page, inLane('In Arbeit'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'In Prüfung' }));
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('dialog').getByRole('button', { name: 'In Prüfung', pressed: true }),
    ).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(inLane('In Prüfung')).toBeFocused(); // the card lies elsewhere, and whoever moved it goes on from there
    await expect.poll(status).toBe(6);

    const question = page.getByRole('dialog', { name: 'Änderungen verwerfen?' });
    const assignee = page.getByLabel('Zuständig');
    await page.keyboard.press('Enter');
    await tabTo(page, assignee);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await tabTo(page, question.getByRole('button', { name: 'Weiter bearbeiten' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Speichern' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Gespeichert')).toBeVisible();
    await tabTo(page, assignee);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await tabTo(page, question.getByRole('button', { name: 'Verwerfen' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(inLane('In Prüfung')).toBeFocused();
    await expectNoBarrier(page);

    await inLane('In Prüfung').dragTo(page.getByRole('region', { name: 'In Arbeit' }));
    await expect(inLane('In Arbeit')).toBeVisible();
    await expect.poll(status).toBe(4);

    await request.put(`/provider/v1/tasks/${workflowId}/status`, {
      headers: { 'X-Api-Key': demo.providerApiKey },
      data: { status: 1 },
    });
    await expect(inLane('Nicht freigegeben')).toBeVisible(); // nobody has reloaded anything

    await request.put(`/provider/v1/cases/${caseId}`, {
      headers: { 'X-Api-Key': demo.providerApiKey },
      data: { header: `Neuer ${header}` },
    });
    await expect(
      page
        .getByRole('region', { name: 'Nicht freigegeben' })
        .getByRole('button', { name: new RegExp(`^Kostenzusage prüfen.*Neuer ${header}`) }),
    ).toBeVisible();
    await request.delete(`/provider/v1/cases/${caseId}`, {
      headers: { 'X-Api-Key': demo.providerApiKey },
    });
    await expect(inLane('Nicht freigegeben')).toHaveCount(0);
  },
);

test(
  'a lawyer reads at the board what a client has just answered',
  { tag: '@desk' },
  async ({ page, browser, request, demo }) => {
    const provider = new Provider(request, demo);
    const { items } = (await (
      await request.get('/provider/v1/users?limit=200', {
        headers: { 'X-Api-Key': demo.providerApiKey },
      })
    ).json()) as { items: { userId: string; email: string }[] };
    const { caseId } = await provider.post<ProviderCase>('cases', {
      header: `Antwort ${Date.now()}`,
      userIds: items
        .filter(({ email }) => email.startsWith('nora.brandt'))
        .map(({ userId }) => userId),
    });
    const { formId } = await provider.publish(definition);
    const name = `Zusage ${Date.now()}`;
    const { workflowId } = await provider.post<ProviderTask>(`cases/${caseId}/tasks`, {
      formId,
      assistantName: name,
    });
    await page.goto('/login');
    await new Portal(page, demo).logIn(demo.users[1]);
    await expect(page).toHaveURL(/dashboard/);
    await page.goto('/board');
    const card = page
      .getByRole('region', { name: 'In Prüfung' })
      .getByRole('button', { name: new RegExp(`^${name}`) });
    await expect(
      page
        .getByRole('region', { name: 'In Arbeit' })
        .getByRole('button', { name: new RegExp(`^${name}`) }),
    ).toBeVisible();

    const client = await (await browser.newContext()).newPage();
    await client.goto('/login');
    await new Portal(client, demo).logIn();
    await expect(client).toHaveURL(/dashboard/);
    const acc = await client.evaluate(
      () =>
        (
          JSON.parse(localStorage.getItem('formakte.registeredSession') ?? '{}') as {
            user: { accountId: string };
          }
        ).user.accountId,
    );
    await client.goto(`/akten/${caseId}/accounts/${acc}?tab=tasks&task=${workflowId}`);
    await client.getByRole('textbox', { name: 'Name' }).fill('Alster Assekuranz');
    await client.getByRole('button', { name: 'Antwort senden' }).click();
    await expect(
      client.getByRole('heading', { name: 'Ihre Antwort ist bei der Kanzlei.' }),
    ).toBeVisible();
    await client.context().close();

    await card.click(); // it has come there by itself
    await expect(page.getByRole('dialog', { name }).getByText('Alster Assekuranz')).toBeVisible();
    await expectNoBarrier(page);
  },
);

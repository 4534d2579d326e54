import type { FormDefinition } from '#schemas/forms/forms.ts';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { ProviderTask } from '#schemas/tasks/tasks.ts';
import type { Locator, Page } from '@playwright/test';
import { expectNoBarrier } from '../support/barriers.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, test } from '../support/test.ts';

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('60 presses of Tab did not reach the target');
}

const definition: FormDefinition = {
  title: 'Kostenzusage',
  formElements: [{ id: 'name', type: 'input', label: 'Name' }],
};

/** Saves one change of the assignee and discards another one. */
async function changeAssigneeByKeyboard(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Änderungen verwerfen?' });
  const assignee = page.getByLabel('Zuständig');
  await page.keyboard.press('Enter');
  await tabTo(page, assignee);
  await expect(assignee.locator('option').nth(1)).toBeAttached(); // the staff has arrived
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
}

test('A lawyer moves cards by keyboard and mouse, and sees changes of others at once', async ({
  page,
  request,
  demo,
}) => {
  const provider = new Provider(request, demo);
  const header = `Wand ${Date.now()}`;
  const { caseId } = await provider.post<ProviderCase>('cases', { header });
  const { formId } = await provider.publish(definition);
  const { workflowId } = await provider.post<ProviderTask>(`cases/${caseId}/tasks`, {
    formId,
    assistantName: 'Kostenzusage prüfen',
  });
  const readStatus = async () => (await provider.get<ProviderTask>(`tasks/${workflowId}`)).status;

  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn(demo.users[1]);
  const board = page.getByRole('navigation').getByRole('link', { name: 'Aufgaben' });
  await tabTo(page, board);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/board/);
  // other journeys move cards of this board meanwhile
  await tabTo(page, page.getByRole('searchbox', { name: 'Aufgabe, Akte oder Person' }));
  await page.keyboard.type(header);
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
  await expect(inLane('In Prüfung')).toBeFocused(); // in its new lane
  await expect.poll(readStatus).toBe(6);

  await changeAssigneeByKeyboard(page);
  await expect(inLane('In Prüfung')).toBeFocused();
  await expectNoBarrier(page);

  await inLane('In Prüfung').dragTo(page.getByRole('region', { name: 'In Arbeit' }));
  await expect(inLane('In Arbeit')).toBeVisible();
  await expect.poll(readStatus).toBe(4);

  const { userId } = await page.evaluate(
    () =>
      (
        JSON.parse(localStorage.getItem('formakte.registeredSession') ?? '{}') as {
          user: { userId: string };
        }
      ).user,
  );
  await provider.put(`staff/${userId}`, { role: 'consultant' });
  await page.reload();
  await inLane('In Arbeit').dragTo(page.getByRole('region', { name: 'Erledigt' }));
  await expect(page.getByText('Das erlaubt Ihre Rolle nicht.').first()).toBeVisible();
  await expect(inLane('In Arbeit')).toBeVisible();
  await provider.put(`staff/${userId}`, { role: 'admin' });

  await provider.put(`tasks/${workflowId}/status`, { status: 1 });
  await expect(inLane('Nicht freigegeben')).toBeVisible(); // by an event

  await provider.put(`cases/${caseId}`, { header: `Neuer ${header}` });
  await expect(
    page
      .getByRole('region', { name: 'Nicht freigegeben' })
      .getByRole('button', { name: new RegExp(`^Kostenzusage prüfen.*Neuer ${header}`) }),
  ).toBeVisible();
  await provider.delete(`cases/${caseId}`);
  await expect(inLane('Nicht freigegeben')).toHaveCount(0);
});

test('A lawyer reads a client’s new answer on the board', async ({
  page,
  browser,
  request,
  demo,
}) => {
  const provider = new Provider(request, demo);
  const { caseId } = await provider.post<ProviderCase>('cases', {
    header: `Antwort ${Date.now()}`,
    userIds: await provider.findUserIds('nora.brandt'),
  });
  const { formId } = await provider.publish(definition);
  const name = `Zusage ${Date.now()}`;
  const { workflowId } = await provider.post<ProviderTask>(`cases/${caseId}/tasks`, {
    formId,
    assistantName: name,
  });
  await page.goto('/login');
  await new Portal(page, demo).logIn(demo.users[1]);
  await expect(page).toHaveURL(/business/);
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
  const acc = await new Portal(client, demo).readAccountId();
  await client.goto(`/akten/${caseId}/accounts/${acc}?tab=tasks&task=${workflowId}`);
  await client.getByRole('textbox', { name: 'Name' }).fill('Alster Assekuranz');
  await client.getByRole('button', { name: 'Antwort senden' }).click();
  await expect(
    client.getByRole('heading', { name: 'Ihre Antwort ist bei der Kanzlei.' }),
  ).toBeVisible();
  await client.context().close();

  await card.click(); // moved by an event
  await expect(page.getByRole('dialog', { name }).getByText('Alster Assekuranz')).toBeVisible();
  await expectNoBarrier(page);
});

import type { Page } from '@playwright/test';
import { hourMs } from '#schemas/platform/time.ts';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { ProviderTask } from '#schemas/tasks/tasks.ts';
import { test } from '../support/newClient.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect } from '../support/test.ts';

/** Sets the clock of the device wrong by so many ms. */
const setClock = (page: Page, wrongByMs: number) =>
  page.addInitScript((ms) => {
    globalThis.Date = new Proxy(Date, {
      construct: (real, given: unknown[], target) =>
        Reflect.construct(real, given.length === 0 ? [real.now() + ms] : given, target) as object,
      get: (real, name): unknown =>
        name === 'now' ? () => real.now() + ms : Reflect.get(real, name),
    });
  }, wrongByMs);

test('A lock lasts a minute on a device whose clock is two hours slow', async ({
  page,
  demo,
  client,
}) => {
  await setClock(page, -2 * hourMs);
  const portal = new Portal(page, demo);
  await page.goto('/login');
  const locked = page.getByText(/Neuer Versuch in (?:1:0\d|0:\d\d) Minuten/);
  for (let count = 0; count < 5; count += 1) {
    await portal.logIn({ ...client, password: 'falsch' });
    await expect(portal.password()).toHaveValue('');
  }
  await expect(locked).toBeVisible();
  await page.reload();
  await expect(locked).toBeVisible();
});

test('An open task is open on a device whose clock is six hours fast', async ({
  page,
  request,
  demo,
  client,
}) => {
  await setClock(page, 6 * hourMs);
  const provider = new Provider(request, demo);
  const header = `Uhr ${client.username}`;
  const { caseId } = await provider.post<ProviderCase>('cases', {
    header,
    userIds: [client.userId],
  });
  const { formId } = await provider.publish({
    title: 'Fristsache',
    formElements: [{ id: 'name', type: 'input', label: 'Name' }],
  });
  await provider.post<ProviderTask>(`cases/${caseId}/tasks`, {
    formId,
    validUntil: new Date(Date.now() + 5 * hourMs).toISOString(),
  });
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn(client);
  await expect(page).toHaveURL('/dashboard');
  await page.goto(`/akten/${caseId}/accounts/${await portal.readAccountId()}?tab=tasks`);
  const row = page.getByRole('link', { name: /Fristsache/ });
  await expect(row).toContainText(/^(?!.*Abgelaufen).*Bis /s);
  await expect(page.getByRole('img', { name: '1 offene Aufgabe' })).toBeVisible();
  await row.click();
  await page
    .getByRole('dialog', { name: 'Fristsache' })
    .getByRole('textbox', { name: 'Name' })
    .fill('Miriam');
});

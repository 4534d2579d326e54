import type { Browser, Page } from '@playwright/test';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { expectNoBarrier } from '../support/barriers.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, test, type DemoWorld } from '../support/test.ts';

const definition = (title: string): FormDefinition => ({
  title,
  formElements: [
    { id: 'first', type: 'input', label: 'Vorname', prefill: 'fn' },
    { id: 'last', type: 'input', label: 'Nachname', prefill: 'ln' },
    { id: 'what', type: 'input', label: 'Was ist passiert?' },
  ],
});

/** Sends the form as a visitor with this last name. */
async function submitForm(browser: Browser, processGuid: string, last: string): Promise<void> {
  const visitor = await browser.newPage();
  const form = new ExternalForm(visitor);
  await form.open(processGuid);
  await form.field('Vorname').fill('Kim');
  await form.field('Nachname').fill(last);
  await form.field('Was ist passiert\\?').fill('Glatteis auf der Brücke');
  await visitor.getByRole('button', { name: 'Angaben absenden' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank');
  await visitor.close();
}

async function openInbox(page: Page, demo: DemoWorld): Promise<void> {
  const portal = new Portal(page, demo);
  await page.goto('/login');
  await portal.logIn(demo.users[1]);
  await page.getByRole('navigation').getByRole('link', { name: 'Eingang' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Eingang' })).toBeVisible();
}

test('A lawyer reads a submission as it arrives, takes it, notes a word and files it', async ({
  page,
  browser,
  request,
  demo,
}, { project }) => {
  const name = `Petersen${project.name}${Date.now()}`;
  const { processGuid } = await new Provider(request, demo).publish(definition('Unfallbericht'));
  await openInbox(page, demo);
  await submitForm(browser, processGuid, name);

  const row = page.getByRole('link', { name: `Kim ${name}` });
  await test.step('The submission appears by itself', async () => {
    await expect(row).toBeVisible();
    await expectNoBarrier(page);
  });

  await test.step('Its record has the answers', async () => {
    await row.click();
    await expect(page.getByRole('heading', { level: 2, name: `Kim ${name}` })).toBeVisible();
    await expect(page.getByText('Glatteis auf der Brücke').last()).toBeVisible();
    await expectNoBarrier(page);
  });

  await test.step('Assignee and note are kept after a reload', async () => {
    await page.getByRole('button', { name: 'Ich übernehme das' }).click();
    await expect(page.getByRole('button', { name: 'Zurückgeben' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Notiz' }).fill('Rückruf um 12 Uhr');
    await expect(page.getByText('Gesichert.', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Notiz' })).toHaveValue('Rückruf um 12 Uhr');
    await expect(page.getByRole('button', { name: 'Zurückgeben' })).toBeVisible();
  });

  await test.step('Done takes it out of the list, and opening it again brings it back', async () => {
    await page.getByRole('button', { name: 'Als erledigt ablegen' }).click();
    await expect(page.getByText('Als erledigt abgelegt.').first()).toBeVisible();
    await page.goto(`/business?q=${name}`);
    await expect(page.getByText('Nichts gefunden.')).toBeVisible();
    await page.goto(`/business?view=done&q=${name}`);
    await page.getByRole('link', { name: `Kim ${name}` }).click();
    await page.getByRole('button', { name: 'Wieder öffnen' }).click();
    await expect(page.getByText('Wieder offen.').first()).toBeVisible();
    await page.goto(`/business?q=${name}`);
    await expect(page.getByRole('link', { name: `Kim ${name}` })).toBeVisible();
  });
});

test('Staff go through the inbox with keys, and Back closes the record', async ({
  page,
  browser,
  request,
  demo,
}) => {
  const name = `Tasten${Date.now()}`;
  const { processGuid } = await new Provider(request, demo).publish(definition('Tasten'));
  await submitForm(browser, processGuid, `${name}eins`);
  await submitForm(browser, processGuid, `${name}zwei`);
  await openInbox(page, demo);
  await page.keyboard.press('/');
  await page.keyboard.type(name); // other journeys use the same inbox
  await expect(page).toHaveURL(/q=Tasten/);
  await expect(async () => {
    await page.reload(); // answers are found some seconds after they were sent
    const newest = page.getByRole('link', { name: `Kim ${name}zwei` });
    await expect(newest).toBeVisible({ timeout: scaleTimeout(2_000) });
  }).toPass();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await expect(page.getByText(/^1 von/)).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByText(/^2 von/)).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/item=/);
});

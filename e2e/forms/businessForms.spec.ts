import type { Browser, Page } from '@playwright/test';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { expectNoBarrier } from '../support/barriers.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, test } from '../support/test.ts';

const definition = (title: string): FormDefinition => ({
  title: { de: title, en: `${title} in English` },
  pages: [
    {
      id: 'you',
      title: 'Zu Ihnen',
      formElements: [{ id: 'name', type: 'input', label: 'Name', required: true }],
    },
    {
      id: 'car',
      title: 'Ihr Auto',
      formElements: [{ id: 'plate', type: 'input', label: 'Kennzeichen' }],
    },
  ],
});

/** Visits both pages of the form; `submits` ends the visit with a submission. */
async function visitForm(browser: Browser, processGuid: string, submits: boolean): Promise<void> {
  const visitor = await browser.newPage();
  const form = new ExternalForm(visitor);
  await form.open(processGuid);
  const isCounted = () => visitor.waitForResponse(/\/assistants\/process\/pages$/);
  const begun = isCounted();
  await form.field('Name').fill('Kim Petersen');
  await begun;
  const cameToCar = isCounted();
  await visitor.getByRole('button', { name: 'Weiter', exact: true }).click();
  await cameToCar;
  if (submits) {
    await visitor.getByRole('button', { name: 'Weiter', exact: true }).click();
    await visitor.getByRole('button', { name: 'Angaben absenden' }).click();
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank');
  }
  await visitor.close();
}

/** Fills in the preview, which sends nothing to the server. */
async function tryPreview(page: Page, title: string): Promise<void> {
  const sentCalls: string[] = [];
  page.on('request', (call) => {
    if (call.method() !== 'GET') sentCalls.push(call.url());
  });
  await page.getByRole('link', { name: 'Vorschau öffnen' }).click();
  await page.reload();
  const form = new ExternalForm(page);
  await form.field('Name').fill('Probe');
  await page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await page.getByRole('button', { name: 'Weiter', exact: true }).click();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { name: `${title} in English` })).toBeVisible();
  await page.getByRole('button', { name: 'Send answers' }).click();
  await expect(page.getByText('All filled in correctly.', { exact: false }).first()).toBeVisible();
  expect(sentCalls.filter((url) => url.includes('/assistants/'))).toEqual([]);
}

test('A firm sees where visitors give up, saves the QR code and previews the form', async ({
  page,
  browser,
  request,
  demo,
}) => {
  const title = `Auto melden ${Date.now()}`;
  const { processGuid } = await new Provider(request, demo).publish(definition(title));

  const looking = await browser.newPage();
  await new ExternalForm(looking).open(processGuid); // not counted without an answer
  await looking.close();
  for (const submits of [false, true]) await visitForm(browser, processGuid, submits);

  await page.goto('/login');
  await new Portal(page, demo).logIn(demo.users[1]);
  await page.getByRole('navigation').getByRole('link', { name: 'Formulare' }).click();
  await expectNoBarrier(page);
  const row = page.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('Einmal abgeschickt in 12 Wochen');
  await row.getByRole('link', { name: title, exact: true }).click();

  await expect(
    page.getByText('2 Besucher haben etwas ausgefüllt, einer hat abgeschickt (50 %).'),
  ).toBeVisible();
  const findCells = (name: string) =>
    page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
  await expect(findCells('Zu Ihnen')).toHaveText(['2', '0']);
  await expect(findCells('Ihr Auto')).toHaveText(['2', '1']);
  await expect(findCells('Abgeschickt')).toHaveText(['1', '']);
  await expectNoBarrier(page);

  await expect(
    page.getByRole('link', { name: new RegExp(`/externalform/${processGuid}$`) }),
  ).toBeVisible();
  for (const kind of ['SVG', 'PNG']) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: `${kind} speichern` }).click();
    expect((await saved).suggestedFilename()).toBe(
      `${title.replaceAll(' ', '-')}.${kind.toLowerCase()}`,
    );
  }

  await tryPreview(page, title);
});

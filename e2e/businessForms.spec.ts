import type { FormDefinition } from '#schemas/forms.ts';
import { expectNoBarrier } from './barriers.ts';
import { ExternalForm } from './pages/externalForm.ts';
import { Portal } from './pages/portal.ts';
import { Provider } from './pages/provider.ts';
import { expect, test } from './test.ts';

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

test(
  'a firm sees where visitors give up, takes the link along and tries the form out',
  { tag: '@desk' },
  async ({ page, browser, request, demo }) => {
    const title = `Auto melden ${Date.now()}`;
    const { processGuid } = await new Provider(request, demo).publish(definition(title));

    const looking = await browser.newPage();
    await new ExternalForm(looking).open(processGuid); // and nothing else
    await looking.close();
    for (const sends of [false, true]) {
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
      if (sends) {
        await visitor.getByRole('button', { name: 'Weiter', exact: true }).click();
        await visitor.getByRole('button', { name: 'Angaben absenden' }).click();
        await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank');
      }
      await visitor.close();
    }

    await page.goto('/login');
    await new Portal(page, demo).logIn(demo.users[1]);
    await page.getByRole('navigation').getByRole('link', { name: 'Formulare' }).click();
    await expectNoBarrier(page);
    const row = page.getByRole('listitem').filter({ hasText: title });
    await expect(row).toContainText('1 Mal abgeschickt in 12 Wochen');
    await row.getByRole('link', { name: title, exact: true }).click();

    await expect(
      page.getByText('2 Besucher haben etwas ausgefüllt, einer hat abgeschickt (50 %).'),
    ).toBeVisible();
    const cellsOf = (name: string) =>
      page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
    await expect(cellsOf('Zu Ihnen')).toHaveText(['2', '0']);
    await expect(cellsOf('Ihr Auto')).toHaveText(['2', '1']);
    await expect(cellsOf('Abgeschickt')).toHaveText(['1', '']);
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

    const sentCalls: string[] = [];
    page.on('request', (call) => {
      if (call.method() !== 'GET') sentCalls.push(call.url());
    });
    await page.getByRole('link', { name: 'Vorschau öffnen' }).click();
    await page.reload(); // the address leads there by itself
    const form = new ExternalForm(page);
    await form.field('Name').fill('Probe');
    await page.getByRole('button', { name: 'Weiter', exact: true }).click();
    await page.getByRole('button', { name: 'Weiter', exact: true }).click();
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('heading', { name: `${title} in English` })).toBeVisible();
    await page.getByRole('button', { name: 'Send the answers' }).click();
    await expect(
      page.getByText('All filled in correctly.', { exact: false }).first(),
    ).toBeVisible();
    expect(sentCalls.filter((url) => url.includes('/assistants/'))).toEqual([]);
  },
);

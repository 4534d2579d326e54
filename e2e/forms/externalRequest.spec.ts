import type { MadeExternalRequest } from '#schemas/forms/externalRequests.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, readSubmissions, test } from '../support/test.ts';

const definition = {
  title: 'Angaben zum Mandat',
  resultText: 'Danke, das ist bei uns.',
  formElements: [
    { id: 'name', type: 'input', label: 'Name', prefill: 'm_name' as const },
    { id: 'email', type: 'input', label: 'E-Mail-Adresse', required: true },
  ],
};

for (const family of ['page', 'proudly-presents'] as const) {
  test(`A request under /${family} survives a failure and is answered once, on two devices`, async ({
    page,
    browser,
    request,
    demo,
  }, { project }) => {
    const provider = new Provider(request, demo);
    const { formId } = await provider.publish(definition);
    const made = await provider.post<MadeExternalRequest>('externalRequests', {
      formId,
      prefill: { m_name: 'Jana Müller' },
      returnUrl: 'https://aydin-kollegen.example/danke',
    });
    const address = made.url.replace('/page/', `/${family}/`);
    const email = `request-${family}-${project.name}-${Date.now()}@example.com`;

    await page.goto(address);
    await expect(page.getByLabel('Name')).toHaveValue('Jana Müller');
    await expect(page).not.toHaveURL(/m_name/);
    await page.getByLabel('E-Mail-Adresse').fill(email);

    const other = await (await browser.newContext()).newPage();
    await other.goto(address);
    await other.getByLabel('E-Mail-Adresse').fill(`zweite.${email}`);
    await expect(other.getByText(/^Entwurf gesichert/).locator('visible=true')).toBeVisible();

    let fetches = 0;
    page.on('request', (call) => {
      if (call.method() === 'GET' && call.url().includes('/api/assistants/process?')) fetches += 1;
    });
    await page.route('**/api/assistants/process?*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 409,
            json: { reason: 'conflict', reasonMessage: 'Bitte noch einmal.' },
          })
        : route.continue(),
    );
    const send = page.locator('main button[type=submit]');
    await send.click();
    await expect(page.getByText('Bitte noch einmal.')).toBeVisible();
    await expect.poll(() => fetches).toBe(1);
    await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue(email);
    await page.unroute('**/api/assistants/process?*');

    await send.click();
    await expect(page).toHaveURL(
      new RegExp(
        `/${family}/aydin-kollegen/guidance/${made.externalRequestKey}/confirmation-page$`,
      ),
    );
    await expect(page.getByText('Danke, das ist bei uns.')).toBeVisible();
    await expect(
      page.getByRole('status').filter({ hasText: 'aydin-kollegen.example' }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: /ausfüllen/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Hier bleiben' }).click();
    await expect(page.getByRole('button', { name: 'Hier bleiben' })).toHaveCount(0);
    expect(await readSubmissions(request, demo, email)).toHaveLength(1);

    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Schon abgeschickt');

    await other.locator('main button[type=submit]').click();
    for (const open of [() => undefined, () => other.reload()]) {
      await open();
      const title = 'Ihre Angaben wurden nicht abgeschickt';
      await expect(other.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(other.getByText(`zweite.${email}`)).toBeVisible();
    }
    expect(await readSubmissions(request, demo, email)).toHaveLength(1);
  });
}

test('An unknown request shows the 404 page', async ({ page }) => {
  await page.goto('/page/aydin-kollegen/guidance/nobody-made-this-one');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Diese Seite gibt es nicht');
});

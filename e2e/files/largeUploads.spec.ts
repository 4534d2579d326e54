import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { OwnServer, serverTimeoutMs } from '../support/ownServer.ts';
import { SlowNetwork } from '../support/slowNetwork.ts';
import { expect, test as base, type DemoWorld } from '../support/test.ts';

const mebibyte = 1024 * 1024;
const size = 20 * mebibyte; // three parts
const name = 'Müllers Unfall 🚗.mp4';
const film = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'),
  randomBytes(size - 24),
]);

type Upload = {
  origin: string;
  headers: Record<string, string>;
  formId: string;
  network: SlowNetwork;
  form: ExternalForm;
};

/** Provides a form with a file field behind a slow network. */
const test = base.extend<{ origin: string; upload: Upload }>({
  origin: ({ baseURL }, use) => use(baseURL ?? ''),
  upload: async ({ page, origin }, use) => {
    const { providerApiKey } = (await (await fetch(`${origin}/dev/demo.json`)).json()) as DemoWorld;
    const headers = { 'X-Api-Key': providerApiKey, 'Content-Type': 'application/json' };
    const post = async (path: string, body?: object) =>
      (
        await fetch(`${origin}/provider/v1/${path}`, {
          method: 'POST',
          headers: body ? headers : { 'X-Api-Key': providerApiKey },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
      ).json() as Promise<unknown>;
    const definition = {
      title: 'Film vom Unfall',
      formElements: [{ id: 'film', type: 'file', label: 'Film', required: true }],
    };
    const { formId, processGuid } = (await post('forms', { definition })) as {
      formId: string;
      processGuid: string;
    };
    await post(`forms/${formId}/publish`);
    const network = await SlowNetwork.connect(Number(new URL(origin).port));
    await page.goto(`${network.url}/externalform/${processGuid}`);
    await page.getByRole('button', { name: 'Einverstanden' }).click();
    await use({ origin, headers, formId, network, form: new ExternalForm(page) });
    await network.close();
  },
});

const testOnOwnServer = test.extend<{ server: OwnServer }>({
  server: [
    async ({}, use) => {
      const server = await OwnServer.create();
      await use(server);
      await server.remove();
    },
    { timeout: serverTimeoutMs },
  ],
  origin: ({ server }, use) => use(server.url),
});
test.setTimeout(scaleTimeout(120_000));

const findProgressBar = (page: Page) => page.getByRole('progressbar', { name: new RegExp(name) });
const readPercent = async (page: Page): Promise<number> =>
  Number(
    (await findProgressBar(page)
      .getAttribute('aria-valuenow', { timeout: scaleTimeout(1_000) })
      .catch(() => '0')) ?? 0,
  );

async function pickAndWaitForHalf(page: Page): Promise<void> {
  await page.getByTestId('pick-film').setInputFiles({ name, mimeType: 'video/mp4', buffer: film });
  await expect
    .poll(() => readPercent(page), { timeout: scaleTimeout(30_000), intervals: [50] })
    .toBeGreaterThan(50);
}

/** At most one chunk may be sent twice. */
function expectSentOnce({ sentBytes }: SlowNetwork): void {
  expect(sentBytes).toBeGreaterThan(size);
  expect(sentBytes).toBeLessThan(size + 9 * mebibyte);
}

async function expectArrived(
  page: Page,
  { form, network, headers, formId, origin }: Upload,
): Promise<void> {
  await expect(form.row(name)).toContainText('hochgeladen', { timeout: scaleTimeout(30_000) });
  expectSentOnce(network);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Absenden' }).click();
  await expect(page).toHaveURL(/\/succeed$/);
  const list = (await (
    await page.request.get(`${origin}/provider/v1/submissions?formId=${formId}`, { headers })
  ).json()) as { items: { submissionId: string }[] };
  const { files } = (await (
    await page.request.get(`${origin}/provider/v1/submissions/${list.items[0]?.submissionId}`, {
      headers,
    })
  ).json()) as { files: { fileuploadId: string; fileName: string }[] };
  expect(files.map(({ fileName }) => fileName)).toEqual([name]);
  const bytes = await (
    await page.request.get(
      `${origin}/provider/v1/submissions/${list.items[0]?.submissionId}` +
        `/files/${files[0]?.fileuploadId}`,
      { headers },
    )
  ).body();
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    createHash('sha256').update(film).digest('hex'),
  );
}

test('A large upload resumes when the device is online again and sends no half twice', async ({
  page,
  context,
  upload,
}) => {
  await pickAndWaitForHalf(page);
  await context.setOffline(true);
  upload.network.disconnect();
  await expect(upload.form.row(name)).toContainText('sobald Sie wieder online sind');
  upload.network.reconnect();
  await context.setOffline(false);
  await expectArrived(page, upload);
});

test('A large upload resumes after a reload', async ({ page, upload }) => {
  await pickAndWaitForHalf(page);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect
    .poll(() => readPercent(page), { timeout: scaleTimeout(30_000), intervals: [50] })
    .toBeGreaterThan(30);
  await expectArrived(page, upload);
});

testOnOwnServer(
  'A large upload resumes after the server was killed',
  async ({ page, server, upload }) => {
    await pickAndWaitForHalf(page);
    await server.kill();
    await expect(
      upload.form.row(name).getByRole('button', { name: 'Noch einmal versuchen' }),
    ).toBeVisible();
    await server.start();
    await upload.form.row(name).getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await expectArrived(page, upload);
  },
);

test('A cancelled large upload is deleted on the server too', async ({ page, upload }) => {
  const cancelled = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await pickAndWaitForHalf(page);
  await upload.form
    .row(name)
    .getByRole('button', { name: /abbrechen/i })
    .click();
  expect((await cancelled).status()).toBe(204);
  await expect(upload.form.row(name)).toHaveCount(0);
  await page.reload();
  await expect(page.getByTestId('pick-film')).toBeAttached();
  await expect(upload.form.row(name)).toHaveCount(0);
});

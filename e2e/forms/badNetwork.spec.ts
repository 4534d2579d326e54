import type { Page } from '@playwright/test';
import { sessionLimits } from '#schemas/access/limits.ts';
import { secondMs } from '#schemas/platform/time.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { OwnServer } from '../support/ownServer.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { expect, getAccidentGuid, readSubmissions, test, type DemoWorld } from '../support/test.ts';

const submissions = /\/api\/assistants\/process\?/;
const report = {
  name: 'gutachten.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2_000_000, 'x')]),
};

test('An upload resumes when the device is online again', async ({ page, context, demo }) => {
  const form = new ExternalForm(page);
  await form.open(getAccidentGuid(demo));
  await context.setOffline(true);
  await form.addPhoto(report);
  await expect(form.row('gutachten.pdf')).toContainText(
    'Wir laden die Datei hoch, sobald Sie wieder online sind.',
  );
  await form.submitButton().click();
  await expect(form.summary().getByRole('link', { name: /Diese Datei fehlt noch/ })).toBeVisible();
  await context.setOffline(false);
  await expect(form.row('gutachten.pdf')).toContainText('hochgeladen');
});

const latencyMs = 2_000;

test('On a connection of 2 s latency a form is filled in from its first paint on, and sent', async ({
  page,
  context,
  demo,
}) => {
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const form = new ExternalForm(page);
  await page.goto(`/externalform/${getAccidentGuid(demo)}`, { waitUntil: 'commit' });
  await form.field('Vorname').fill('Jonas');
  await expect(page.locator('form:not([data-live])')).toBeVisible(); // typed before the scripts
  await form.fillInAccident();
  await form.acceptTerms();
  await form.submitButton().click();
  await expect(page).toHaveURL(/\/succeed$/, { timeout: scaleTimeout(30_000) });
});

/** Drops the responses of submissions and returns their Idempotency-Keys. */
async function dropResponses(page: Page): Promise<string[]> {
  const keys: string[] = [];
  await page.route(submissions, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    await route.fetch();
    await route.abort();
  });
  return keys;
}

/** Sends the form, whose response is lost. Returns its e-mail address. */
async function loseResponse(form: ExternalForm, demo: DemoWorld, name: string): Promise<string> {
  const email = `${name}.${Date.now()}@example.com`;
  await form.open(getAccidentGuid(demo));
  await form.fillInAccident();
  await form.field('E-Mail-Adresse').fill(email);
  await form.acceptTerms();
  const keys = await dropResponses(form.page);
  await form.submitButton().click();
  const error = form.page.getByRole('alert');
  await expect(error).toContainText('Wir erreichen den Server gerade nicht.');
  expect(new Set(keys).size).toBe(1);
  await form.page.unroute(submissions);
  return email;
}

test('A change after a submission whose response was lost is kept, and not thanked for', async ({
  page,
  request,
  demo,
}, { project }) => {
  const form = new ExternalForm(page);
  const email = await loseResponse(form, demo, `korrektur.${project.name}`);
  await form.field('Vorname').fill('Jonathan');
  await form.submitButton().click();
  const title = 'Ihre Angaben wurden nicht abgeschickt';
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText('Jonathan')).toBeVisible();
  expect(await readSubmissions(request, demo, email)).toHaveLength(1);
});

test('A submission whose response was lost is recognised after a reload', async ({
  page,
  request,
  demo,
}, { project }) => {
  const form = new ExternalForm(page);
  const email = await loseResponse(form, demo, `verlorene.antwort.${project.name}`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Schon abgeschickt');
  await expect(page.getByText('Ihre Angaben vom letzten Mal sind bei')).toBeVisible();
  expect(await readSubmissions(request, demo, email)).toHaveLength(1);
});

test('A failed submission is retried after a reload with the same Idempotency-Key', async ({
  page,
  demo,
}) => {
  const form = new ExternalForm(page);
  await form.open(getAccidentGuid(demo));
  await form.fillInAccident();
  await form.acceptTerms();
  const keys: string[] = [];
  await page.route(submissions, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    await route.abort();
  });
  await form.submitButton().click();
  await expect(page.getByRole('alert')).toContainText('Wir erreichen den Server gerade nicht.');
  await page.unroute(submissions);
  await page.reload();
  await expect(
    page.getByRole('main').getByText('Ihre Angaben sind beim letzten Mal nicht angekommen.'),
  ).toBeVisible();
  await expect(form.field('Vorname')).toHaveValue('Jonas');
  await form.acceptTerms();
  const [again] = await Promise.all([
    page.waitForRequest(
      (request) => submissions.test(request.url()) && request.method() === 'POST',
    ),
    form.submitButton().click(),
  ]);
  await expect(page).toHaveURL(/\/succeed$/);
  expect(new Set([...keys, again.headers()['idempotency-key']]).size).toBe(1);
});

test('Two tabs submit the same answers once, even if one response is lost', async ({
  page,
  context,
  request,
  demo,
}, { project }) => {
  const email = `zwei.tabs.${project.name}.${Date.now()}@example.com`;
  const first = new ExternalForm(page);
  const second = new ExternalForm(await context.newPage());
  await first.open(getAccidentGuid(demo));
  await second.open(getAccidentGuid(demo));
  await first.fillInAccident();
  await first.field('E-Mail-Adresse').fill(email);
  await expect(second.field('E-Mail-Adresse')).toHaveValue(email);
  await dropResponses(page);
  await first.acceptTerms();
  await first.submitButton().click();
  await expect(page.getByRole('alert')).toContainText('Wir erreichen den Server gerade nicht.');
  await page.close();

  await second.acceptTerms();
  await second.submitButton().click();
  await expect(second.page.getByRole('heading', { level: 1 })).toHaveText('Schon abgeschickt');
  expect(await readSubmissions(request, demo, email)).toHaveLength(1);
});

test('A form is kept and submitted after a restart of the server that outlasts its token', async ({
  browser,
}) => {
  test.slow();
  const server = await OwnServer.create();
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const demo = (await (await context.request.get('/dev/demo.json')).json()) as DemoWorld;
    const form = new ExternalForm(await context.newPage());
    await form.open(getAccidentGuid(demo));
    await server.kill();
    await form.fillInAccident();
    await form.acceptTerms();
    await form.submitButton().click();
    await expect(form.page.getByRole('alert')).toContainText(
      'Wir erreichen den Server gerade nicht.',
    );
    await expect(form.field('Vorname')).toHaveValue('Jonas');
    await server.start();
    await server.forward((sessionLimits.accessTokenSeconds + 1) * secondMs);
    await form.submitButton().click();
    await expect(form.page).toHaveURL(/\/succeed$/);
  } finally {
    await context.close();
    await server.remove();
  }
});

test('A leaflet is downloaded; offline a toast shows the error for six seconds', async ({
  page,
  context,
  demo,
}) => {
  const form = new ExternalForm(page);
  const messagesAreReady = page.waitForResponse(/ToastViewport-.*\.js$/);
  await form.open(getAccidentGuid(demo));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Merkblatt Verkehrsunfall.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('Merkblatt Verkehrsunfall.pdf');

  await messagesAreReady;
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Vollmacht (Muster).pdf' }).click();
  const message = page
    .getByRole('listitem')
    .filter({ hasText: 'Wir erreichen den Server gerade nicht.' });
  await expect(message).toBeVisible();
  await expect(message).toBeHidden({ timeout: 6_000 + scaleTimeout(2_000) });
});

test('An upload is retried after server errors and an expired token', async ({ page, demo }) => {
  const form = new ExternalForm(page);
  await form.open(getAccidentGuid(demo));
  const failures = [
    { status: 503 },
    { status: 500 },
    { status: 401, json: { reason: 'unauthorized', reasonMessage: 'Ihr Zugang ist abgelaufen.' } },
  ];
  const keys: string[] = [];
  await page.route('**/files/upload', async (route) => {
    keys.push(`${route.request().headers()['idempotency-key']}`);
    const failure = failures.shift();
    await (failure ? route.fulfill(failure) : route.continue());
  });
  const renewal = page.waitForRequest('**/assistants/process/access');
  await form.addPhoto(report);
  await renewal;
  await expect(form.row('gutachten.pdf')).toContainText('hochgeladen');
  expect([keys.length, new Set(keys).size]).toEqual([4, 1]);
});

test('Leaving during an upload asks for confirmation', async ({ page, demo }) => {
  const form = new ExternalForm(page);
  await form.open(getAccidentGuid(demo));
  const held: (() => void)[] = [];
  await page.route('**/files/upload', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  await form.addPhoto(report);
  await expect(form.row('gutachten.pdf')).toContainText('von');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  await expect(form.row('gutachten.pdf')).toContainText('hochgeladen');
});

test('A toast shows the server’s message, even when its code fails to load', async ({
  page,
  demo,
}) => {
  await page.route(/ToastViewport-.*\.js$/, (route) => route.abort());
  await page.route('**/files/download/**', (route) =>
    route.fulfill({
      status: 404,
      json: { reason: 'notFound', reasonMessage: 'Dieses Merkblatt gibt es nicht mehr.' },
    }),
  );
  await new ExternalForm(page).open(getAccidentGuid(demo));
  await page.getByRole('button', { name: 'Merkblatt Verkehrsunfall.pdf' }).click();
  await expect(page.getByRole('alert')).toHaveText('Dieses Merkblatt gibt es nicht mehr.');
});

test('Terms that fail to load show the reason and load at the second attempt', async ({
  page,
  demo,
}) => {
  await new ExternalForm(page).open(getAccidentGuid(demo));
  await page.route(
    '**/account/agb?**',
    (route) =>
      route.fulfill({
        status: 429,
        json: { reason: 'tooManyRequests', reasonMessage: 'Das waren sehr viele Versuche.' },
      }),
    { times: 1 },
  );
  await page.getByRole('contentinfo').getByRole('button', { name: 'Nutzungsbedingungen' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Das waren sehr viele Versuche.');
  await dialog.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(
    dialog.getByRole('heading', { level: 2 }).or(dialog.locator('p')).first(),
  ).not.toHaveText('');
});

test(
  'An offline notice shows that the draft is kept, until the device is online',
  { tag: '@both' },
  async ({ page, context, demo }, { project }) => {
    const form = new ExternalForm(page);
    await form.open(getAccidentGuid(demo));
    await context.setOffline(true);
    await form.field('Vorname').fill('Jonas');
    const line = page.getByText(
      'Sie sind offline. Was Sie eingeben, bleibt auf diesem Gerät gesichert.',
    );
    await expect(line).toBeInViewport();
    if (project.name === 'phone') {
      const dropTop = await page.getByTestId('pick-photos').evaluate((input) => {
        input.parentElement?.scrollIntoView({ block: 'end' });
        return input.parentElement?.getBoundingClientRect().top ?? 0;
      });
      const { y, height } = (await line.boundingBox()) ?? { y: Infinity, height: 0 };
      expect(y + height).toBeLessThanOrEqual(dropTop); // above the field, not over it
    }
    await context.setOffline(false);
    await expect(line).toBeHidden();
  },
);

test('The error of an offline submission disappears when the device is online', async ({
  page,
  context,
  demo,
}) => {
  const form = new ExternalForm(page);
  await form.open(getAccidentGuid(demo));
  await form.fillInAccident();
  await form.acceptTerms();
  await context.setOffline(true);
  await form.submitButton().click();
  const message = page
    .getByRole('alert')
    .filter({ hasText: 'Wir erreichen den Server gerade nicht.' });
  await expect(message).toBeVisible();
  await context.setOffline(false);
  await expect(message).toBeHidden();
});

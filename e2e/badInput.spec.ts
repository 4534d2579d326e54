import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { OwnServer } from './ownServer.ts';
import { ExternalForm } from './pages/externalForm.ts';
import { accidentGuid, expect, readSubmissions, test, type DemoWorld } from './test.ts';

const submissions = /\/api\/assistants\/process\?/;
const pdf = (name: string, bytes = 2_000_000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes, 'x')]),
});

test('an unknown link leads to the 404 page, and from there to the start', async ({ page }) => {
  await page.goto('/externalform/nobody-knows-this');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fehler 404');
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Mandantenportal' }),
  ).toBeVisible(); // the portal's own: whose link it would have been nobody is told
  await page.getByRole('link', { name: 'Zum Start' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen im Mandantenportal');
});

test('a form that is not published looks like one that does not exist', async ({
  page,
  request,
  demo,
}) => {
  const definition = {
    title: 'Entwurf',
    formElements: [{ id: 'name', type: 'input', label: 'Name' }],
  };
  const draft = await request.post('/provider/v1/forms', {
    headers: { 'X-Api-Key': demo.providerApiKey },
    data: { definition },
  });
  const { processGuid } = (await draft.json()) as { processGuid: string };
  await page.goto(`/externalform/${processGuid}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fehler 404');
});

test('the thanks page without a sent form leads back to the form', async ({ page, demo }) => {
  await page.goto(`/externalform/${accidentGuid(demo)}/succeed`);
  await expect(page).toHaveURL(/\/externalform\/[^/]+$/);
});

test('files that cannot be taken are refused by name, each with its reason, and the others go on', async ({
  page,
  demo,
}) => {
  const form = new ExternalForm(page);
  await form.open(accidentGuid(demo));
  const large = join(tmpdir(), `gross-${process.pid}-${Date.now()}.pdf`);
  await writeFile(large, Buffer.alloc(60 * 1024 * 1024));
  await page.getByTestId('pick-photos').setInputFiles([pdf('setup.exe', 10), pdf('brief.pdf', 10)]);
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'Dateien mit nicht erlaubten Endungen wurden entfernt:' })
      .getByRole('listitem'),
  ).toHaveText(['setup.exe']);
  await page.getByTestId('pick-photos').setInputFiles(large);
  await expect(form.row('gross-')).toContainText(
    'Diese Datei ist zu groß. Möglich sind bis zu 25 MB.',
  );
  await expect(form.row('brief.pdf')).toContainText('hochgeladen');
  await rm(large);
});

test('an upload that the net has stopped goes on by itself', async ({ page, context, demo }) => {
  const form = new ExternalForm(page);
  await form.open(accidentGuid(demo));
  await context.setOffline(true);
  await form.addPhoto(pdf('gutachten.pdf'));
  await expect(form.row('gutachten.pdf')).toContainText(
    'Wir laden die Datei hoch, sobald Sie wieder online sind.',
  );
  await form.submitButton().click();
  await expect(form.summary().getByRole('link', { name: /nicht angekommen/ })).toBeVisible();
  await context.setOffline(false);
  await expect(form.row('gutachten.pdf')).toContainText('hochgeladen');
});

test('two tabs share a draft, and the second one hears when the first has sent', async ({
  page,
  context,
  demo,
}) => {
  const first = new ExternalForm(page);
  await first.open(accidentGuid(demo));
  await first.field('Vorname').fill('Jonas');
  await first.expectDraftKept();
  const second = new ExternalForm(await context.newPage());
  await second.open(accidentGuid(demo));
  await expect(second.field('Vorname')).toHaveValue('Jonas');
  await second.field('Nachname').fill('Wieland');
  await expect(first.field('Nachname')).toHaveValue('Wieland');
  await first.fillInAccident();
  await first.acceptTerms();
  await first.submitButton().click();
  await expect(page).toHaveURL(/\/succeed$/);
  await expect(second.page.getByText(/in einem anderen Tab abgeschickt/)).toBeVisible();
  await second.page.getByRole('button', { name: 'Neu beginnen' }).click();
  await expect(second.field('Vorname')).toHaveValue('');
});

test('two tabs opened before either was typed in lose nothing of each other', async ({
  page,
  context,
  demo,
}) => {
  const first = new ExternalForm(page);
  const second = new ExternalForm(await context.newPage());
  await first.open(accidentGuid(demo));
  await second.open(accidentGuid(demo));
  await first.field('Vorname').fill('Jonas');
  await expect(second.field('Vorname')).toHaveValue('Jonas');
  await second.field('Nachname').fill('Wieland');
  await expect(first.field('Nachname')).toHaveValue('Wieland');
  await second.page.close();
  await page.reload();
  await expect(first.field('Vorname')).toHaveValue('Jonas');
  await expect(first.field('Nachname')).toHaveValue('Wieland');
});

test('a tab of a form that was sent leaves the draft of the next one alone', async ({
  page,
  context,
  demo,
}) => {
  const first = new ExternalForm(page);
  await first.open(accidentGuid(demo));
  await first.fillInAccident();
  await first.expectDraftKept();
  const late = new ExternalForm(await context.newPage());
  await late.open(accidentGuid(demo));
  await expect(late.field('Vorname')).toHaveValue('Jonas');
  await first.acceptTerms();
  await first.submitButton().click();
  await page.getByRole('link', { name: 'Das Formular noch einmal ausfüllen' }).click();
  await first.field('Vorname').fill('Mia');
  await expect(
    page
      .getByText(/Entwurf gesichert/)
      .locator('visible=true')
      .first(),
  ).toBeVisible();
  await late.field('Nachname').fill('Zu spät');
  await late.page.close({ runBeforeUnload: true });
  await page.reload();
  await expect(first.field('Vorname')).toHaveValue('Mia');
  await expect(first.field('Nachname')).toHaveValue('');
});

/** Lets submissions through and keeps their answers from the browser. Answers the keys they were sent under. */
async function loseAnswers(page: Page): Promise<string[]> {
  const keys: string[] = [];
  await page.route(submissions, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    await route.fetch();
    await route.abort();
  });
  return keys;
}

test('a submission whose answer was lost is recognised when the form is opened again', async ({
  page,
  request,
  demo,
}, { project }) => {
  const form = new ExternalForm(page);
  const email = `verlorene.antwort.${project.name}.${Date.now()}@example.com`;
  await form.open(accidentGuid(demo));
  await form.fillInAccident();
  await form.field('E-Mail-Adresse').fill(email);
  await form.acceptTerms();
  const keys = await loseAnswers(page);
  await form.submitButton().click();
  await expect(page.getByRole('alert')).toContainText('Wir erreichen den Server gerade nicht.', {
    timeout: 20_000,
  });
  expect(new Set(keys).size).toBe(1);

  await page.unroute(submissions);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Schon abgeschickt');
  await expect(page.getByText('Ihre Angaben vom letzten Mal sind bei')).toBeVisible();
  expect(await readSubmissions(request, demo, email)).toHaveLength(1);
});

test('a submission that did not arrive is offered again after a reload, under the same key', async ({
  page,
  demo,
}) => {
  const form = new ExternalForm(page);
  await form.open(accidentGuid(demo));
  await form.fillInAccident();
  await form.acceptTerms();
  const keys: string[] = [];
  await page.route(submissions, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    await route.abort();
  });
  await form.submitButton().click();
  await expect(page.getByRole('alert')).toContainText('Wir erreichen den Server gerade nicht.', {
    timeout: 20_000,
  });
  await page.unroute(submissions);
  await page.reload();
  await expect(
    page.getByText('Ihre Angaben sind beim letzten Mal nicht angekommen.'),
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

test('two tabs with workflows of their own send the same answers once, also when the first one broke off', async ({
  page,
  context,
  request,
  demo,
}, { project }) => {
  const email = `zwei.tabs.${project.name}.${Date.now()}@example.com`;
  const first = new ExternalForm(page);
  const second = new ExternalForm(await context.newPage());
  await first.open(accidentGuid(demo));
  await second.open(accidentGuid(demo));
  await first.fillInAccident();
  await first.field('E-Mail-Adresse').fill(email);
  await expect(second.field('E-Mail-Adresse')).toHaveValue(email);
  await loseAnswers(page);
  await first.acceptTerms();
  await first.submitButton().click();
  await expect(page.getByRole('alert')).toContainText('Wir erreichen den Server gerade nicht.', {
    timeout: 20_000,
  });
  await page.close();

  await second.acceptTerms();
  await second.submitButton().click();
  await expect(second.page.getByRole('heading', { level: 1 })).toHaveText('Schon abgeschickt');
  expect(await readSubmissions(request, demo, email)).toHaveLength(1);
});

test('the server can die while somebody types, and come back knowing no token: nothing typed is lost, and it is sent', async ({
  browser,
}) => {
  test.slow();
  const server = await OwnServer.create();
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const demo = (await (await context.request.get('/dev/demo.json')).json()) as DemoWorld;
    const form = new ExternalForm(await context.newPage());
    await form.open(accidentGuid(demo));
    await server.kill();
    await form.fillInAccident();
    await form.acceptTerms();
    await form.submitButton().click();
    await expect(form.page.getByRole('alert')).toContainText(
      'Wir erreichen den Server gerade nicht.',
      { timeout: 20_000 },
    );
    await expect(form.field('Vorname')).toHaveValue('Jonas');
    await server.start({
      AUTH_SECRET: 'another secret than before, so that every token has ended',
    });
    await form.submitButton().click();
    await expect(form.page).toHaveURL(/\/succeed$/);
  } finally {
    await context.close();
    await server.remove();
  }
});

test('a leaflet is saved under its name; off the net a message says what is wrong and goes after six seconds', async ({
  page,
  context,
  demo,
}) => {
  const form = new ExternalForm(page);
  const messagesAreReady = page.waitForResponse(/ToastViewport-.*\.js$/);
  await form.open(accidentGuid(demo));
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
  await expect(message).toBeHidden({ timeout: 8_000 });
});

test('an upload outlives a server that is not ready and a token that has ended', async ({
  page,
  demo,
}) => {
  const form = new ExternalForm(page);
  await form.open(accidentGuid(demo));
  const failures = [
    { status: 503 },
    { status: 500 },
    { status: 401, json: { reason: 'unauthorized', reasonMessage: 'Ihr Zugang ist abgelaufen.' } },
  ];
  const tries: string[] = [];
  await page.route('**/files/upload', async (route) => {
    tries.push(`${route.request().headers()['idempotency-key']}`);
    const failure = failures.shift();
    await (failure ? route.fulfill(failure) : route.continue());
  });
  const renewal = page.waitForRequest('**/assistants/process/access');
  await form.addPhoto(pdf('gutachten.pdf'));
  await renewal;
  await expect(form.row('gutachten.pdf')).toContainText('hochgeladen', { timeout: 15_000 });
  expect([tries.length, new Set(tries).size]).toEqual([4, 1]);
});

test('leaving while a file is on its way asks first', async ({ page, demo }) => {
  const form = new ExternalForm(page);
  await form.open(accidentGuid(demo));
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
  await form.addPhoto(pdf('gutachten.pdf'));
  await expect(form.row('gutachten.pdf')).toContainText('von');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  await expect(form.row('gutachten.pdf')).toContainText('hochgeladen');
});

test('a message says what the server said, even when the code for pretty messages does not load', async ({
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
  await new ExternalForm(page).open(accidentGuid(demo));
  await page.getByRole('button', { name: 'Merkblatt Verkehrsunfall.pdf' }).click();
  await expect(page.getByRole('alert')).toHaveText('Dieses Merkblatt gibt es nicht mehr.');
});

test('the terms that do not load say why, and load at the second try', async ({ page, demo }) => {
  await new ExternalForm(page).open(accidentGuid(demo));
  await page.route(
    '**/account/agb?**',
    (route) =>
      route.fulfill({
        status: 429,
        json: { reason: 'tooManyRequests', reasonMessage: 'Das waren sehr viele Versuche.' },
      }),
    { times: 1 },
  );
  await page.getByRole('contentinfo').getByRole('button', { name: 'Mandatsbedingungen' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Das waren sehr viele Versuche.');
  await dialog.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(
    dialog.getByRole('heading', { level: 2 }).or(dialog.locator('p')).first(),
  ).not.toHaveText('');
});

test('what the server refuses is shown at the answers and at what must be accepted alike', async ({
  page,
  demo,
}) => {
  const form = new ExternalForm(page);
  await form.open(accidentGuid(demo));
  await form.fillInAccident();
  await form.acceptTerms();
  await page.route(submissions, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const {
      answers: [first],
    } = route.request().postDataJSON() as { answers: { elementId: string }[] };
    const fields = {
      [`/answers/${first?.elementId}`]: 'Das ist kein Vorname.',
      '/datenschutzAccepted': 'Das muss angekreuzt sein.',
    };
    await route.fulfill({
      status: 400,
      json: { reason: 'invalidAnswers', reasonMessage: 'Bitte prüfen Sie Ihre Angaben.', fields },
    });
  });
  await form.submitButton().click();
  await expect(form.summary()).toContainText('Das ist kein Vorname.');
  await expect(form.summary().getByRole('link', { name: /^Datenschutz/ })).toBeVisible();
});

test('off the net a quiet line says that nothing is lost, and goes with the net back', async ({
  page,
  context,
  demo,
}, { project }) => {
  const form = new ExternalForm(page);
  await form.open(accidentGuid(demo));
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
    expect(y + height).toBeLessThanOrEqual(dropTop); // above what is filled in, not over it
  }
  await context.setOffline(false);
  await expect(line).toBeHidden();
});

test('what the net has stopped from being sent is said only until the net is back', async ({
  page,
  context,
  demo,
}) => {
  const form = new ExternalForm(page);
  await form.open(accidentGuid(demo));
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

test('Back leads to where one was in the form', async ({ page, demo }) => {
  const form = new ExternalForm(page);
  await form.open(accidentGuid(demo));
  await form.place().scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(200);
  await page.goto('/');
  await page.goBack();
  await expect
    .poll(() => page.evaluate(() => Math.abs(scrollY)).catch(() => 0))
    .toBeGreaterThan(before - 5); // the page may still be on its way
});

test('every page speaks the chosen language', async ({ page }) => {
  await page.goto('/nirgends');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error 404');
  await page.getByRole('link', { name: 'Back to the start' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to the client portal');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen im Mandantenportal');
});

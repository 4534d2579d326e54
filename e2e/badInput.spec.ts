import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnServer } from './ownServer.ts';
import { ExternalForm } from './pages/externalForm.ts';
import { expect, test, type DemoWorld } from './test.ts';

const firstGuid = (demo: DemoWorld): string => demo.forms[0]?.processGuid ?? '';
const pdf = (name: string, bytes = 2_000_000) => ({ name, mimeType: 'application/pdf', buffer: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes, 'x')]) });

test('an unknown link leads to the 404 page, and from there to the start', async ({ page }) => {
  await page.goto('/externalform/nobody-knows-this');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fehler 404');
  await page.getByRole('link', { name: 'Zum Start' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen im Mandantenportal');
});

test('a form that is not published looks like one that does not exist', async ({ page, request, demo }) => {
  const definition = { title: 'Entwurf', formElements: [{ id: 'name', type: 'input', label: 'Name' }] };
  const draft = await request.post('/provider/v1/forms', { headers: { 'X-Api-Key': demo.providerApiKey }, data: { definition } });
  const { processGuid } = (await draft.json()) as { processGuid: string };
  await page.goto(`/externalform/${processGuid}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fehler 404');
});

test('the thanks page without a sent form leads back to the form', async ({ page, demo }) => {
  await page.goto(`/externalform/${firstGuid(demo)}/succeed`);
  await expect(page).toHaveURL(/\/externalform\/[^/]+$/);
});

test('files that cannot be taken are refused by name, each with its reason, and the others go on', async ({ page, demo }) => {
  const form = new ExternalForm(page);
  await form.open(firstGuid(demo));
  const large = join(tmpdir(), `gross-${process.pid}-${Date.now()}.pdf`);
  await writeFile(large, Buffer.alloc(60 * 1024 * 1024));
  await page.getByTestId('pick-photos').setInputFiles([pdf('setup.exe', 10), pdf('brief.pdf', 10)]);
  await page.getByTestId('pick-photos').setInputFiles(large);
  await expect(form.row('setup.exe')).toContainText('Dateien mit der Endung EXE nehmen wir nicht an.');
  await expect(form.row('gross-')).toContainText('Diese Datei ist zu groß. Möglich sind bis zu 25 MB.');
  await expect(form.row('brief.pdf')).toContainText('hochgeladen');
  await page.getByRole('button', { name: 'Meldung zu setup.exe schließen' }).click();
  await expect(form.row('setup.exe')).toHaveCount(0);
  await rm(large);
});

test('an upload that breaks off can be tried again', async ({ page, context, demo }) => {
  const form = new ExternalForm(page);
  await form.open(firstGuid(demo));
  await context.setOffline(true);
  await form.addPhoto(pdf('gutachten.pdf'));
  await expect(form.row('gutachten.pdf')).toContainText('Wir erreichen den Server gerade nicht.');
  await context.setOffline(false);
  await form.row('gutachten.pdf').getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(form.row('gutachten.pdf')).toContainText('hochgeladen');
});

test('two tabs share a draft, and the second one hears when the first has sent', async ({ page, context, demo }) => {
  const first = new ExternalForm(page);
  await first.open(firstGuid(demo));
  await first.field('Vorname').fill('Jonas');
  await page.waitForTimeout(1_500);
  const second = new ExternalForm(await context.newPage());
  await second.open(firstGuid(demo));
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

test('two tabs opened before either was typed in lose nothing of each other', async ({ page, context, demo }) => {
  const first = new ExternalForm(page);
  const second = new ExternalForm(await context.newPage());
  await first.open(firstGuid(demo));
  await second.open(firstGuid(demo));
  await first.field('Vorname').fill('Jonas');
  await expect(second.field('Vorname')).toHaveValue('Jonas');
  await second.field('Nachname').fill('Wieland');
  await expect(first.field('Nachname')).toHaveValue('Wieland');
  await second.page.close();
  await page.reload();
  await expect(first.field('Vorname')).toHaveValue('Jonas');
  await expect(first.field('Nachname')).toHaveValue('Wieland');
});

test('a tab of a form that was sent leaves the draft of the next one alone', async ({ page, context, demo }) => {
  const first = new ExternalForm(page);
  await first.open(firstGuid(demo));
  await first.fillInAccident();
  await page.waitForTimeout(1_500);
  const late = new ExternalForm(await context.newPage());
  await late.open(firstGuid(demo));
  await expect(late.field('Vorname')).toHaveValue('Jonas');
  await first.acceptTerms();
  await first.submitButton().click();
  await page.getByRole('link', { name: 'Das Formular noch einmal ausfüllen' }).click();
  await first.field('Vorname').fill('Mia');
  await expect(page.getByText(/Entwurf gesichert/).locator('visible=true').first()).toBeVisible();
  await late.field('Nachname').fill('Zu spät');
  await late.page.close({ runBeforeUnload: true });
  await page.reload();
  await expect(first.field('Vorname')).toHaveValue('Mia');
  await expect(first.field('Nachname')).toHaveValue('');
});

test('the server can die while somebody types, and come back knowing no token: nothing typed is lost, and it is sent', async ({ browser }) => {
  test.slow();
  const server = await OwnServer.create();
  const context = await browser.newContext({ baseURL: server.url });
  try {
    const demo = (await (await context.request.get('/dev/demo.json')).json()) as DemoWorld;
    const form = new ExternalForm(await context.newPage());
    await form.open(firstGuid(demo));
    await server.kill();
    await form.fillInAccident();
    await form.acceptTerms();
    await form.submitButton().click();
    await expect(form.page.getByRole('alert')).toContainText('Wir erreichen den Server gerade nicht.', { timeout: 20_000 });
    await expect(form.field('Vorname')).toHaveValue('Jonas');
    await server.start({ AUTH_SECRET: 'another secret than before, so that every token has ended' });
    await form.submitButton().click();
    await expect(form.page).toHaveURL(/\/succeed$/);
  } finally {
    await context.close();
    await server.remove();
  }
});

test('a leaflet is saved under its name; off the net a message says what is wrong and goes after six seconds', async ({ page, context, demo }) => {
  const form = new ExternalForm(page);
  const messagesAreReady = page.waitForResponse(/ToastViewport-.*\.js$/);
  await form.open(firstGuid(demo));
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Merkblatt Verkehrsunfall.pdf' }).click();
  expect((await download).suggestedFilename()).toBe('Merkblatt Verkehrsunfall.pdf');

  await messagesAreReady;
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Vollmacht (Muster).pdf' }).click();
  const message = page.getByRole('listitem').filter({ hasText: 'Wir erreichen den Server gerade nicht.' });
  await expect(message).toBeVisible();
  await expect(message).toBeHidden({ timeout: 8_000 });
});

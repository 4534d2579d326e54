import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { openSilentLine } from '#server/testing/peers/silentLine.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { OwnServer, serverTimeoutMs } from '../support/ownServer.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { Portal } from '../support/pages/portal.ts';
import { expect, getAccidentGuid, readSubmissions, test, type DemoWorld } from '../support/test.ts';

const adminUrl = process.env['TEST_DATABASE_URL'] ?? '';
/** The client retries a 503 every second, so that many of them last longer than five seconds. */
const refusals = 6;

async function runAsAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Starts a server with demo data in PostgreSQL, and a line to it that can be cut. */
async function startOnPostgres() {
  const name = `formakte_e2e_${randomBytes(6).toString('hex')}`;
  await runAsAdmin(`create database ${name}`);
  const line = await openSilentLine(Object.assign(new URL(adminUrl), { pathname: name }).href);
  const drop = () => runAsAdmin(`drop database ${name} with (force)`);
  try {
    const server = await OwnServer.create({ DATABASE_URL: line.url.href });
    const remove = async () => {
      await server.remove();
      line.close();
      await drop();
    };
    return { server, line, remove };
  } catch (error) {
    line.close();
    await drop();
    throw error;
  }
}

/** Collects Retry-After of the 503 responses to the page's calls of this path. */
function collectRefusals(page: Page, path: RegExp): (string | undefined)[] {
  const refused: (string | undefined)[] = [];
  page.on('response', (response) => {
    if (response.request().method() !== 'POST' || !path.test(response.url())) return;
    if (response.status() === 503) refused.push(response.headers()['retry-after']);
  });
  return refused;
}

/** Cuts the database off, sends, and connects it again once the page was refused for seconds. */
async function sendWhileAway(
  { close, open }: Pick<Awaited<ReturnType<typeof openSilentLine>>, 'close' | 'open'>,
  send: () => Promise<void>,
  refused: readonly (string | undefined)[],
): Promise<void> {
  close();
  await send();
  await expect
    .poll(() => refused.length, { timeout: scaleTimeout(30_000) })
    .toBeGreaterThanOrEqual(refusals);
  expect(new Set(refused)).toEqual(new Set(['1']));
  await open();
}

test.describe('a restart of PostgreSQL', () => {
  test.skip(adminUrl === '', 'TEST_DATABASE_URL is not set');

  test('What is sent while PostgreSQL is away for five seconds arrives by itself, once', async ({
    browser,
  }) => {
    test.setTimeout(4 * serverTimeoutMs);
    const { server, line, remove } = await startOnPostgres();
    const context = await browser.newContext({ baseURL: server.url });
    try {
      const demo = (await (await context.request.get('/dev/demo.json')).json()) as DemoWorld;
      const form = new ExternalForm(await context.newPage());
      await form.open(getAccidentGuid(demo));
      await form.fillInAccident();
      const email = 'neustart@example.com';
      await form.field('E-Mail-Adresse').fill(email);
      await form.acceptTerms();
      const refused = collectRefusals(form.page, /assistants\/process\?/);
      await sendWhileAway(line, () => form.submitButton().click(), refused);
      await expect(form.page).toHaveURL(/\/succeed$/);
      expect(await readSubmissions(context.request, demo, email)).toHaveLength(1);
      await form.page.close(); // it leads to the firm's website after a while

      const page = await context.newPage();
      const portal = new Portal(page, demo);
      await page.goto('/login');
      await portal.logIn();
      await portal.expectDashboard();
      await page.goto('/akten');
      await page
        .getByRole('link', { name: /Verkehrsunfall/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Nachricht schreiben' }).click();
      const dialog = page.getByRole('dialog', { name: 'Neue Nachricht' });
      await dialog.getByRole('textbox', { name: 'Betreff' }).fill('Neustart');
      await dialog.getByRole('textbox', { name: 'Nachricht' }).fill('Kommt das an?');
      const send = () => dialog.getByRole('button', { name: 'Nachricht senden' }).click();
      await sendWhileAway(line, send, collectRefusals(page, /\/messages$/));
      const sent = page.getByRole('article', { name: 'Sie: Neustart' });
      await expect(sent).toContainText('Zugestellt', { timeout: scaleTimeout(30_000) });
      await page.reload();
      await expect(sent).toHaveCount(1);
    } finally {
      await context.close();
      await remove();
    }
  });
});

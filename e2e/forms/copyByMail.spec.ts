import type { APIRequestContext, Page } from '@playwright/test';
import { expectNoBarrier, expectNoSidewaysScroll } from '../support/barriers.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { expect, getFormGuid, test, type DemoWorld } from '../support/test.ts';

const getEmail = (name: string) => `${name}.${test.info().project.name}@example.com`;

/** Asks for a talk, and returns when the thank-you page names the masked address. */
async function askForTalk(page: Page, demo: DemoWorld, email: string): Promise<void> {
  await page.goto(`/externalform/${getFormGuid(demo, 'Erstgespräch anfragen')}`);
  const form = new ExternalForm(page);
  await form.field('Wie heißen Sie\\?').fill('Jana Petersen');
  await form.field('E-Mail-Adresse').fill(email);
  await form.choose('Worum geht es?', 'Führung');
  await form.field('Was soll in drei Monaten anders sein\\?').fill('Ich leite ein Team.');
  await page.getByLabel(/Datenschutzhinweise/).check();
  await page.getByRole('button', { name: 'Gespräch anfragen' }).click();
  await expect(page.getByText(/^Eine E-Mail an [a-z]•••@example\.com ist unterwegs/)).toBeVisible();
}

type Message = { recipient: string; body: string };

async function findMail(request: APIRequestContext, email: string): Promise<Message> {
  const messages = (await (await request.get('/dev/outbox.json')).json()) as Message[];
  const [mail, ...others] = messages.filter(({ recipient }) => recipient === email);
  expect(others).toEqual([]);
  if (!mail) throw new Error('No copy was mailed');
  return mail;
}

/** Opens the link of the mail and confirms it. */
async function openCopy(page: Page, { body }: Message): Promise<string> {
  const url = /\S+\/form-copy\?key=\S+/.exec(body)?.[0] ?? '';
  await page.goto(url);
  await expect(page.getByText('Ich leite ein Team.')).toBeHidden();
  await page.getByRole('button', { name: 'Kopie öffnen' }).click();
  await expect(page.getByText('Ich leite ein Team.')).toBeVisible();
  return url;
}

test('A visitor opens the copy of the answers by the link in the mail, once', async ({
  page,
  demo,
  browser,
}) => {
  const email = getEmail('kopie');
  await askForTalk(page, demo, email);
  const mail = await findMail(page.request, email);
  expect(mail.body).not.toContain('Ich leite ein Team.');
  const url = await openCopy(page, mail);
  await expectNoBarrier(page);
  await expectNoSidewaysScroll(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Als PDF speichern' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  await page.reload();
  await expect(page.getByText('Ich leite ein Team.')).toBeVisible();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(url);
  await expect(other.getByText('Diese Kopie wurde schon geöffnet')).toBeVisible();
  await elsewhere.close();
});

test.describe('With JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('A visitor gets the copy of the answers without scripts', async ({ page, demo }) => {
    const email = getEmail('kopie.ohne.skripte');
    await askForTalk(page, demo, email);
    await openCopy(page, await findMail(page.request, email));
  });
});

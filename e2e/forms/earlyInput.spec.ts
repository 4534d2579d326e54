import type { Page } from '@playwright/test';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { readDrafts } from '../support/readDrafts.ts';
import { expect, getAccidentGuid, test, waitUntilHydrated } from '../support/test.ts';
import { holdScripts } from '../support/withoutScripts.ts';

const name = 'Anneliese Wolfgang Schneider';
const letter = { name: 'brief.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };

test('What is typed before and while the scripts load is kept, with focus and caret', async ({
  page,
  demo,
}) => {
  const release = await holdScripts(page);
  const form = new ExternalForm(page);
  await page.goto(`/externalform/${getAccidentGuid(demo)}`, { waitUntil: 'commit' });
  const title = page.getByRole('heading', { level: 1 });
  const before = await title.evaluate(({ offsetTop }: HTMLElement) => offsetTop);
  await form.field('Unfalltag').fill('1.2.2026');
  await form.field('Geschätzter Schaden').fill('6482,17');
  await form.field('Was ist passiert\\?').fill('Ein Lieferwagen.');
  await form.choose('Wurde jemand verletzt?', 'Ja');
  await page.getByLabel('Ich habe alles nach bestem Wissen beantwortet').check();
  await form.field('Vorname').focus();
  const typing = page.keyboard.type(name, { delay: 60 });
  release();
  await typing;
  await waitUntilHydrated(page);

  await expect(form.field('Wer wurde verletzt, und wie\\?')).toBeVisible(); // a live condition
  await expect(form.field('Vorname')).toBeFocused();
  await expect(form.field('Vorname')).toHaveValue(name);
  await expect(form.field('Unfalltag')).toHaveValue(/1\.0?2\.2026/);
  await expect(form.field('Geschätzter Schaden')).toHaveValue(/6\.?482,17/);
  await expect(form.field('Was ist passiert\\?')).toHaveValue('Ein Lieferwagen.');
  await expect(page.getByLabel('Ich habe alles nach bestem Wissen beantwortet')).toBeChecked();
  expect(await title.evaluate(({ offsetTop }: HTMLElement) => offsetTop)).toBe(before);
});

test('A draft is restored beside what was typed before it arrived', async ({ page, demo }) => {
  const form = new ExternalForm(page);
  const guid = getAccidentGuid(demo);
  await form.open(guid);
  await form.field('Vorname').fill('Jonas');
  await form.field('Nachname').fill('Wieland');
  await expect.poll(() => readDrafts(page)).toContain('Wieland');

  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await form.field('Vorname').focus();
  const typing = page.keyboard.type(name, { delay: 60 });
  release();
  await typing;
  await expect(form.field('Nachname')).toHaveValue('Wieland');
  await expect(form.field('Vorname')).toHaveValue(name);
  await expect(form.field('Vorname')).toBeFocused();
});

test('The files of a draft are restored while the visitor types into the page of the server', async ({
  page,
  demo,
}) => {
  const form = new ExternalForm(page);
  await form.open(getAccidentGuid(demo));
  await form.addPhoto(letter);
  await expect(form.row(letter.name)).toContainText('hochgeladen');
  await expect.poll(() => readDrafts(page)).toContain(letter.name);

  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await form.field('Vorname').focus();
  const typing = page.keyboard.type(name, { delay: 60 });
  release();
  await typing;
  await expect(form.row(letter.name)).toContainText('hochgeladen');
  await expect(form.field('Vorname')).toHaveValue(name);
  await expect(form.field('Vorname')).toBeFocused();
});

/** Fills in a form whose scripts have not arrived, and leaves it by a reload or by a link and Back. */
async function leaveBeforeScripts(page: Page, address: string, way: 'reload' | 'Back') {
  const form = new ExternalForm(page);
  const release = await holdScripts(page);
  await page.goto(address, { waitUntil: 'commit' });
  await form.field('Vorname').fill('Jonas');
  await form.field('Was ist passiert\\?').fill('Ein Lieferwagen.');
  await form.choose('Wurde jemand verletzt?', 'Ja');
  await page.getByLabel('Ich habe alles nach bestem Wissen beantwortet').check();
  if (way === 'reload') await page.reload({ waitUntil: 'commit' });
  else {
    await page.goto('/robots.txt', { waitUntil: 'commit' });
    await page.goBack({ waitUntil: 'commit' });
  }
  await expect(form.field('Vorname')).toBeVisible();
  release();
  await waitUntilHydrated(page);
  return form;
}

for (const way of ['reload', 'Back'] as const)
  test(`What was typed before the scripts is an answer after ${way}, and gets into the draft`, async ({
    page,
    demo,
  }) => {
    const address = `/externalform/${getAccidentGuid(demo)}`;
    const form = await leaveBeforeScripts(page, address, way);
    await expect(form.field('Wer wurde verletzt, und wie\\?')).toBeVisible(); // a live condition
    await expect(form.field('Vorname')).toHaveValue('Jonas');
    await expect(form.field('Was ist passiert\\?')).toHaveValue('Ein Lieferwagen.');
    await expect(page.getByLabel('Ich habe alles nach bestem Wissen beantwortet')).toBeChecked();
    await expect.poll(() => readDrafts(page)).toContain('Ein Lieferwagen.');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Jonas');
  });

test('What was typed before the scripts of a reload is kept beside an earlier draft', async ({
  page,
  demo,
}) => {
  const form = new ExternalForm(page);
  const address = `/externalform/${getAccidentGuid(demo)}`;
  await page.goto(address);
  await form.field('Vorname').fill('Johannes');
  await form.field('Nachname').fill('Wieland');
  await expect.poll(() => readDrafts(page)).toContain('Wieland');
  await page.goto('/robots.txt');

  await leaveBeforeScripts(page, address, 'reload');
  await expect(form.field('Nachname')).toHaveValue('Wieland');
  await expect(form.field('Vorname')).toHaveValue('Jonas');
});

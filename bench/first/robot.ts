import type { Browser, Page } from 'playwright';
import { slowDown, untilReady, withPage } from './visit.ts';

const text = 'Anneliese Wolfgang Schneider';
const keyMs = 60;

/** Types into a field that may have been drawn a moment ago, as a person does: without waiting. */
async function type(page: Page, id: string, keys: string): Promise<void> {
  await page.locator(`#answer-${id}`).focus();
  await page.keyboard.type(keys, { delay: keyMs });
}

const lost = (isKept: boolean, what: string): string[] => (isKept ? [] : [what]);

/** Fills text, number, date and choice of the accident form from its first paint on. */
async function fillIn(page: Page): Promise<void> {
  await type(page, 'firstName', text);
  await type(page, 'sum', '6482,17');
  await type(page, 'day', '01.02.2026');
  await page.locator('[data-element="simplechoice"] input').first().check({ force: true });
  await page.locator('#answer-truth').check({ force: true });
}

/** Returns the fields that have lost something. */
async function listLost(page: Page): Promise<string[]> {
  const value = (id: string) => page.locator(`#answer-${id}`).inputValue();
  return [
    ...lost((await value('firstName')) === text, 'text'),
    ...lost(/^6\.?482,17$/.test(await value('sum')), 'number'),
    ...lost(/^0?1\.0?2\.2026$/.test(await value('day')), 'date'),
    ...lost(
      await page.locator('[data-element="simplechoice"] input').first().isChecked(),
      'choice',
    ),
    ...lost(await page.locator('#answer-truth').isChecked(), 'tick'),
  ];
}

/** Types from the first paint on, while the page is hydrated; returns what was lost. */
export const typeEarly = (browser: Browser, url: string): Promise<string[]> =>
  withPage(browser, true, async (page) => {
    await page.goto(url, { waitUntil: 'commit' });
    await fillIn(page);
    await untilReady(page);
    return listLost(page);
  });

/** The same, while a draft with another name and a surname is restored. */
export const typeOverDraft = (browser: Browser, url: string): Promise<string[]> =>
  withPage(browser, false, async (page, cdp) => {
    await page.goto(url);
    await untilReady(page);
    await page.locator('#answer-firstName').fill('Jonas');
    await page.locator('#answer-lastName').fill('Wieland');
    await page.getByRole('button', { name: 'Später weitermachen' }).first().waitFor();
    await slowDown(cdp);
    await page.reload({ waitUntil: 'commit' });
    await fillIn(page);
    await untilReady(page);
    const surname = page.locator('#answer-lastName');
    const isRestored = await page
      .waitForFunction(
        (input) => (input as HTMLInputElement | null)?.value === 'Wieland',
        await surname.elementHandle(),
      )
      .then(
        () => true,
        () => false,
      );
    return [...(await listLost(page)), ...lost(isRestored, 'draft')];
  });

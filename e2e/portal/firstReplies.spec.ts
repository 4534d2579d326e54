import type { Page } from '@playwright/test';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import { firstRepliesId, type FirstReplies } from '#schemas/portal/firstReplies.ts';
import { test } from '../support/newClient.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { removeFirstReplies } from '../support/removeFirstReplies.ts';
import { expect } from '../support/test.ts';
import { holdScripts } from '../support/withoutScripts.ts';

declare global {
  var shift: number;
}

/** Part of the window that moves, weighted by the distance. Users notice no smaller one. */
const unnoticedShift = 0.01;

/** Opens a page and returns the list of its requests, which grows. */
async function openRecorded(page: Page, address: string): Promise<string[]> {
  const requests: string[] = [];
  // the start of the stream loads all data a second time
  await page.route(/\/v2\.0\/events/, () => undefined);
  await page.addInitScript(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        globalThis.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    requests.push(pathname + search);
  });
  await page.goto(address);
  return requests;
}

/** Reads the addresses of the replies that the server puts into a page. */
async function listEmbedded(page: Page, address: string): Promise<string[]> {
  const html = await (await page.request.get(address)).text();
  const [, text] = new RegExp(`id="${firstRepliesId}">(.*?)</script>`).exec(html) ?? [];
  return Object.keys((JSON.parse(text ?? '') as FirstReplies).replies);
}

test('A page after a login comes with exactly the data that it asks for first, and nothing moves @both', async ({
  page,
  context,
  request,
  client,
  demo,
}) => {
  const provider = new Provider(request, demo);
  const header = 'Kaution Bergmann';
  const { caseId } = await provider.post<ProviderCase>('cases', {
    header,
    userIds: [client.userId],
  });
  await provider.post(`cases/${caseId}/messages`, { header: 'Stand', text: 'Das Geld ist da.' });
  await page.goto('/login');
  const portal = new Portal(page, demo);
  await portal.logIn(client);
  await expect(page.getByRole('heading', { name: 'Ihre Kanzlei' })).toBeVisible();
  const accountId = await portal.readAccountId();
  await page.close();

  const findCase = (of: Page) => of.getByRole('link', { name: header });
  for (const [path, findContent, count] of [
    ['/dashboard', findCase, 2],
    ['/akten', findCase, 2],
    [webAddresses.case(caseId, accountId), (of: Page) => of.getByRole('article').last(), 5],
    ['/service-provider', (of: Page) => of.getByText('Aydın & Kollegen').first(), 1],
  ] as const) {
    const [whole, stripped] = [await context.newPage(), await context.newPage()];
    const embedded = await listEmbedded(whole, path);
    expect(embedded, path).toHaveLength(count);
    await removeFirstReplies(stripped);
    const asked = await openRecorded(stripped, path);
    await expect.poll(() => embedded.filter((each) => !asked.includes(each)), path).toEqual([]);
    await expect(findContent(stripped)).toBeVisible();

    const requests = await openRecorded(whole, path);
    await expect(findContent(whole)).toBeVisible();
    const askedAgain = requests.filter((each) => embedded.includes(each));
    expect(askedAgain, path).toEqual([]);
    for (const each of [whole, stripped]) {
      const shift = await each.evaluate(() => globalThis.shift);
      expect(shift, path).toBeLessThan(unnoticedShift);
      await each.close();
    }
  }
});

test('A second tab shows a message that came after its document and before its scripts @both', async ({
  page,
  context,
  request,
  client,
  demo,
}) => {
  const provider = new Provider(request, demo);
  const { caseId } = await provider.post<ProviderCase>('cases', {
    header: 'Kaution Bergmann',
    userIds: [client.userId],
  });
  const write = (text: string) =>
    provider.post(`cases/${caseId}/messages`, { header: 'Stand', text });
  await write('Das Geld ist da.');
  await page.goto('/login');
  const portal = new Portal(page, demo);
  await portal.logIn(client);
  await expect(page.getByRole('heading', { name: 'Ihre Kanzlei' })).toBeVisible();
  const address = webAddresses.case(caseId, await portal.readAccountId());
  await page.goto(address);
  const read = (of: Page, text: string) => of.getByRole('article').filter({ hasText: text });
  await expect(read(page, 'Das Geld ist da.')).toBeVisible();

  const second = await context.newPage();
  const sendScripts = await holdScripts(second);
  await second.goto(address, { waitUntil: 'commit' });
  await expect(second.locator(`#${firstRepliesId}`)).toBeAttached();
  await write('Der Termin ist verlegt.');
  await expect(read(page, 'Der Termin ist verlegt.')).toBeVisible();
  sendScripts();
  await expect(read(second, 'Das Geld ist da.')).toBeVisible();
  await expect(read(second, 'Der Termin ist verlegt.')).toBeVisible();
});

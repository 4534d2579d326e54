import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright';
import { waitUntilScrolled, watch, withPortal, type Owner, type Watched } from '../watch.ts';

export type Visit = { nodes: number; scrolling: Watched; moving: Watched };

const notch = 120; // px per notch of a usual wheel
const everyMs = 16;

const lane = (page: Page, name: string) => page.getByRole('region', { name });
const countNodes = (page: Page): Promise<number> =>
  page.getByRole('main').evaluate((board) => board.querySelectorAll('*').length);

async function wheel(page: Page, step: number, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1_000;
  while (Date.now() < end) {
    await page.mouse.wheel(0, step);
    await sleep(everyMs);
  }
}

/** Scrolls the lane down and up again at the speed of a wheel. */
async function scroll(page: Page, cards: Locator, seconds: number): Promise<void> {
  const first = await cards.first().textContent();
  await wheel(page, notch, seconds * 0.6);
  await waitUntilScrolled(async () => (await cards.first().textContent()) !== first);
  await wheel(page, -notch, seconds * 0.4);
}

/**
 * Opens the board, scrolls its longest lane for `seconds`, then drags `moves` cards to the next
 * lane.
 */
export const visit = (
  browser: Browser,
  owner: Owner,
  { cards, seconds, moves }: { cards: number; seconds: number; moves: number },
): Promise<Visit> =>
  withPortal(browser, owner, async (page) => {
    const [from, to] = [lane(page, 'In Arbeit'), lane(page, 'In Prüfung')];
    const [inProgress, inReview] = [cards / 2, cards / 8]; // four of the eight statuses, and one
    await page.goto(`${owner.address}/board`);
    await to.getByText(String(inReview), { exact: true }).waitFor({ timeout: 60_000 });
    await from.getByText(String(inProgress), { exact: true }).waitFor({ timeout: 60_000 });
    await from.getByRole('button').first().hover();
    await sleep(2_000);

    let nodes = await countNodes(page);
    const scrolling = await watch(browser, page, async () => {
      const sample = setInterval(
        () =>
          void countNodes(page).then(
            (now) => {
              nodes = Math.max(nodes, now);
            },
            () => undefined,
          ),
        1_000,
      );
      await scroll(page, from.getByRole('button'), seconds);
      clearInterval(sample);
    });
    await page.mouse.wheel(0, -100_000_000);
    await sleep(1_000);
    const moving = await watch(browser, page, async () => {
      for (let moved = 1; moved <= moves; moved += 1) {
        await from.getByRole('button').nth(1).dragTo(to);
        await to.getByText(String(inReview + moved), { exact: true }).waitFor();
        await sleep(500); // until the server's event arrives
      }
    });
    return { nodes, scrolling, moving };
  });

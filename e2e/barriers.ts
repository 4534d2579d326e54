import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { expect } from './test.ts';

const wcag: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const contrast: RunOptions = { runOnly: ['color-contrast'] };

/** What a machine finds on a page without frames. Loaded once into each document: that takes longer than most looks. */
async function barriers(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(`${axe.source};undefined`);
  return page.evaluate(async (rules) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
      ...rules,
      resultTypes: ['violations'],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`,
    );
  }, options);
}

/** No barrier that a machine can find in the light theme, by the rules of WCAG 2.2 AA. */
export const expectNoBarrierInLight = async (page: Page): Promise<void> =>
  expect(await barriers(page, wcag)).toEqual([]);

/** Nor in the dark one, which differs in contrast alone. */
export async function expectNoBarrier(page: Page): Promise<void> {
  await expectNoBarrierInLight(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await barriers(page, contrast), 'in the dark').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Not even what is merely held to be good practice is missing. */
export const expectGoodPractice = async (page: Page): Promise<void> =>
  expect(await barriers(page, {})).toEqual([]);

/** Nothing lies beside the page on the narrowest screen that must be served. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 320, height: 700 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(320);
  await page.setViewportSize(size);
}

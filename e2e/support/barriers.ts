import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { expect } from './test.ts';

const wcag: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const contrast: RunOptions = { runOnly: ['color-contrast'] };

/**
 * Runs axe on the page without the elements that `skipped` selects. It is loaded once per document
 * because loading takes longer than most runs. A page without its styles has other barriers.
 */
async function findBarriers(page: Page, options: RunOptions, skipped = ''): Promise<string[]> {
  await page.waitForLoadState('load');
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(`${axe.source};undefined`);
  const run = async ({ rules, exclude }: { rules: RunOptions; exclude: string }) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
      exclude ? { include: document, exclude } : document,
      { ...rules, resultTypes: ['violations'] },
    );
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`,
    );
  };
  return page.evaluate(run, { rules: options, exclude: skipped });
}

/** Checks the light theme by the rules of WCAG 2.2 AA. */
export const expectNoBarrierInLight = async (page: Page, skipped?: string): Promise<void> =>
  expect(await findBarriers(page, wcag, skipped)).toEqual([]);

/** Checks both themes. The dark one differs in contrast only. */
export async function expectNoBarrier(page: Page, skipped?: string): Promise<void> {
  await expectNoBarrierInLight(page, skipped);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findBarriers(page, contrast, skipped), 'in the dark theme').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Checks all rules of axe, best practices included. */
export const expectGoodPractice = async (page: Page): Promise<void> =>
  expect(await findBarriers(page, {})).toEqual([]);

/** Checks the narrowest supported width, 320 CSS pixels. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 320, height: 700 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(320);
  await page.setViewportSize(size);
}

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** What a machine finds, without the blank page that the builder would open for every look. */
async function barriers(look: AxeBuilder): Promise<string[]> {
  const { violations } = await look.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`);
}

/** No barrier that a machine can find, by the rules of WCAG 2.2 AA; the dark theme differs from the light one in contrast alone. */
export async function expectNoBarrier(page: Page): Promise<void> {
  expect(await barriers(new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']))).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await barriers(new AxeBuilder({ page }).withRules('color-contrast')), 'in the dark').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Nothing lies beside the page on the narrowest screen that must be served. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize(size);
}

import type { Page } from '@playwright/test';
import { keepTranslated } from '#src/engine/testing/keepTranslated.ts';

/**
 * Wraps the texts of a page in `<font>`, as the translation of browsers does, until the next
 * navigation. Call it when the page is hydrated.
 */
export const translatePage = (page: Page): Promise<unknown> =>
  page.evaluate(keepTranslated, undefined);

/** Collects the errors that React logs when it cannot find the texts that it has rendered. */
export function collectLostTexts(page: Page): string[] {
  const lost: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && /NotFoundError|not a child of this node/.test(text))
      lost.push(text);
  });
  return lost;
}

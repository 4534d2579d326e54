import type { Page } from '@playwright/test';
import type { Language } from '#schemas/platform/common.ts';
import { keepTranslated } from '#src/engine/testing/keepTranslated.ts';
import { messages } from '#src/engine/testing/messages.ts';

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

/** Lists the portal's texts that contain no values and differ between the languages. */
function listOwnTexts(language: Language): string[] {
  const others = new Set(Object.values(messages[language === 'de' ? 'en' : 'de']));
  return Object.values(messages[language]).filter(
    (text) => !/[{<]/.test(text) && !others.has(text),
  );
}

/** Returns the portal's texts in a language that the page shows, without those with a `lang`. */
export const findTextsOf = (page: Page, language: Language): Promise<string[]> =>
  page.evaluate((listed) => {
    const texts = new Set(listed);
    const shown: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const text = node.nodeValue?.trim() ?? '';
      if (texts.has(text) && !node.parentElement?.closest('body [lang]')) shown.push(text);
    }
    return shown;
  }, listOwnTexts(language));

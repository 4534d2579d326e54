import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';

/** What stands on the sheets when a page is printed. */
export async function printed(page: Page): Promise<string> {
  const { text } = await extractText(
    await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true }))),
    { mergePages: true },
  );
  return text.replace(/\s+/g, ' ');
}

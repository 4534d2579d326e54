import type { Page } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';

/** Returns the text of the page as it is printed. */
export async function readPrint(page: Page): Promise<string> {
  const { text } = await extractText(
    await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true }))),
    { mergePages: true },
  );
  return text.replace(/\s+/g, ' ');
}

import puppeteer from 'puppeteer-core';
import { waitMs, type EngineBrowser } from './browser.ts';

/** Starts an installed Firefox, which is driven by WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<EngineBrowser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: { 'intl.accept_languages': 'de', 'intl.locale.requested': 'de' },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(waitMs);
  const find = async (xpath: string, isVisible = true) => {
    const element = await page.waitForSelector(`xpath/.${xpath}`, { visible: isVisible });
    if (!element) throw new Error(`No element ${xpath}`);
    return element;
  };
  return {
    name: await browser.version(),
    open: async (url) => void (await page.goto(url)),
    click: async (xpath) => (await find(xpath)).click(),
    type: async (xpath, text) => (await find(xpath)).type(text),
    upload: async (xpath, path) => {
      const input = await find(xpath, false);
      await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
    },
    waitFor: async (xpath) => void (await find(xpath)),
    evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    close: () => browser.close(),
  };
}

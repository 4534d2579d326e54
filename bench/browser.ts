import { chromium, type Browser } from 'playwright';
import { findChromium } from '#tools/browser.mjs';

/** Starts a browser that makes no requests of its own. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });

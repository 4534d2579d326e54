import { spawn } from 'node:child_process';
import { Builder, By, Capabilities, until } from 'selenium-webdriver';
import { requireFreePort } from '#tools/requireFreePort.ts';
import { isReady, waitUntil } from '#tools/waitUntil.ts';
import { waitMs, type EngineBrowser } from './browser.ts';

/** Starts WebKitGTK's small browser by its WebDriver. It needs a display, for example of Xvfb. */
export async function startWebKit(
  driverPath: string,
  browserPath: string,
  port: number,
): Promise<EngineBrowser> {
  await requireFreePort(port);
  const driver = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, WEBKIT_DISABLE_DMABUF_RENDERER: '1' }, // Xvfb has no graphics card
  });
  const ended = new Promise<void>((resolve) => {
    driver.once('exit', () => resolve()).once('error', () => resolve());
  });
  const stopDriver = async () => {
    driver.kill();
    await ended;
  };
  try {
    const browser = await openSession(`http://127.0.0.1:${port}`, browserPath);
    const close = async () => {
      try {
        await browser.close();
      } finally {
        await stopDriver();
      }
    };
    return { ...browser, close };
  } catch (error) {
    await stopDriver();
    throw error;
  }
}

/** Opens a window of the browser through the driver at this address. */
async function openSession(url: string, browserPath: string): Promise<EngineBrowser> {
  await waitUntil(() => isReady(`${url}/status`), {
    withinMs: 15_000,
    message: 'WebKitWebDriver does not respond',
  });
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browserPath, args: ['--automation'] },
  });
  const session = await new Builder()
    .usingServer(url)
    .disableEnvironmentOverrides()
    .withCapabilities(capabilities)
    .build();
  await session.manage().window().setRect({ x: 0, y: 0, width: 1440, height: 900 });
  const find = async (xpath: string, isVisible = true) => {
    const element = await session.wait(until.elementLocated(By.xpath(xpath)), waitMs, xpath);
    if (isVisible) await session.wait(until.elementIsVisible(element), waitMs, xpath);
    return element;
  };
  return {
    name: `WebKitGTK ${(await session.getCapabilities()).getBrowserVersion() ?? ''}`,
    open: (to) => session.get(to),
    click: async (xpath) => (await find(xpath)).click(),
    type: async (xpath, text) => (await find(xpath)).sendKeys(text),
    upload: async (xpath, path) => (await find(xpath, false)).sendKeys(path),
    waitFor: async (xpath) => void (await find(xpath)),
    evaluate: <T>(expression: string) => session.executeScript<T>(`return (${expression})`),
    close: () => session.quit(),
  };
}

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

const port = Number(process.env['E2E_PORT'] ?? 41790);

/** A copy of the fresh demo data, for screens of a server of their own. */
const world = (process.env['E2E_WORLD'] ??= join(tmpdir(), `formakte-screens-world-${port}`));

const phone = {
  ...devices['Pixel 7'],
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
};
const desktop = { viewport: { width: 1440, height: 900 } };

/** Compares screens with pictures. Run it by `npm run test:screens` (tools/testScreens.mjs). */
export default defineConfig({
  testDir: 'e2e/screens',
  testMatch: 'screens.ts',
  outputDir: 'test-results/screens',
  snapshotPathTemplate: `${process.env['SCREENS_FOLDER'] ?? '{testDir}'}/{projectName}/{arg}{ext}`,
  timeout: 240_000,
  workers: 2,
  fullyParallel: true,
  reporter: [
    ['line'],
    ...(process.env['SCREENS_REPORT']
      ? [['json', { outputFile: process.env['SCREENS_REPORT'] }] as const]
      : []),
  ],
  expect: {
    timeout: 20_000,
    toHaveScreenshot: { animations: 'disabled', caret: 'hide', scale: 'css', maxDiffPixels: 20 },
  },
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--font-render-hinting=none',
      ],
    },
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: (['light', 'dark'] as const).flatMap((colorScheme) => [
    { name: `desktop-${colorScheme}`, use: { ...desktop, colorScheme } },
    { name: `phone-${colorScheme}`, use: { ...phone, colorScheme } },
  ]),
  webServer: {
    command: 'node e2e/screens/serveFixedDay.mjs',
    url: `http://localhost:${port}/readyz`,
    env: {
      PORT: String(port),
      LOG_LEVEL: 'error',
      E2E_WORLD: world,
      OPERATOR: 'Formakte GmbH, Lindenweg 1, 20259 Hamburg',
    },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findInstalledChromium } from './tools/browser.mjs';
import { scaleTimeout } from './tools/testing/timeouts.ts';

const port = Number(process.env['E2E_PORT'] ?? 41790);
const executablePath = findInstalledChromium();

/** A copy of the fresh demo data, for journeys that start their own server. */
const world = (process.env['E2E_WORLD'] ??= join(tmpdir(), `formakte-e2e-world-${port}`));

/**
 * Journeys against the built product in demo mode, with fresh data. `npm test` builds first and
 * sets CHROMIUM_PATH.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  timeout: scaleTimeout(60_000),
  // for a busy machine, and too short for a new leader tab to replace one that does not answer
  expect: { timeout: scaleTimeout(20_000) },
  workers: '200%', // of the cores, because a journey waits for half of its time
  fullyParallel: true,
  forbidOnly: Boolean(process.env['TEST_REPORT']), // `npm test` runs all journeys
  reporter: [
    ['line'],
    ['./e2e/support/pageReporter.ts'],
    ...(process.env['TEST_REPORT']
      ? [['json', { outputFile: process.env['TEST_REPORT'] }] as const]
      : []),
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // it would hide requests from page.route(); installed.spec.ts allows it
    serviceWorkers: 'block',
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
    contextOptions: { reducedMotion: 'reduce' }, // contrast is measured without transitions
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off', // a quarter of the run time
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    // Only what touch or a narrow screen may change.
    {
      name: 'phone',
      grep: /@(?:phone|both)/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
  webServer: {
    command: 'node e2e/support/serveFresh.mjs',
    url: `http://localhost:${port}/readyz`,
    env: { PORT: String(port), LOG_LEVEL: 'warn', E2E_WORLD: world },
    timeout: scaleTimeout(60_000),
    reuseExistingServer: false,
    stdout: 'pipe', // reporters show its errors
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});

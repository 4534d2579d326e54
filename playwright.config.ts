import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

const port = Number(process.env['E2E_PORT'] ?? 41790);
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** The demo world as it is at first, for journeys that start a server of their own. */
const world = (process.env['E2E_WORLD'] ??= join(tmpdir(), `formakte-e2e-world-${port}`));

/** Against the built product in demo mode, on fresh data. `npm test` builds first and says which Chromium to use. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/e2e',
  timeout: 60_000,
  expect: { timeout: 15_000 }, // a busy machine may need its time
  workers: '150%', // of the cores: a journey waits for half of its time
  fullyParallel: true,
  reporter: [
    ['line'],
    ['./e2e/pageReporter.ts'],
    ...(process.env['E2E_REPORT']
      ? [['json', { outputFile: process.env['E2E_REPORT'] }] as const]
      : []),
  ],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    serviceWorkers: 'block', // a journey that answers calls itself must see them; one allows it
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
    contextOptions: { reducedMotion: 'reduce' }, // colours on their way to a theme are no theme's colours
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off', // recording takes a quarter of the time
  },
  projects: [
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    // What goes wrong goes wrong alike on every screen; how it looks on a phone, the other journeys tell.
    {
      name: 'phone',
      testIgnore: ['badInput.spec.ts', 'docs.spec.ts', 'spam.spec.ts'],
      grepInvert: /@desk/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
  webServer: {
    command: 'node e2e/serveFresh.mjs',
    url: `http://localhost:${port}/readyz`,
    env: { PORT: String(port), LOG_LEVEL: 'error', E2E_WORLD: world },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});

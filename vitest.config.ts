import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** Share of the cores: tests wait for the disk, PostgreSQL, timers and other processes. */
const maxWorkers = '150%';
/** A browser uses a whole core. */
const storyWorkers = '100%';

/** Pure functions without a DOM and without mocks, so that files can share modules. */
const rules = ['{schemas,tools,widgets,src/engine/core}/**/*.test.ts'];

const globalSetup = ['./server/testing/dropTestDatabases.ts', './server/testing/programs.ts'];

/** Tests that mock modules, which other files must not share. */
const ownModules = ['server', 'src', 'widgets']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter(
    (file) => /[.]test[.]tsx?$/.test(file) && readFileSync(file, 'utf8').includes('vi.mock('),
  );

/** Tests that render. They share modules because loading those takes longer than most tests. */
const pages = ['{src,widgets,stories}/**/*.test.tsx'];
const setupFiles = ['./tools/vitestSetup.ts'];

/** Long enough for the client's rate limit (8 calls in 2 seconds) and a busy machine. */
const patience = { poll: { timeout: 10_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        extends: './vite.config.ts',
        test: {
          name: 'rules',
          maxWorkers,
          expect: patience,
          isolate: false,
          testTimeout: 20_000,
          include: rules,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'pages',
          maxWorkers,
          expect: patience,
          isolate: false,
          testTimeout: 20_000,
          include: pages,
          exclude: ownModules,
          setupFiles,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'unit',
          maxWorkers,
          expect: patience,
          testTimeout: 20_000,
          include: [
            '{src,stories}/**/*.test.ts',
            ...ownModules.filter((file) => !file.startsWith('server/')),
          ],
          exclude: rules,
          setupFiles,
        },
      },
      {
        test: {
          name: 'server',
          maxWorkers,
          expect: patience,
          isolate: false,
          globalSetup,
          include: ['server/**/*.test.ts'],
          exclude: ownModules,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'mocked',
          maxWorkers,
          expect: patience,
          globalSetup,
          include: ownModules.filter((file) => file.startsWith('server/')),
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: './vite.config.ts',
        plugins: [
          storybookTest({ configDir: fileURLToPath(new URL('.storybook', import.meta.url)) }),
        ],
        // Vite reloads the page when it finds a dependency late, which fails the running story.
        optimizeDeps: {
          entries: [
            'stories/**/*.{ts,tsx}',
            '.storybook/*.tsx',
            '{src,widgets}/**/*.{ts,tsx}',
            '!**/*.test.{ts,tsx}',
          ],
        },
        test: {
          name: 'stories',
          maxWorkers: storyWorkers,
          expect: patience,
          testTimeout: 60_000, // some render every element type
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: { executablePath, args: ['--no-sandbox'] } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const maxWorkers = '100%'; // left alone, a machine with two cores runs one file after the other

/** Pure rules: no page, nothing mocked, so that files can share their modules. */
const rules = ['{schemas,tools,widgets,src/engine/core}/**/*.test.ts'];

const globalSetup = './server/testing/dropTestDatabases.ts';

/** A test that puts a module of its own in place of ours must not share it. */
const ownModules = ['server', 'src', 'widgets']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter(
    (file) => /[.]test[.]tsx?$/.test(file) && readFileSync(file, 'utf8').includes('vi.mock('),
  );

/** What draws: loading all that forms are drawn with takes longer than most of these tests. */
const pages = ['{src,widgets,stories}/**/*.test.tsx'];
const setupFiles = ['./tools/vitestSetup.ts'];

/** Calls wait for their turn (8 in 2 seconds), and a busy machine may need its time. */
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
        // Found before the first story: a dependency found later reloads the page and fails whatever is running.
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
          maxWorkers,
          expect: patience,
          testTimeout: 60_000, // some draw every element type; a busy machine may need its time
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

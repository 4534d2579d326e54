import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const maxWorkers = '100%'; // left alone, a machine with two cores runs one file after the other

export default defineConfig({
  test: {
    projects: [
      { extends: './vite.config.ts', test: { name: 'unit', maxWorkers, testTimeout: 20_000, include: ['{schemas,src,widgets,tools,stories}/**/*.test.{ts,tsx}'], setupFiles: ['./tools/vitestSetup.ts'] } },
      { test: { name: 'server', maxWorkers, include: ['server/**/*.test.ts'], testTimeout: 20_000, hookTimeout: 30_000 } },
      {
        extends: './vite.config.ts',
        plugins: [storybookTest({ configDir: fileURLToPath(new URL('.storybook', import.meta.url)) })],
        // Found before the first story: a dependency found later reloads the page and fails whatever is running.
        optimizeDeps: { entries: ['stories/**/*.{ts,tsx}', '.storybook/*.tsx', '{src,widgets}/**/*.{ts,tsx}', '!**/*.test.{ts,tsx}'] },
        test: {
          name: 'stories',
          browser: { enabled: true, headless: true, provider: playwright({ launchOptions: { executablePath, args: ['--no-sandbox'] } }), instances: [{ browser: 'chromium' }] },
        },
      },
    ],
  },
});

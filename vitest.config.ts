import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findInstalledChromium } from './tools/browser.mjs';
import { scaleTimeout } from './tools/testing/timeouts.ts';
import { brandManifests } from './tools/vite/brandManifests.ts';
import { compiledPortalForms } from './tools/vite/compiledPortalForms.ts';
import { parsedMessages } from './tools/vite/parsedMessages.ts';
import { isProjectWanted } from './tools/vitest/isProjectWanted.ts';

const executablePath = findInstalledChromium();

/**
 * More than the cores, because tests wait for the disk, PostgreSQL, timers and other processes. A
 * number: vitest reduces a percentage to the number of cores.
 */
const maxWorkers = Math.ceil(1.5 * availableParallelism());
/** A browser uses a whole core. */
const storyWorkers = '100%';

const testFiles = ['server', 'src', 'stories', 'widgets']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /[.]test[.]tsx?$/.test(file));

/** Finds the test files that contain one of these words. */
const findTests = (...words: string[]): string[] =>
  testFiles.filter((file) => {
    const code = readFileSync(file, 'utf8');
    return words.some((word) => code.includes(word));
  });

const globalSetup = ['./server/testing/dropTestDatabases.ts', './server/testing/programs.ts'];

/**
 * Tests that mock modules, which other files must not share; that render with both renderers of
 * React, which a context remembers and warns of later; or that measure a heap, which must be small.
 */
const ownModules = findTests(
  'vi.mock(',
  '--expose-gc',
  'react-dom/server',
  'react-dom/static',
  './renderPages',
  './renderWhole',
);
/** Tests that need a DOM or mocks. */
const ownGlobals = findTests('vi.mock(', '@vitest-environment', 'vi.stubGlobal(', 'fake-indexeddb');

/** Pure functions without a DOM and without mocks, so that files can share modules. */
const rules = [
  '{bench,schemas,tools,widgets}/**/*.test.ts',
  ...testFiles.filter((file) => /^(src|stories)[/].*[.]test[.]ts$/.test(file)),
].filter((file) => !ownGlobals.includes(file));

/** Tests that render. They share modules because loading those takes longer than most tests. */
const pages = ['{src,widgets,stories}/**/*.test.tsx'];
const setupFiles = ['./tools/vitestSetup.ts'];

const unstyled = fileURLToPath(new URL('tools/vitest/unstyled.ts', import.meta.url));

/** Browser code without styles: jsdom applies none, and compiling them takes most of the time. */
const browserCode = {
  plugins: [parsedMessages(), compiledPortalForms(), brandManifests()],
  resolve: { alias: { '@linaria/core': unstyled, '@linaria/react': unstyled } },
};

/** Long enough for a busy machine, so that few tests need a timeout of their own. */
const timeouts = {
  // Longer than the client's rate limit (8 calls in 2 seconds). More could hide a slow fallback.
  expect: { poll: { timeout: scaleTimeout(10_000) } },
  testTimeout: scaleTimeout(60_000),
  hookTimeout: scaleTimeout(60_000),
};

/** Storybook reads all stories when this project is set up, and ends vitest when one is broken. */
const defineStories = (): TestProjectInlineConfiguration => ({
  extends: './vite.config.ts',
  server: { strictPort: false }, // another run of stories may use the port
  plugins: [storybookTest({ configDir: fileURLToPath(new URL('.storybook', import.meta.url)) })],
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
    isolate: false,
    maxWorkers: storyWorkers,
    ...timeouts,
    env: { TEST_SLOWNESS: process.env['TEST_SLOWNESS'] ?? '1' },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions: { executablePath, args: ['--no-sandbox'] } }),
      instances: [{ browser: 'chromium' }],
    },
  },
});

export default defineConfig({
  test: {
    projects: [
      {
        ...browserCode,
        test: {
          name: 'rules',
          maxWorkers,
          ...timeouts,
          isolate: false,
          include: rules,
        },
      },
      {
        ...browserCode,
        test: {
          name: 'pages',
          maxWorkers,
          ...timeouts,
          isolate: false,
          include: pages,
          exclude: ownModules,
          setupFiles,
        },
      },
      {
        ...browserCode,
        test: {
          name: 'unit',
          maxWorkers,
          ...timeouts,
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
          ...timeouts,
          isolate: false,
          globalSetup,
          include: ['server/**/*.test.ts'],
          exclude: ownModules,
        },
      },
      {
        test: {
          name: 'mocked',
          maxWorkers,
          ...timeouts,
          globalSetup,
          include: ownModules.filter((file) => file.startsWith('server/')),
        },
      },
      // Programs `check:*`: they need minutes, or a program that `npm test` does not install.
      {
        test: {
          name: 'checks',
          maxWorkers,
          ...timeouts,
          globalSetup,
          include: ['server/**/*.check.ts'],
        },
      },
      ...(isProjectWanted('stories', process.argv) ? [defineStories()] : []),
    ],
  },
});

// Commands of vitest and Playwright as suites of a run.
import { readJourneys, readTests } from './reports.mjs';
import { selectJourneys, selectTests } from './rerun.mjs';

/** Projects of `vitest.config.ts` that need no browser. */
export const codeProjects = ['rules', 'pages', 'unit', 'server', 'mocked'].map(
  (name) => `--project=${name}`,
);

/** @type {typeof import('./suites.mjs').createVitestSuite} */
export const createVitestSuite = (name, ...options) => ({
  name,
  read: readTests,
  command: [
    ...['npx', 'vitest', 'run', '--allowOnly=false', '--includeTaskLocation', ...options],
    ...['--reporter=default', '--reporter=./tools/testRun/vitestReporter.mjs'],
  ],
  selectFailed: selectTests,
});

/** @type {typeof import('./suites.mjs').createPlaywrightSuite} */
export const createPlaywrightSuite = (name, ...options) => ({
  name,
  read: readJourneys,
  command: ['npx', 'playwright', 'test', ...options],
  selectFailed: selectJourneys,
});

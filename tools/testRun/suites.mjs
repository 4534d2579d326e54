// Commands of vitest and Playwright as suites of a run.
import { readJourneys, readTests } from './reports.mjs';
import { selectJourneys, selectTests } from './secondChance.mjs';

/** @type {typeof import('./suites.mjs').ofVitest} */
export const ofVitest = (name, ...options) => ({
  name,
  read: readTests,
  command: (file) => [
    ...['npx', 'vitest', 'run', ...options],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ],
  selectFailed: selectTests,
});

/** @type {typeof import('./suites.mjs').ofPlaywright} */
export const ofPlaywright = (name, ...options) => ({
  name,
  read: readJourneys,
  command: () => ['npx', 'playwright', 'test', ...options],
  selectFailed: selectJourneys,
});

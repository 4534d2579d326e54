// Tells a fault from noise: tests that failed run once more, alone, with doubled timeouts.

/** More unstable tests than this fail the run. */
export const maxUnstable = 5;
/** More failed tests than this are no chance, and would take too long one by one. */
const maxSecondRuns = 20;

/** @param {string} text */
const escapePattern = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * A file that could not be loaded runs as a whole, and so does a suite.
 * @type {typeof import('./secondChance.mjs').selectTests}
 */
export function selectTests(failures) {
  const files = [...new Set(failures.flatMap(({ file }) => file ?? []))];
  const names = failures.map(({ test }) => test);
  if (files.length === 0) return [];
  const options = [...files, '--maxWorkers=1'];
  if (names.includes(undefined)) return options;
  return [...options, '-t', `^(${names.map((name) => escapePattern(name ?? '')).join('|')})$`];
}

/** @type {typeof import('./secondChance.mjs').selectJourneys} */
export const selectJourneys = (failures) =>
  failures.some(({ test }) => test) ? ['--last-failed', '--workers=1'] : [];

/**
 * Compares both runs. A test that passed the second time is unstable. A second run that reports too
 * few tests changes nothing.
 * @type {typeof import('./secondChance.mjs').judge}
 */
export function judge(failures, again) {
  const isMissing = again.bad.length + again.good < failures.length;
  if (isMissing) return { passed: 0, failed: [...failures], unstable: [] };
  const names = new Set(again.bad.map(({ name }) => name));
  const unstable = failures.filter(({ name }) => !names.has(name));
  const isWhole = failures.some(({ file }) => !file); // of a file, some have passed before
  return { passed: isWhole ? again.good : unstable.length, failed: again.bad, unstable };
}

/** @type {typeof import('./secondChance.mjs').mayRunAgain} */
export const mayRunAgain = (failures) => failures.length > 0 && failures.length <= maxSecondRuns;

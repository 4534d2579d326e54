// Tells a fault from noise: tests that failed run once more, alone, with doubled timeouts.

/** More unstable tests than this fail the run. */
export const maxUnstable = 5;
/** More failed tests than this are no chance, and would take too long one by one. */
const maxSecondRuns = 20;

/** @param {string} text */
const escapePattern = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Options of vitest that run only these tests. A file that could not be loaded runs as a whole.
 * @type {typeof import('./secondChance.mjs').selectTests}
 */
export function selectTests(failures) {
  const files = [...new Set(failures.flatMap(({ file }) => file ?? []))];
  const names = failures.map(({ test }) => test);
  const options = [...files, '--maxWorkers=1'];
  if (names.includes(undefined)) return options;
  return [...options, '-t', `^(${names.map((name) => escapePattern(name ?? '')).join('|')})$`];
}

/**
 * Compares both runs. A test that passed the second time is unstable, unless too many are. The
 * second run has no outcome when it wrote no report or there was none.
 * @type {typeof import('./secondChance.mjs').judge}
 */
export function judge(failures, again) {
  if (!again) return { failed: failures, unstable: [] };
  const names = new Set(again.bad.map(({ name }) => name));
  const isMissing = again.bad.length + again.good < failures.length;
  const failed = failures.filter(({ name }) => isMissing || names.has(name));
  return { failed, unstable: failures.filter((each) => !failed.includes(each)) };
}

/** @type {typeof import('./secondChance.mjs').mayRunAgain} */
export const mayRunAgain = (failures) => failures.length > 0 && failures.length <= maxSecondRuns;

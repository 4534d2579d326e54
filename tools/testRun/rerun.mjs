// Decides which failed tests are flaky: they run once more, alone, with doubled timeouts.

/** More unstable tests than this fail the run. */
export const maxUnstable = 5;
/** More failed tests than this are not flaky, and would take too long one by one. */
const maxRerun = 20;

/** @param {string} text */
const escapePattern = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * A file that failed outside of its tests runs as a whole, and so does a suite.
 * @type {typeof import('./rerun.mjs').selectTests}
 */
export function selectTests(failures) {
  const oneWorker = '--no-file-parallelism';
  if (failures.some(({ file }) => !file)) return [oneWorker];
  const files = [...new Set(failures.flatMap(({ file }) => file ?? []))];
  const names = failures.map(({ test }) => test);
  const options = [...files, oneWorker];
  if (names.includes(undefined)) return options;
  return [...options, '-t', `^(${names.map((name) => escapePattern(name ?? '')).join('|')})$`];
}

/** @type {typeof import('./rerun.mjs').selectJourneys} */
export const selectJourneys = (failures) => [
  ...(failures.every(({ test }) => test) ? ['--last-failed'] : []),
  '--workers=1',
];

/**
 * Returns true when the test, the file or the suite of a failure has run again and passed.
 * @param {import('./reports.mjs').Failure} failure @param {import('./reports.mjs').Outcome} again
 */
function hasPassed({ name, file, test }, { passed, failed }) {
  if (failed.some((each) => !each.file)) return false; // the suite failed as a whole
  if (test) return passed.includes(name) && !failed.some((each) => each.name === name);
  if (!file) return passed.length > 0 && failed.length === 0;
  return (
    passed.some((each) => each.startsWith(`${file} › `)) &&
    !failed.some((each) => each.file === file)
  );
}

/** @type {typeof import('./rerun.mjs').compareRuns} */
export function compareRuns(first, again) {
  const unstable = first.failed.filter((failure) => hasPassed(failure, again));
  const failedAgain = new Set(again.failed.map(({ name }) => name));
  const notRunAgain = first.failed.filter(
    (failure) => !unstable.includes(failure) && !failedAgain.has(failure.name),
  );
  const passedBefore = new Set(first.passed);
  const added = again.passed.filter((name) => !passedBefore.has(name));
  const lost = first.passed.filter((name) => failedAgain.has(name));
  return {
    passed: added.length - lost.length,
    failed: [...notRunAgain, ...again.failed],
    unstable,
  };
}

/** @type {typeof import('./rerun.mjs').canRunAgain} */
export const canRunAgain = (failures) => failures.length > 0 && failures.length <= maxRerun;

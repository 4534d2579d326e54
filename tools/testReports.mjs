// Reads reports of vitest and Playwright: how many tests passed, and which failed or were skipped
// for what reason.

/** @param {string} name @param {string | undefined} message */
const failure = (name, message) => ({ name, error: message ?? 'no reason given' });

/** @type {typeof import('./testReports.mjs').formatFailure} */
export const formatFailure = ({ name, error }) => `${name}: ${error.split('\n')[0]}`;

const notApplicable = 'not for this variant';

/** Names what the machine lacks for a test. @param {string} fullName */
function findSkipReason(fullName) {
  if (fullName.includes('(PostgreSQL)') && !process.env.TEST_DATABASE_URL)
    return 'TEST_DATABASE_URL is not set';
  return fullName.includes('real clamd') ? 'clamd is not installed' : notApplicable;
}

const skippedStatus = ['skipped', 'pending'];

/**
 * A file that could not be loaded has a message instead of tests.
 * @type {typeof import('./testReports.mjs').readTests}
 */
export const readTests = ({ numPassedTests, testResults }) => ({
  good: numPassedTests,
  bad: testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0)
      return status === 'failed' ? [{ ...failure(name, message), file: name }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      ...failure(`${name} › ${fullName}`, failureMessages[0]),
      file: name,
      test: fullName,
    }));
  }),
  skipped: testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => skippedStatus.includes(status))
    .map(({ fullName }) => findSkipReason(fullName)),
});

/** @type {(journeys: import('./testReports.mjs').Journeys) => import('./testReports.mjs').Failure[]} */
const failedIn = ({ specs, suites = [] }) => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) =>
        failure(
          `${projectName} › ${file}:${line} › ${title}`,
          results.find(({ error }) => error)?.error?.message,
        ),
      ),
  ),
  ...suites.flatMap(failedIn),
];

/** @param {import('./testReports.mjs').Journeys} journeys @returns {string[]} */
const skippedIn = ({ specs, suites = [] }) => [
  ...specs
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === 'skipped')
    .map(
      ({ annotations = [] }) =>
        annotations.find(({ type }) => type === 'skip')?.description ?? notApplicable,
    ),
  ...suites.flatMap(skippedIn),
];

/** @type {typeof import('./testReports.mjs').readJourneys} */
export const readJourneys = ({ stats, suites }) => ({
  good: stats.expected + stats.flaky,
  bad: suites.flatMap(failedIn),
  skipped: suites.flatMap(skippedIn),
});

/** @type {typeof import('./testReports.mjs').describeSkipped} */
export function describeSkipped(reasons) {
  const count = (/** @type {string} */ reason) => reasons.filter((each) => each === reason).length;
  const lines = [...new Set(reasons)].map((reason) => `  ${count(reason)}: ${reason}`);
  return [`${reasons.length} skipped`, ...lines].join('\n');
}

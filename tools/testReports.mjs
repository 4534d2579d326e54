// Reads reports of vitest and Playwright: how many tests passed, and which failed for what reason.

/** @param {string} name @param {string | undefined} message */
const failure = (name, message) => `${name}: ${message?.split('\n')[0] ?? 'no reason given'}`;

/**
 * A file that could not be loaded has a message instead of tests.
 * @type {typeof import('./testReports.mjs').readTests}
 */
export const readTests = ({ numPassedTests, testResults }) => ({
  good: numPassedTests,
  bad: testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [failure(name, message)] : [];
    return failed.map(({ fullName, failureMessages }) =>
      failure(`${name} › ${fullName}`, failureMessages[0]),
    );
  }),
});

/** @param {import('./testReports.mjs').Journeys} journeys @returns {string[]} */
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

/** @type {typeof import('./testReports.mjs').readJourneys} */
export const readJourneys = ({ stats, suites }) => ({
  good: stats.expected + stats.flaky,
  bad: suites.flatMap(failedIn),
});

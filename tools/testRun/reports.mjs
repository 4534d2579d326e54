// Reads reports of vitest and Playwright: how many tests passed, which failed or were skipped for
// what reason, and how long each file took.
import { relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../preconditions.mjs';

/** @param {string} path */
const shorten = (path) => relative(root, path).split(sep).join('/');

/** @param {string} name @param {string | undefined} message */
const failure = (name, message) => ({
  name,
  error: stripVTControlCharacters(message || 'no reason given'),
});

const notApplicable = 'not for this variant';

/** Names what the machine lacks for a test. @param {string} fullName */
const findSkipReason = (fullName) =>
  fullName.includes('(PostgreSQL)') && !process.env.TEST_DATABASE_URL
    ? 'TEST_DATABASE_URL is not set'
    : notApplicable;

const skippedStatus = ['skipped', 'pending'];

/** Finds the line of a file in a stack trace. @param {string} file @param {string} stack */
function findLine(file, stack) {
  const [, rest = ''] = stack.split(`${file}:`);
  return Number.parseInt(rest, 10) || undefined;
}

/**
 * @param {string} file
 * @param {{ fullName: string, failureMessages: string[] }} test
 */
function readFailedTest(file, { fullName, failureMessages }) {
  const error = failureMessages[0] ?? '';
  return {
    ...failure(`${file} › ${fullName}`, error),
    file,
    line: findLine(file, error),
    test: fullName,
  };
}

/**
 * A file that could not be loaded has a message instead of tests.
 * @type {typeof import('./reports.mjs').readTests}
 */
export const readTests = ({ numPassedTests, testResults }) => ({
  good: numPassedTests,
  bad: testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = shorten(name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0)
      return status === 'failed' ? [{ ...failure(file, message), file }] : [];
    return failed.map((test) => readFailedTest(file, test));
  }),
  skipped: testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => skippedStatus.includes(status))
    .map(({ fullName }) => findSkipReason(fullName)),
  files: testResults.map(({ name, startTime, endTime }) => ({
    file: shorten(name),
    seconds: (endTime - startTime) / 1000,
  })),
});

/** @param {import('./reports.mjs').Journeys} journeys @returns {import('./reports.mjs').Spec[]} */
const listSpecs = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(listSpecs)];

/** Returns what a failed journey attached as text, line by line. */
const readAttachments = (
  /** @type {import('./reports.mjs').JourneyResult} */ { attachments = [] },
) =>
  attachments
    .filter(({ body, contentType }) => body !== undefined && contentType === 'text/plain')
    .flatMap(({ body = '' }) => Buffer.from(body, 'base64').toString().split('\n'));

/** @param {import('./reports.mjs').Spec} spec */
const failedIn = ({ file, line, title, tests }) =>
  tests
    .filter(({ status }) => status === 'unexpected')
    .map(({ projectName, results }) => ({
      ...failure(`${projectName} › ${title}`, results.find(({ error }) => error)?.error?.message),
      file: `e2e/${file}`,
      line,
      test: title,
      context: results.flatMap(readAttachments),
    }));

/** @param {import('./reports.mjs').Spec} spec */
const skippedIn = ({ tests }) =>
  tests
    .filter(({ status }) => status === 'skipped')
    .map(
      ({ annotations = [] }) =>
        annotations.find(({ type }) => type === 'skip')?.description ?? notApplicable,
    );

/** @param {import('./reports.mjs').Spec[]} specs */
function measureFiles(specs) {
  /** @type {Map<string, number>} */
  const files = new Map();
  for (const { file, tests } of specs)
    for (const { duration = 0 } of tests.flatMap(({ results }) => results))
      files.set(file, (files.get(file) ?? 0) + duration / 1000);
  return [...files].map(([file, seconds]) => ({ file: `e2e/${file}`, seconds }));
}

/**
 * Errors outside of tests fail the suite, as when its server does not start.
 * @type {typeof import('./reports.mjs').readJourneys}
 */
export function readJourneys({ stats, suites, errors }) {
  const specs = suites.flatMap(listSpecs);
  return {
    good: stats.expected + stats.flaky,
    bad: [
      ...errors.map(({ message }) => failure('outside of the journeys', message)),
      ...specs.flatMap(failedIn),
    ],
    skipped: specs.flatMap(skippedIn),
    files: measureFiles(specs),
  };
}

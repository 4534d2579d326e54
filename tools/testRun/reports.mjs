// Reads reports of vitest and Playwright: how many tests passed, which failed or were skipped for
// what reason, and how long each file took.
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../preconditions.mjs';
import { maxErrorLines } from './summary.mjs';

/** @param {string} path */
const shorten = (path) => relative(root, path).split(sep).join('/');

/** @param {string} name @param {string | undefined} message */
const fail = (name, message) => ({
  name,
  error: stripVTControlCharacters(message || 'no reason given'),
});

const notApplicable = 'not for this variant';

/** Names what the machine lacks for a test. @param {string} fullName */
const findSkipReason = (fullName) =>
  fullName.includes('(PostgreSQL)') && !process.env.TEST_DATABASE_URL
    ? 'TEST_DATABASE_URL is not set'
    : notApplicable;

/** Finds the line of a file in a stack trace. @param {string} file @param {string} stack */
function findLine(file, stack) {
  const [, rest = ''] = stack.split(`${file}:`);
  return Number.parseInt(rest, 10) || undefined;
}

/**
 * Finds the line where a story begins. Stack traces of stories have lines of compiled code.
 * @param {string} file @param {string} story
 */
function findStory(file, story) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const name = story.replaceAll(' ', '');
  const start = /^export const (\w+)/;
  return lines.findIndex((line) => start.exec(line)?.[1] === name) + 1 || undefined;
}

/** Removes what Storybook puts before an error. @param {string} text */
const removeLink = (text) => text.replace(/^\s*\S*Click to debug the error .*\s+/, '');

/** @param {string} file @param {import('./reports.mjs').Test} test */
function readFailedTest(file, { name, label = name, line: start, errors }) {
  const error = removeLink(errors[0]?.text ?? '');
  const line = file.includes('.stories.')
    ? findStory(file, name)
    : (findLine(file, error) ?? start);
  return { ...fail(`${file} › ${label}`, error), file, line, test: name };
}

/**
 * Numbers the tests of a file that have the same name. Each is counted, and compared with itself
 * in the second run.
 * @param {import('./reports.mjs').Test[]} tests
 */
const labelTests = (tests) =>
  tests.map((test, index) => {
    const before = tests.slice(0, index).filter(({ name }) => name === test.name).length;
    return { ...test, label: before > 0 ? `${test.name} (${before + 1})` : test.name };
  });

/**
 * Failures of a file: those of its tests, and others, after which the whole file runs again.
 * @param {import('./reports.mjs').TestFile} testFile @returns {import('./reports.mjs').Failure[]}
 */
function listFailuresOfFile({ file: path, errors, tests }) {
  const file = shorten(path);
  return [
    ...errors.map(({ text }) => ({ ...fail(file, text), file, line: findLine(file, text) })),
    ...tests.filter(({ state }) => state === 'failed').map((test) => readFailedTest(file, test)),
  ];
}

/**
 * Lists errors outside of all tests. One with a file, e.g. an unhandled rejection, may come from a
 * file before it, so that running the file again proves nothing. One without a file is, in most
 * cases, of a worker that ended: the files that it did not finish have failed.
 * @param {import('./reports.mjs').TestsReport} report @returns {import('./reports.mjs').Failure[]}
 */
function listFailuresOutside({ files, errors }) {
  const failInFile = (/** @type {string} */ path, /** @type {string} */ message) => ({
    ...fail(shorten(path), message),
    file: shorten(path),
  });
  const withoutFile = errors.filter(({ file }) => !file).map(({ text }) => text);
  const unfinished = files.filter(({ hasEnded }) => !hasEnded);
  return [
    ...errors.flatMap(({ file, text }) =>
      file ? [{ ...failInFile(file, text), isFinal: true }] : [],
    ),
    ...unfinished.map(({ file }) =>
      failInFile(file, ['The file did not end', ...withoutFile].join('\n')),
    ),
    ...(unfinished.length > 0 ? [] : withoutFile.map((text) => fail('outside of tests', text))),
  ];
}

/** @type {typeof import('./reports.mjs').readTests} */
export function readTests(report) {
  const files = report.files.map((each) => ({ ...each, tests: labelTests(each.tests) }));
  const tests = files.flatMap(({ file, tests: own }) =>
    own.map(({ name, label, state }) => ({ name, label, state, file: shorten(file) })),
  );
  return {
    passed: tests
      .filter(({ state }) => state === 'passed')
      .map(({ file, label }) => `${file} › ${label}`),
    failed: [...listFailuresOutside(report), ...files.flatMap(listFailuresOfFile)],
    skipped: tests
      .filter(({ state }) => state === 'skipped')
      .map(({ name }) => findSkipReason(name)),
    files: files.map(({ file, seconds }) => ({ file: shorten(file), seconds })),
  };
}

/** @param {import('./reports.mjs').Journeys} journeys @returns {import('./reports.mjs').Spec[]} */
const listSpecs = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(listSpecs)];

/** Returns what a failed journey attached as text, line by line. */
const readAttachments = (
  /** @type {import('./reports.mjs').JourneyResult} */ { attachments = [] },
) =>
  attachments
    .filter(({ body, contentType }) => body !== undefined && contentType === 'text/plain')
    .map(({ body = '' }) => stripVTControlCharacters(Buffer.from(body, 'base64').toString()))
    .flatMap((text) => text.split('\n'));

/** @param {import('./reports.mjs').Spec} spec @param {import('./reports.mjs').Journey} journey */
const nameJourney = ({ file, title }, { projectName }) => `${projectName} › ${file} › ${title}`;

/** @param {import('./reports.mjs').Spec} spec */
const listPassed = (spec) =>
  spec.tests
    .filter(({ status }) => status === 'expected')
    .map((journey) => nameJourney(spec, journey));

/**
 * Cuts each error of a journey, so that a long one does not displace the others.
 * @param {string} message @param {readonly unknown[]} errors
 */
const cutLines = (message, errors) =>
  message
    .split('\n')
    .slice(0, Math.ceil(maxErrorLines / errors.length))
    .join('\n');

/** @param {import('./reports.mjs').Spec} spec */
const listFailed = (spec) =>
  spec.tests
    .filter(({ status }) => status !== 'expected' && status !== 'skipped') // also a retried one
    .map((journey) => ({
      ...fail(
        nameJourney(spec, journey),
        journey.results
          .flatMap(({ errors = [] }) => errors.map(({ message = '' }) => cutLines(message, errors)))
          .join('\n'),
      ),
      file: `e2e/${spec.file}`,
      line: spec.line,
      test: spec.title,
      context: journey.results.flatMap(readAttachments),
    }));

/** @param {import('./reports.mjs').Spec} spec */
const listSkipReasons = ({ tests }) =>
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
export function readJourneys({ suites, errors }) {
  const specs = suites.flatMap(listSpecs);
  return {
    passed: specs.flatMap(listPassed),
    failed: [
      ...errors.map(({ message }) => fail('outside of the journeys', message)),
      ...specs.flatMap(listFailed),
    ],
    skipped: specs.flatMap(listSkipReasons),
    files: measureFiles(specs),
  };
}

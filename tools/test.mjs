// `npm test`: everything, from a fresh clone. Its last line is "N passed, M failed".
import { exec, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './browser.mjs';
import { build, checkNode, install, root, secondsSince } from './preconditions.mjs';
import { judge, maxUnstable, mayRunAgain, selectTests } from './secondChance.mjs';
import { describeSkipped, formatFailure, readJourneys, readTests } from './testReports.mjs';

const start = performance.now();
checkNode();
install({ withTestTools: true });
process.env.CHROMIUM_PATH = await findChromium();

const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
/** @typedef {import('./testReports.mjs').Failure} Failure */
/** Tests that failed, also the second time. @type {Failure[]} */
const failures = [];
/** Tests that passed the second time, with their first error. @type {Failure[]} */
const unstable = [];
/** Reasons of skipped tests. @type {string[]} */
const skips = [];
/** Time of each suite in seconds. @type {Record<string, string>} */
const times = {};
/** Second runs, made after all suites. @type {(() => void)[]} */
const secondRuns = [];

/**
 * Runs a command and measures it.
 * @param {string} name @param {string[]} command @param {Record<string, string>} [env]
 * @returns {boolean} true when it succeeded
 */
function run(name, [program = '', ...options], env = {}) {
  const start = performance.now();
  process.stdout.write(`── ${name}\n`);
  const { status } = spawnSync(program, options, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  times[name] = secondsSince(start);
  process.stdout.write(`── ${name}: ${status === 0 ? 'done' : 'failed'} in ${times[name]}\n\n`);
  return status === 0;
}

/**
 * Runs commands side by side, because each of them uses one core for most of its time. Each counts
 * as one test, and its output is printed at its end.
 * @param {string} name @param {Record<string, string>} commands
 */
async function checkTogether(name, commands) {
  const start = performance.now();
  const runPart = ([part, command]) =>
    new Promise((resolve) => {
      exec(command, { cwd: root, maxBuffer: Infinity }, (error, stdout, stderr) => {
        process.stdout.write(`── ${part}: ${error ? 'failed' : 'done'}\n${stdout}${stderr}\n`);
        if (error) failures.push({ name: part, error: 'see above' });
        else passed += 1;
        resolve(undefined);
      });
    });
  await Promise.all(Object.entries(commands).map(runPart));
  times[name] = secondsSince(start);
}

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string} file report of the first run
 * @property {(report: any) => import('./testReports.mjs').Outcome} read
 * @property {(file: string) => string[]} command writes its report to the file
 * @property {(failures: Failure[]) => string[]} selectFailed options that run these tests alone
 */

/**
 * Runs a suite and reads its report.
 * @param {Suite} suite @param {string} file @param {Failure[]} [only] @returns the outcome, if any
 */
function runSuite({ name, read, command, selectFailed }, file, only) {
  const options = only ? selectFailed(only) : [];
  const env = { TEST_REPORT: `test-results/${file}`, ...(only ? { TEST_SLOWNESS: '2' } : {}) };
  const isDone = run(only ? `${name}, second run` : name, [...command(file), ...options], env);
  try {
    const outcome = read(JSON.parse(readFileSync(join(reports, file), 'utf8')));
    return { ...outcome, isWhole: outcome.good > 0 && (isDone || outcome.bad.length > 0) };
  } catch {
    return undefined;
  }
}

/**
 * Runs a suite and counts its tests. Without a report it has failed. Failed tests get a second run.
 * @param {Suite} suite
 */
function check(suite) {
  const first = runSuite(suite, suite.file);
  passed += first?.good ?? 0;
  skips.push(...(first?.skipped ?? []));
  if (!first?.isWhole) failures.push({ name: suite.name, error: 'no complete report' });
  const bad = first?.bad ?? [];
  if (!mayRunAgain(bad)) failures.push(...bad);
  else
    secondRuns.push(() => {
      const judged = judge(bad, runSuite(suite, `second-${suite.file}`, bad));
      failures.push(...judged.failed);
      unstable.push(...judged.unstable);
      passed += judged.unstable.length;
    });
}

/**
 * Runs several projects in one call, which keeps every core busy until the last file.
 * @param {string} name @param {...string} projects
 */
function vitest(name, ...projects) {
  check({
    name: `${name} tests`,
    file: `${name}.json`,
    read: readTests,
    command: (file) => [
      'npx',
      ...['vitest', 'run', ...projects.map((project) => `--project=${project}`)],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=test-results/${file}`],
    ],
    selectFailed: selectTests,
  });
}

await checkTogether('format, types, lint, arrows, texts, dead code, build', {
  format: 'npx prettier --check --log-level warn .',
  'types and lint': 'npx oxlint',
  'arrows, texts, dead code': 'npm run -s check:arrows && npm run -s check:texts && npx knip',
  build: 'node tools/build.mjs',
});
vitest('code', 'rules', 'pages', 'unit', 'server', 'mocked');
vitest('story', 'stories');
build();
check({
  name: 'end to end',
  file: 'e2e.json',
  read: readJourneys,
  command: () => ['npx', 'playwright', 'test'],
  selectFailed: () => ['--last-failed', '--workers=1'],
});
for (const runAgain of secondRuns) runAgain();
writeFileSync(join(reports, 'unstable.json'), JSON.stringify(unstable, undefined, 2));

times['all'] = secondsSince(start);
const lines = Object.entries(times).map(([name, time]) => `${time.padStart(9)}  ${name}`);
process.stdout.write(`\nTime per suite\n${lines.join('\n')}\n\n`);
if (unstable.length > 0)
  process.stdout.write(
    `Unstable: failed first and passed alone\n${unstable.map((each) => `~ ${formatFailure(each)}\n`).join('')}`,
  );
if (unstable.length > maxUnstable)
  failures.push({ name: 'unstable tests', error: `${unstable.length}, at most ${maxUnstable}` });
process.stdout.write(failures.map((each) => `✗ ${formatFailure(each)}\n`).join(''));
process.stdout.write(`${describeSkipped(skips)}\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

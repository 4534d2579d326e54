// `npm test`: everything, from a fresh clone. Its last line is "N passed, M failed".
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './browser.mjs';
import { build, checkNode, install, root, secondsSince } from './preconditions.mjs';
import { describeSkipped, readJourneys, readTests } from './testReports.mjs';

const start = performance.now();
checkNode();
install({ withTestTools: true });
process.env.CHROMIUM_PATH = await findChromium();

const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
/** Failed tests with the first line of the reason. @type {string[]} */
const failures = [];
/** Reasons of skipped tests. @type {string[]} */
const skips = [];
/** Time of each suite in seconds. @type {Record<string, string>} */
const times = {};

/**
 * Runs a command and measures it. With `isQuiet` its output is printed when it ends, so that two
 * commands can run side by side.
 * @param {string} name @param {string} command
 * @param {{ env?: Record<string, string>, isQuiet?: boolean }} [options]
 * @returns {Promise<boolean>} true when it succeeded
 */
function run(name, command, { env = {}, isQuiet = false } = {}) {
  const start = performance.now();
  if (!isQuiet) process.stdout.write(`\n── ${name}\n`);
  const child = spawn(command, {
    cwd: root,
    shell: true,
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.on('close', (status) => {
      times[name] = secondsSince(start);
      const outcome = status === 0 ? 'done' : 'failed';
      const head = isQuiet ? `\n── ${name}\n${output}` : '';
      process.stdout.write(`${head}── ${name}: ${outcome} in ${times[name]}\n`);
      resolve(status === 0);
    });
  });
}

/** Runs a command that counts as one test. @param {string} name @param {string} command */
async function check(name, command) {
  if (await run(name, command, { isQuiet: true })) passed += 1;
  else failures.push(name);
}

/**
 * Runs a command that writes a report, and counts its tests. Without a report it has failed.
 * @param {string} name @param {string} command @param {string} file
 * @param {(report: any) => import('./testReports.mjs').Outcome} read @param {Record<string, string>}
 * [env]
 */
async function suite(name, command, file, read, env = {}) {
  const isDone = await run(name, command, { env });
  try {
    const { good, bad, skipped } = read(JSON.parse(readFileSync(join(reports, file), 'utf8')));
    passed += good;
    failures.push(...bad);
    skips.push(...skipped);
    if (good === 0 || (!isDone && bad.length === 0)) failures.push(name);
  } catch {
    failures.push(`${name}: no report`);
  }
}

/**
 * Runs several projects in one call, which keeps every core busy until the last file.
 * @param {string} name @param {...string} projects
 */
function vitest(name, ...projects) {
  const file = `${name}.json`;
  const options = [
    ...projects.map((project) => `--project ${project}`),
    '--reporter=default --reporter=json',
    `--outputFile.json=test-results/${file}`,
  ];
  return suite(`${name} tests`, `npx vitest run ${options.join(' ')}`, file, readTests);
}

// Each of the two uses one core.
await Promise.all([
  check('format, lint', 'npx prettier --check --log-level warn . && npx eslint .'),
  check(
    'types, arrows, texts, dead code, build',
    'npx tsc -p . && npm run -s check:arrows && npm run -s check:texts && npx knip && node ' +
      'tools/build.mjs',
  ),
]);
await vitest('code', 'rules', 'pages', 'unit', 'server', 'mocked');
await vitest('story', 'stories');
build();
await suite('end to end', 'npx playwright test', 'e2e.json', readJourneys, {
  E2E_REPORT: 'test-results/e2e.json',
});
await check('size', 'npm run -s bench:size');

times['all'] = secondsSince(start);
const lines = Object.entries(times).map(([name, time]) => `${time.padStart(9)}  ${name}`);
process.stdout.write(`\nTime per suite\n${lines.join('\n')}\n\n`);
process.stdout.write(failures.map((line) => `✗ ${line}\n`).join(''));
process.stdout.write(`${describeSkipped(skips)}\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

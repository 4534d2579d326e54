// `npm test`: everything, from a fresh clone. Its last line is "N passed, M failed".
import { exec, spawnSync } from 'node:child_process';
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
 * Runs a command and measures it.
 * @param {string} name @param {string} command @param {Record<string, string>} [env]
 * @returns {boolean} true when it succeeded
 */
function run(name, command, env = {}) {
  const start = performance.now();
  process.stdout.write(`── ${name}\n`);
  const { status } = spawnSync(command, {
    cwd: root,
    shell: true,
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
  const check = ([part, command]) =>
    new Promise((resolve) => {
      exec(command, { cwd: root, maxBuffer: Infinity }, (error, stdout, stderr) => {
        process.stdout.write(`── ${part}: ${error ? 'failed' : 'done'}\n${stdout}${stderr}\n`);
        if (error) failures.push(part);
        else passed += 1;
        resolve(undefined);
      });
    });
  await Promise.all(Object.entries(commands).map(check));
  times[name] = secondsSince(start);
}

/**
 * Runs a command that writes a report, and counts its tests. Without a report it has failed.
 * @param {string} name @param {string} command @param {string} file
 * @param {(report: any) => import('./testReports.mjs').Outcome} read @param {Record<string, string>}
 * [env]
 */
function suite(name, command, file, read, env = {}) {
  const isDone = run(name, command, env);
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
  suite(`${name} tests`, `npx vitest run ${options.join(' ')}`, file, readTests);
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
suite('end to end', 'npx playwright test', 'e2e.json', readJourneys, {
  E2E_REPORT: 'test-results/e2e.json',
});

times['all'] = secondsSince(start);
const lines = Object.entries(times).map(([name, time]) => `${time.padStart(9)}  ${name}`);
process.stdout.write(`\nTime per suite\n${lines.join('\n')}\n\n`);
process.stdout.write(failures.map((line) => `✗ ${line}\n`).join(''));
process.stdout.write(`${describeSkipped(skips)}\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

// `npm test`: everything, from a fresh clone; its last line is "N passed, M failed".
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './browser.mjs';
import { build, checkNode, install, root } from './preconditions.mjs';

checkNode();
install();
process.env.CHROMIUM_PATH = await findChromium();

const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
let passed = 0;
let failed = 0;

/** @param {string} name @param {string} command @param {Record<string, string>} [env] */
function run(name, command, env = {}) {
  process.stdout.write(`\n── ${name}\n`);
  const start = Date.now();
  const { status } = spawnSync(command, { cwd: root, stdio: 'inherit', shell: true, env: { ...process.env, ...env } });
  process.stdout.write(`── ${name}: ${status === 0 ? 'done' : 'failed'} in ${Math.round((Date.now() - start) / 1000)} s\n`);
  return status === 0;
}

/** @param {boolean} isGood */
function countOne(isGood) {
  if (isGood) passed += 1;
  else failed += 1;
}

/** A check counts as one test. @param {string} name @param {string} command */
const check = (name, command) => countOne(run(name, command));

/** Checks that use one core each, side by side; what each says comes when it has ended. @param {Record<string, string>} commands */
const checks = (commands) => Promise.all(Object.entries(commands).map(([name, command]) => new Promise((resolve) => {
  const start = Date.now();
  const child = spawn(command, { cwd: root, shell: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text));
  child.on('close', (status) => {
    process.stdout.write(`\n── ${name}\n${said}── ${name}: ${status === 0 ? 'done' : 'failed'} in ${Math.round((Date.now() - start) / 1000)} s\n`);
    countOne(status === 0);
    resolve(undefined);
  });
})));

/** A suite counts its tests; one that ends without a report has failed. @param {string} name @param {string} command @param {string} file @param {(report: any) => [number, number]} count @param {Record<string, string>} [env] */
function suite(name, command, file, count, env) {
  const isDone = run(name, command, env);
  try {
    const [good, bad] = count(JSON.parse(readFileSync(join(reports, file), 'utf8')));
    passed += good;
    failed += bad;
    if (!isDone && bad === 0) failed += 1;
  } catch {
    failed += 1;
  }
}

/** One call for several projects keeps every core busy until the last file. @param {string} name @param {...string} projects */
const vitest = (name, ...projects) => suite(`${name} tests`, `npx vitest run ${projects.map((project) => `--project ${project}`).join(' ')} --reporter=default --reporter=json --outputFile.json=test-results/${name}.json`, `${name}.json`,
  ({ numPassedTests, numFailedTests, numFailedTestSuites }) => [numPassedTests, numFailedTests || (numPassedTests === 0 || numFailedTestSuites > 0 ? 1 : 0)]);

await checks({
  lint: 'npx eslint .',
  'types, arrows, texts, dead code': 'npx tsc -p . && npm run -s check:arrows && npm run -s check:texts && npx knip && node tools/build.mjs',
});
vitest('code', 'rules', 'pages', 'unit', 'server', 'mocked');
vitest('story', 'stories');
build();
suite('end to end', 'npx playwright test', 'e2e.json', ({ stats }) => [stats.expected + stats.flaky, stats.unexpected], { E2E_REPORT: 'test-results/e2e.json' });
check('size', 'npm run -s bench:size');

process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

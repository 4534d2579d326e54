// `npm test`: everything, from a fresh clone; its last line is "N passed, M failed".
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './browser.mjs';
import { build, checkNode, install, root } from './preconditions.mjs';
import { readJourneys, readTests } from './testReports.mjs';

checkNode();
install();
process.env.CHROMIUM_PATH = await findChromium();

const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
let passed = 0;
/** What failed, each with the first line of why: said once more at the end, where it is looked for. @type {string[]} */
const failures = [];

/** @param {string} name @param {string} command @param {Record<string, string>} [env] */
function run(name, command, env = {}) {
  process.stdout.write(`\n── ${name}\n`);
  const start = Date.now();
  const { status } = spawnSync(command, {
    cwd: root,
    stdio: 'inherit',
    shell: true,
    env: { ...process.env, ...env },
  });
  process.stdout.write(
    `── ${name}: ${status === 0 ? 'done' : 'failed'} in ${Math.round((Date.now() - start) / 1000)} s\n`,
  );
  return status === 0;
}

/** @param {string} name @param {boolean} isGood */
function countOne(name, isGood) {
  if (isGood) passed += 1;
  else failures.push(name);
}

/** A check counts as one test. @param {string} name @param {string} command */
const check = (name, command) => countOne(name, run(name, command));

/** Checks that use one core each, side by side; what each says comes when it has ended. @param {Record<string, string>} commands */
const checks = (commands) =>
  Promise.all(
    Object.entries(commands).map(
      ([name, command]) =>
        new Promise((resolve) => {
          const start = Date.now();
          const child = spawn(command, { cwd: root, shell: true });
          let said = '';
          for (const stream of [child.stdout, child.stderr])
            stream.setEncoding('utf8').on('data', (text) => (said += text));
          child.on('close', (status) => {
            process.stdout.write(
              `\n── ${name}\n${said}── ${name}: ${status === 0 ? 'done' : 'failed'} in ${Math.round((Date.now() - start) / 1000)} s\n`,
            );
            countOne(name, status === 0);
            resolve(undefined);
          });
        }),
    ),
  );

/** A suite counts its tests; one that ends without a report has failed. @param {string} name @param {string} command @param {string} file @param {(report: any) => { good: number; bad: string[] }} read @param {Record<string, string>} [env] */
function suite(name, command, file, read, env) {
  const isDone = run(name, command, env);
  try {
    const { good, bad } = read(JSON.parse(readFileSync(join(reports, file), 'utf8')));
    passed += good;
    failures.push(...bad);
    if (good === 0 || (!isDone && bad.length === 0)) failures.push(name);
  } catch {
    failures.push(`${name}: no report`);
  }
}

/** One call for several projects keeps every core busy until the last file. @param {string} name @param {...string} projects */
const vitest = (name, ...projects) =>
  suite(
    `${name} tests`,
    `npx vitest run ${projects.map((project) => `--project ${project}`).join(' ')} --reporter=default --reporter=json --outputFile.json=test-results/${name}.json`,
    `${name}.json`,
    readTests,
  );

await checks({
  lint: 'npx eslint .',
  'types, arrows, texts, dead code':
    'npx tsc -p . && npm run -s check:arrows && npm run -s check:texts && npx knip && node tools/build.mjs',
});
vitest('code', 'rules', 'pages', 'unit', 'server', 'mocked');
vitest('story', 'stories');
build();
suite('end to end', 'npx playwright test', 'e2e.json', readJourneys, {
  E2E_REPORT: 'test-results/e2e.json',
});
check('size', 'npm run -s bench:size');

process.stdout.write(
  `\n${failures.map((line) => `✗ ${line}\n`).join('')}${passed} passed, ${failures.length} failed\n`,
);
process.exitCode = failures.length === 0 ? 0 : 1;

// Compares screens with pictures. Other arguments are passed to Playwright.
//
//   npm run test:screens                        the kept pictures (e2e/screens/kept.ts)
//   npm run test:screens -- --update-snapshots  renews the kept pictures
//   npm run test:screens -- --base [REV]        all screens, with those of a base revision
//
// The kept pictures are valid for one version of Chromium, because each version draws text
// differently. A base revision is built in a temporary worktree and drawn by the same Chromium, so
// any version will do. REV is by default the merge base with origin/main, or main without a remote.
// The run prints what differs and exits 1 then; the differences are in test-results/screens.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findChromium } from './browser.mjs';
import { build, root, stopWith } from './preconditions.mjs';

const keptWith = '156.0.8078.79';
const chromium = await findChromium();

/** @param {string} command @param {string[]} args */
const read = (command, args) => {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

/**
 * @param {string} folder @param {string} command @param {string[]} args @param {Record<string,
 * string>} [env]
 */
const run = (folder, command, args, env = {}) =>
  spawnSync(command, args, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium, ...env },
    shell: process.platform === 'win32',
  }).status ?? 1;

/** @param {string} folder @param {string[]} args @param {Record<string, string>} [env] */
const draw = (folder, args, env) =>
  run(
    folder,
    'npx',
    ['playwright', 'test', '--config', 'playwright.screens.config.ts', ...args],
    env,
  );

/** @param {string[]} args */
function compareKept(args) {
  const version = /\d+(?:\.\d+){3}/.exec(read(chromium ?? '', ['--version']) ?? '')?.[0];
  if (version !== keptWith)
    stopWith(
      `The pictures need Chromium ${keptWith}; ${chromium} is ${version ?? 'unknown'}. ` +
        'Install it (Debian: chromium-headless-shell) and set CHROMIUM_PATH. Or renew the ' +
        'pictures and change the version in tools/testScreens.mjs.',
    );
  build();
  return draw(root, args);
}

/**
 * Builds a revision in a worktree and draws its screens there.
 * @param {string} worktree @param {string} revision @param {string[]} args
 */
function drawBase(worktree, revision, args) {
  const inRoot = (/** @type {string[]} */ ...git) => run(root, 'git', git) === 0;
  if (!inRoot('worktree', 'add', '--quiet', '--detach', worktree, revision))
    stopWith(`There is no revision ${revision}.`);
  const hasSamePackages =
    read('git', ['diff', '--name-only', revision, 'package-lock.json']) === '';
  if (hasSamePackages) symlinkSync(join(root, 'node_modules'), join(worktree, 'node_modules'));
  else if (run(worktree, 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund']) !== 0)
    stopWith(`The packages of ${revision} could not be installed.`);
  if (run(worktree, process.execPath, ['tools/build.mjs']) !== 0)
    stopWith(`${revision} could not be built.`);
  const folder = join(worktree, 'e2e/screens');
  if (draw(worktree, [...args, '--update-snapshots=all'], { SCREENS_FOLDER: folder }) !== 0)
    stopWith(`The screens of ${revision} could not be drawn.`);
  return folder;
}

/**
 * @typedef {{ type: string, description: string }} Annotation
 * @typedef {{ name: string, path: string }} Attachment
 * @typedef {{ annotations: Annotation[], attachments: Attachment[] }} Result
 * @typedef {{ projectName: string, results: Result[] }} Test
 * @typedef {{ specs: { tests: Test[] }[], suites?: Suite[] }} Suite
 */

/**
 * Lists new and different screens of Playwright's report. @param {Suite} suite @returns {string[]}
 */
const listChanges = ({ specs, suites = [] }) => [
  ...specs
    .flatMap(({ tests }) => tests)
    .flatMap(({ projectName, results }) =>
      results.flatMap(({ annotations, attachments }) => [
        ...annotations
          .filter(({ type }) => type === 'new screen')
          .map(({ description }) => `new: ${projectName}/${description}`),
        ...attachments
          .filter(({ name }) => name.endsWith('-diff.png'))
          .map(
            ({ name, path }) =>
              `different: ${projectName}/${name.replace('-diff.png', '')} ` +
              `(${relative(root, path)})`,
          ),
      ]),
    ),
  ...suites.flatMap(listChanges),
];

/** @param {string} revision @param {string[]} args */
function compareWithBase(revision, args) {
  process.once('SIGINT', () => process.exit(130)); // runs the exit handler
  const worktree = mkdtempSync(join(tmpdir(), 'formakte-base-'));
  process.once('exit', () => {
    rmSync(worktree, { recursive: true, force: true });
    read('git', ['worktree', 'prune']);
  });
  const folder = drawBase(worktree, revision, args);
  build();
  const report = join(worktree, 'report.json');
  const status = draw(root, [...args, '--update-snapshots=none'], {
    SCREENS_FOLDER: folder,
    SCREENS_REPORT: report,
  });
  /** @type {{ suites: Suite[] }} */
  const { suites } = JSON.parse(readFileSync(report, 'utf8'));
  const changes = suites.flatMap(listChanges);
  process.stdout.write(changes.map((line) => `${line}\n`).join(''));
  process.stdout.write(`${changes.length} screens changed since ${revision}\n`);
  return status;
}

const args = process.argv.slice(2);
const at = args.indexOf('--base');
if (at === -1) process.exitCode = compareKept(args);
else {
  const isGiven = args[at + 1] !== undefined && !args[at + 1]?.startsWith('-');
  const given = args.splice(at, isGiven ? 2 : 1)[1];
  const revision = given ?? read('git', ['merge-base', 'HEAD', 'origin/main']) ?? 'main';
  process.exitCode = compareWithBase(revision, args);
}

// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} line */
export function stopWith(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    stopWith(`Formakte needs Node 20.19 or newer. This is ${process.versions.node}.`);
}

/**
 * Ends this process when its parent has ended: the shell between npm and this process ends by a
 * signal without passing it on.
 */
export function stopWithParent(everyMs = 500) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, everyMs);
  timer.unref();
}

/** @param {number} start @returns {string} */
export const secondsSince = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/**
 * Runs one step of `npm start` and prints how long it took. Its output is shown only if it fails.
 * @param {string} name @param {string} command @param {string[]} args @param {string} failure
 */
function runStep(name, command, args, failure) {
  process.stdout.write(`${name} … `);
  const start = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    shell: process.platform === 'win32',
  });
  process.stdout.write(`${secondsSince(start)}\n`);
  if (error) stopWith(`${error.message}\n${failure}`);
  if (status !== 0) stopWith(`${stdout}${stderr}\n${failure}`);
}

/** @param {string} path @returns {Lock} */
const readLock = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Package
 * @typedef {{ packages: Record<string, Package> }} Lock
 */

/**
 * Returns true when every package of the lock file is installed in its version. npm lists in
 * `node_modules/.package-lock.json` what it has installed, whether by `npm ci` or `npm install`.
 * @param {Lock} wanted @param {Lock} installed @param {{ withTestTools: boolean }} options
 */
export const isComplete = (wanted, installed, { withTestTools }) =>
  Object.entries(wanted.packages).every(
    ([path, { version, dev, optional, devOptional }]) =>
      path === '' ||
      optional ||
      devOptional ||
      (dev && !withTestTools) ||
      installed.packages[path]?.version === version,
  );

const installedList = 'node_modules/.package-lock.json';
/** Compiled when it is installed, unless scripts were switched off. */
const databaseDriver = join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node');

/**
 * Installs packages unless all are there. Building and running need the dependencies only; tests
 * need the devDependencies too. Keeps a developer's tools: `npm start` never removes them.
 * @param {{ withTestTools?: boolean }} [wanted]
 */
export function install({ withTestTools = false } = {}) {
  const isCurrent =
    existsSync(join(root, installedList)) &&
    existsSync(databaseDriver) &&
    isComplete(readLock('package-lock.json'), readLock(installedList), { withTestTools });
  if (isCurrent) return;
  const hasTestTools = existsSync(join(root, 'node_modules', 'vitest'));
  const group = withTestTools || hasTestTools ? '--include=dev' : '--omit=dev';
  runStep(
    'Installing packages',
    'npm',
    ['ci', group, '--no-audit', '--no-fund', '--loglevel=error'],
    'The packages could not be installed. This needs the npm registry, and a C++ compiler where ' +
      'the database driver has no prebuilt binary.',
  );
}

const sources = [
  'schemas',
  'widgets',
  'src',
  'server',
  'locales',
  'public',
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  'tools/build.mjs',
  'tools/bundleServer.mjs',
  'tools/localeFiles.ts',
  'tools/vite',
];

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

const buildStamp = join(root, 'dist', '.formakte-built');

/** Hashes contents, so that a fresh checkout of the same sources counts as built. */
function hashSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((path) => filesIn(join(root, path))))
    hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

/** Runs the build and stores which sources it was for. @param {() => Promise<void>} work */
export async function buildAndStamp(work) {
  const built = hashSources(); // first: a file that changes during the build is built again
  rmSync(buildStamp, { force: true });
  await work();
  writeFileSync(buildStamp, built);
}

/** Builds when a source has changed since the last build. */
export function build() {
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === hashSources()) return;
  const script = join(root, 'tools', 'build.mjs');
  runStep('Building', process.execPath, [script], 'The build failed.');
}

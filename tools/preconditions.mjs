// Plain JavaScript without dependencies: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = new URL('..', import.meta.url).pathname;

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

/** @param {string} path */
const hashFile = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** @param {number} start @returns {string} */
export const secondsSince = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/**
 * Runs one step of `npm start` and prints how long it took. Its output is shown only if it fails.
 * @param {string} name @param {string} command @param {string[]} args @param {string} failure
 */
function runStep(name, command, args, failure) {
  process.stdout.write(`${name} … `);
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    shell: process.platform === 'win32',
  });
  process.stdout.write(`${secondsSince(start)}\n`);
  if (status !== 0) stopWith(`${stdout}${stderr}\n${failure}`);
}

const installStamp = join(root, 'node_modules', '.formakte-installed');
const testTool = join(root, 'node_modules', 'vitest');

/**
 * Installs packages when the lock file has changed or test tools are missing. Building and
 * running need the dependencies only; tests need the devDependencies too. What was installed by
 * `npm install` counts as well, so that `npm start` never removes a developer's tools.
 * @param {{ withTestTools?: boolean }} [wanted]
 */
export function install({ withTestTools = false } = {}) {
  const hash = hashFile(join(root, 'package-lock.json'));
  const hasTestTools = existsSync(testTool);
  const isCurrent = existsSync(installStamp) && readFileSync(installStamp, 'utf8') === hash;
  if (isCurrent && (hasTestTools || !withTestTools)) return;
  const group = withTestTools || hasTestTools ? '--include=dev' : '--omit=dev';
  runStep(
    'Installing packages',
    'npm',
    ['ci', group, '--no-audit', '--no-fund', '--loglevel=error'],
    'The packages could not be installed. This needs the npm registry, and a C++ compiler where ' +
      'the database driver has no prebuilt binary.',
  );
  writeFileSync(installStamp, hash);
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

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

/** Runs `npm ci` when something is missing or the lock file has changed since. */
export function install() {
  const stamp = join(root, 'node_modules', '.formakte-installed');
  const wanted = hashFile(join(root, 'package-lock.json'));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stdout.write('Installing packages …\n');
  const { status } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' },
  );
  if (status !== 0)
    stopWith(
      'The packages could not be installed (see above). Installing needs the npm registry, and a C++ compiler where the database driver has no prebuilt binary.',
    );
  writeFileSync(stamp, wanted);
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
];

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

const buildStamp = join(root, 'dist', '.formakte-built');

/** By content, so a fresh checkout of the same sources counts as built. */
function hashSources() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((path) => filesIn(join(root, path))))
    hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

/** Notes which sources `dist` was built from. @param {() => Promise<void>} work */
export async function buildAndStamp(work) {
  const built = hashSources(); // before: what is changed meanwhile is built again
  rmSync(buildStamp, { force: true });
  await work();
  writeFileSync(buildStamp, built);
}

/** Builds when a source has changed since the last build. */
export function build() {
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === hashSources()) return;
  process.stdout.write('Building …\n');
  const { status } = spawnSync(process.execPath, [join(root, 'tools', 'build.mjs')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) stopWith('The build failed (see above).');
}

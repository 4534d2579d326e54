// Finds a Chromium for the tests, or installs one.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stopWith } from './preconditions.mjs';

// The headless shell has no screen. It runs the same tests in three quarters of the time.
const shell = 'chromium-headless-shell';
const commands = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @param {string} command @returns {string | undefined} */
function buildPath(command) {
  const { status, stdout } = spawnSync('which', [command], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** Returns the path of CHROMIUM_PATH or of an installed browser, for single commands of the tests. */
export const findInstalledChromium = () =>
  process.env.CHROMIUM_PATH ?? commands.map(buildPath).find(Boolean) ?? '/usr/bin/chromium';

/** @returns {Promise<string | undefined>} */
async function playwrightsOwn() {
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

const installed = async () => commands.map(buildPath).find(Boolean) ?? (await playwrightsOwn());

/** @param {string} command @param {string[]} args */
const isDone = (command, args) =>
  spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

const isDebianRoot = () => process.getuid?.() === 0 && buildPath('apt-get') !== undefined;

/** @param {string} name */
const isPackageInstalled = (name) =>
  isDebianRoot() &&
  isDone('apt-get', ['update', '-qq']) &&
  isDone('apt-get', ['install', '-y', '-qq', name]);

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, an installed one, Playwright's, or Debian's
 * package. Exits with a message when there is none.
 */
export async function findChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted)
    return existsSync(wanted)
      ? wanted
      : stopWith(`CHROMIUM_PATH names ${wanted}, which does not exist.`);
  const known = await installed();
  if (known) return known;

  process.stdout.write('Installing a Chromium for the browser tests …\n');
  if (
    isPackageInstalled(shell) ||
    isPackageInstalled('chromium') ||
    isDone('npx', ['playwright', 'install', 'chromium'])
  )
    return installed();
  return stopWith(
    'No Chromium was found and none could be installed. ' +
      'Install Chromium or Chrome, or set CHROMIUM_PATH.',
  );
}

// Compares every screen with its picture in e2e/screens. What follows goes to Playwright: --update-snapshots renews them.
import { spawnSync } from 'node:child_process';
import { findChromium } from './browser.mjs';
import { build, root, stopWith } from './preconditions.mjs';

/** Pixels belong to one version: another one draws letters a little differently. */
const pictured = '156.0.8078.79';

const chromium = await findChromium();
const installed = /\d+(?:\.\d+){3}/.exec(
  spawnSync(chromium ?? '', ['--version'], { encoding: 'utf8' }).stdout,
)?.[0];
if (installed !== pictured)
  stopWith(
    `The pictures are of Chromium ${pictured}, and ${chromium} is ${installed ?? 'of no known version'}. Install that version (Debian: chromium-headless-shell) and name it in CHROMIUM_PATH; or renew the pictures with yours, after a run that was the same on the old one, and change tools/testScreens.mjs.`,
  );

build();
const { status } = spawnSync(
  'npx',
  ['playwright', 'test', '--config', 'playwright.screens.config.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: chromium },
    shell: process.platform === 'win32',
  },
);
process.exitCode = status ?? 1;

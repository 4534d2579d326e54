import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { findInstalledChromium } from './browser.mjs';

afterEach(() => void vi.unstubAllEnvs());

it('A single command uses the browser that CHROMIUM_PATH names', () => {
  vi.stubEnv('CHROMIUM_PATH', '/opt/own/chromium');
  expect(findInstalledChromium()).toBe('/opt/own/chromium');
});

it('A single command uses the headless shell, which may be all that `npm test` has installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'formakte-browser-'));
  try {
    const shell = join(folder, 'chromium-headless-shell');
    writeFileSync(shell, '');
    chmodSync(shell, 0o755);
    vi.stubEnv('CHROMIUM_PATH', undefined);
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
    expect(findInstalledChromium()).toBe(shell);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

// `npm run check:engines`: a smoke journey in every other engine that is installed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request as requests } from '@playwright/test';
import { build } from '#tools/preconditions.mjs';
import { requireFreePort } from '#tools/requireFreePort.ts';
import { isReady, waitUntil } from '#tools/waitUntil.ts';
import type { DemoWorld } from '../support/test.ts';
import type { EngineBrowser } from './browser.ts';
import { startFirefox } from './firefox.ts';
import { steps } from './journey.ts';
import { startWebKit } from './webkit.ts';

const port = Number(process.env['E2E_PORT'] ?? 41790);
const url = `http://localhost:${port}`;
/** Characters of a page that are printed when a step fails. */
const seenLength = 600;

function findCommand(...names: string[]): string | undefined {
  return names
    .map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim())
    .find(Boolean);
}

type Close = () => void | Promise<void>;

/** Starts the built server with fresh demo data. Adds its end to `closes` before it is ready. */
async function startServer(closes: Close[]): Promise<void> {
  await requireFreePort(port);
  const server = spawn(process.execPath, ['e2e/support/serveFresh.mjs'], {
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  closes.push(async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill();
    await exit;
  });
  await waitUntil(() => isReady(`${url}/readyz`), {
    withinMs: 60_000,
    message: 'The server does not start',
  });
}

/** Starts a virtual display, if there is none. */
async function startDisplay(closes: Close[]): Promise<void> {
  if (process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']) return;
  const command = findCommand('Xvfb');
  if (command === undefined) throw new Error('WebKit needs a display: install xvfb');
  const display = `:${90 + (port % 100)}`;
  const server = spawn(command, [display, '-screen', '0', '1600x1000x24'], { stdio: 'ignore' });
  closes.push(() => void server.kill());
  process.env['DISPLAY'] = display;
  await waitUntil(() => existsSync(`/tmp/.X11-unix/X${display.slice(1)}`), {
    withinMs: 5_000,
    message: 'The virtual display does not start',
  });
}

type Engine = { name: string; start: () => Promise<EngineBrowser> };

/** Lists the installed engines. A missing one fails the check, after the others have run. */
function listEngines(): Engine[] {
  const firefox = findCommand('firefox-esr', 'firefox');
  const driver = findCommand('WebKitWebDriver');
  const miniBrowser = readdirSync('/usr/lib')
    .flatMap((folder) => [
      `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`,
      `/usr/lib/${folder}/webkit2gtk-4.0/MiniBrowser`,
    ])
    .find((path) => existsSync(path));
  const engines: Engine[] = [];
  if (firefox !== undefined) engines.push({ name: 'Firefox', start: () => startFirefox(firefox) });
  if (driver !== undefined && miniBrowser !== undefined)
    engines.push({ name: 'WebKit', start: () => startWebKit(driver, miniBrowser, port + 1) });
  for (const name of ['Firefox', 'WebKit']) {
    if (engines.some((engine) => engine.name === name)) continue;
    process.stdout.write(`${name}: not installed, so not checked\n`);
    process.exitCode = 1;
  }
  return engines;
}

/** Runs the journey and returns the number of failed steps. */
async function runJourney({ name, start }: Engine, demo: DemoWorld, folder: string) {
  const browser = await start();
  const request = await requests.newContext({ baseURL: url });
  let failed = 0;
  try {
    for (const [step, run] of steps) {
      const began = performance.now();
      const error = await run({ browser, request, demo, url, folder }).then(
        () => undefined,
        (reason: unknown) => (reason instanceof Error ? reason : new Error('failed')),
      );
      const took = `${((performance.now() - began) / 1000).toFixed(1)} s`;
      const outcome = error === undefined ? 'passed' : `FAILED: ${error.message.split('\n')[0]}`;
      process.stdout.write(`${name}, ${step}: ${outcome} (${took}, ${browser.name})\n`);
      if (error === undefined) continue;
      failed += 1;
      const seen = await browser.evaluate<string>(
        'location.href + "\\n" + document.body.innerText',
      );
      process.stdout.write(`  ${seen.slice(0, seenLength).replaceAll('\n', '\n  ')}\n`);
    }
  } finally {
    await browser.close();
    await request.dispose();
  }
  return failed;
}

/** Runs the journey in these engines and returns the number of failed steps. */
async function runAll(engines: readonly Engine[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'formakte-engines-'));
  const closes: Close[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    if (engines.some(({ name }) => name === 'WebKit')) await startDisplay(closes);
    await startServer(closes);
    const demo = (await (await fetch(`${url}/dev/demo.json`)).json()) as DemoWorld;
    let failed = 0;
    for (const engine of engines) failed += await runJourney(engine, demo, folder);
    return failed;
  } finally {
    for (const close of closes.reverse()) await close();
  }
}

const engines = listEngines();
if (engines.length === 0) throw new Error('No engine is installed, so nothing was checked');
build();
if ((await runAll(engines)) > 0) process.exitCode = 1;

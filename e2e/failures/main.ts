// `npm run check:failures`: fails every lazy file and every call of the pages with 404, with 503 and
// without an answer. Each must be asked for a few times at most, and then there is a button that
// helps, or a page that works without the part.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium, request as requests } from '@playwright/test';
import { findChromium } from '#tools/browser.mjs';
import { build } from '#tools/preconditions.mjs';
import { report } from '#tools/report.ts';
import { requireFreePort } from '#tools/requireFreePort.ts';
import { isReady, waitUntil } from '#tools/waitUntil.ts';
import type { DemoWorld } from '../support/test.ts';
import { listVisits } from './listVisits.ts';
import { modes, readWhole, tryFailure, type OpenPage } from './tryFailure.ts';
import { createVisitors } from './visitors.ts';
import type { Visit } from './visits.ts';

const { values } = parseArgs({
  options: {
    /** Only pages whose visitor and address match. */
    pages: { type: 'string', default: '' },
    /** Only files and calls that match. */
    parts: { type: 'string', default: '' },
  },
});
const port = Number(process.env['E2E_PORT'] ?? 41790);

async function startServer(ownPort: number, env: Record<string, string> = {}) {
  await requireFreePort(ownPort);
  const server = spawn(process.execPath, ['e2e/support/serveFresh.mjs'], {
    env: { ...process.env, PORT: String(ownPort), LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://localhost:${ownPort}`;
  await waitUntil(() => isReady(`${url}/readyz`), {
    withinMs: 60_000,
    message: 'The server does not start',
  });
  const stop = async () => {
    const exit = once(server, 'exit');
    server.kill();
    await exit;
  };
  return { url, stop };
}

type Outcome = { tried: Set<string>; findings: string[] };

/** Fails each part of the page that no page before had, or that this one shows in its own way. */
async function tryVisit(
  openPage: OpenPage,
  visit: Visit,
  { tried, findings }: Outcome,
): Promise<void> {
  const whole = await readWhole(openPage, visit);
  const at = `${visit.as} ${visit.address}${visit.act ? ', after a step' : ''}`;
  if (whole.fault !== undefined) findings.push(`${at} cannot be opened: ${whole.fault}`);
  const parts = new RegExp(values.parts);
  for (const target of whole.targets) {
    const isDone = tried.has(target.name) && !visit.again?.test(target.name);
    if (isDone || !parts.test(target.name)) continue;
    tried.add(target.name);
    const outcomes = await Promise.all(
      modes.map((mode) => tryFailure(openPage, { visit, target, mode, whole })),
    );
    const faults = modes.flatMap((mode, index) =>
      (outcomes[index] ?? []).map((fault) => `${mode}: ${fault}`),
    );
    console.log(`${target.name} at ${at}: ${faults.length === 0 ? 'ok' : faults.join('; ')}`);
    findings.push(...faults.map((fault) => `${target.name} at ${at}, ${fault}`));
  }
}

type Chunk = { file: string; isDynamicEntry?: boolean };

/** Lists the lazy chunks of the build that no visit loads. */
function listUntried({ tried }: Outcome): string[] {
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Record<
    string,
    Chunk
  >;
  return Object.values(manifest)
    .filter(({ isDynamicEntry }) => isDynamicEntry)
    .map(({ file }) => file)
    .filter((file) => !tried.has(`/${file}`));
}

build();
const outcome: Outcome = { tried: new Set(), findings: [] };
const server = await startServer(port);
const forPhones = await startServer(port + 1, { MOBILE_ACCESS: 'restricted' });
const executablePath = process.env['CHROMIUM_PATH'] ?? (await findChromium()) ?? '';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const request = await requests.newContext({ baseURL: server.url });
try {
  const demo = (await (await request.get('/dev/demo.json')).json()) as DemoWorld;
  const visitors = await createVisitors(browser, { all: server.url, phones: forPhones.url });
  const pages = new RegExp(values.pages);
  for await (const visit of listVisits({ request, demo, origin: server.url }, visitors))
    if (pages.test(`${visit.as} ${visit.address}`))
      await tryVisit(visitors.openPageAs[visit.as], visit, outcome);
} finally {
  await request.dispose();
  await browser.close();
  await forPhones.stop();
  await server.stop();
}
const isWhole = values.pages === '' && values.parts === '';
const untried = isWhole ? listUntried(outcome) : [];
report({
  name: 'check:failures',
  figures: {
    'files and calls that failed': outcome.tried.size,
    faults: outcome.findings.length,
    'chunks without a visit': untried.length,
  },
  findings: [...outcome.findings, ...untried.map((file) => `${file}: no visit loads it`)],
  targets: {
    'files and calls that failed': { atLeast: 1 },
    faults: { atMost: 0 },
    'chunks without a visit': { atMost: 0 },
  },
});

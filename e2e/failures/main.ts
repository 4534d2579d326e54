// `npm run check:failures`: fails every lazy file and every call of the pages with 404, with 503 and
// without an answer. Each must be asked for a few times at most, and then there is a button that
// helps, or a page that works without the part.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  chromium,
  devices,
  request as requests,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import { findChromium } from '#tools/browser.mjs';
import { build } from '#tools/preconditions.mjs';
import { report } from '#tools/report.ts';
import { requireFreePort } from '#tools/requireFreePort.ts';
import { isReady, waitUntil } from '#tools/waitUntil.ts';
import { Invited } from '../support/pages/invitation.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import type { DemoWorld } from '../support/test.ts';
import { modes, readWhole, tryFailure, type OpenPage } from './tryFailure.ts';
import * as visits from './visits.ts';
import type { Visit, Visitor } from './visits.ts';

const { values } = parseArgs({
  options: {
    /** Only pages whose visitor and address match. */
    pages: { type: 'string', default: '' },
    /** Only files and calls that match. */
    parts: { type: 'string', default: '' },
  },
});
const port = Number(process.env['E2E_PORT'] ?? 41790);

/**
 * Chunks that no visit loads, because it would need a session that ends, a second factor, an
 * upload of 20 MB or a page without scripts. A chunk that is neither visited nor here is a fault.
 */
const unvisited: ReadonlySet<string> = new Set([
  'activation',
  'contactCode',
  'recoveryCode',
  'registrationPassword',
  'registrationUsername',
  'resetPassword',
  'secondFactor',
  'LoginDialog',
  'PinDialog',
  'LoggedInPage',
  'PostedRegistrationPage',
  'RegistrationPage',
  'ResetDonePage',
  'ResetPasswordPage',
  'CaseGallery',
  'SentGallery',
  'openPdf',
  'largeUploads',
]);

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

const openContext = (browser: Browser, baseURL: string, device = {}): Promise<BrowserContext> =>
  browser.newContext({
    ...device,
    baseURL,
    locale: 'de-DE',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    storageState: {
      cookies: [],
      origins: [
        {
          origin: baseURL,
          localStorage: [{ name: 'formakte.consentAcceptedAt', value: '2026-11-20T09:00:00Z' }],
        },
      ],
    },
  });

/** Opens a page of a new visitor, whose device has no language, draft or copy of an earlier visit. */
async function openFreshPage(browser: Browser, baseURL: string, device = {}): Promise<Page> {
  const context = await openContext(browser, baseURL, device);
  const page = await context.newPage();
  page.once('close', () => void context.close().catch(() => undefined)); // the browser may end first
  return page;
}

/** Logs in and returns the address of the first link, on the page `list`, that matches. */
async function logIn(
  context: BrowserContext,
  demo: DemoWorld,
  { username, list, link }: { username: string; list: string; link: string },
): Promise<string> {
  const page = await context.newPage();
  await page.goto('/login');
  await new Portal(page, demo).logIn(demo.users.find((user) => user.username === username));
  await page.waitForURL(/dashboard|business/);
  await page.goto(list);
  const address = (await page.locator(link).first().getAttribute('href')) ?? '';
  await page.close();
  return address;
}

async function listVisits(
  request: APIRequestContext,
  demo: DemoWorld,
  contexts: Record<'client' | 'staff', BrowserContext>,
): Promise<Visit[]> {
  const invited = await Invited.create(request, demo, 'failures');
  const openCase = await logIn(contexts.client, demo, {
    username: 'nora.brandt',
    list: '/akten',
    link: 'a[href*="/accounts/"]',
  });
  const form = await logIn(contexts.staff, demo, {
    username: 'selin.aydin',
    list: '/business/forms',
    link: 'h2 a[href^="/business/forms/"]',
  });
  return [
    ...visits.listPublicVisits(demo),
    ...(await visits.listFormVisits(new Provider(request, demo))),
    ...visits.listInvitedVisits(await invited.link()),
    ...visits.listClientVisits(openCase),
    ...visits.listStaffVisits(form),
    ...visits.listPhoneVisits(),
  ];
}

type Outcome = { tried: Set<string>; findings: string[] };

/** Fails each part of the page that no page before had. */
async function tryVisit(
  openPage: OpenPage,
  visit: Visit,
  { tried, findings }: Outcome,
): Promise<void> {
  const whole = await readWhole(openPage, visit);
  const parts = new RegExp(values.parts);
  for (const target of whole.targets) {
    if (tried.has(target.name) || !parts.test(target.name)) continue;
    tried.add(target.name);
    const outcomes = await Promise.all(
      modes.map((mode) => tryFailure(openPage, { visit, target, mode, whole })),
    );
    const faults = modes.flatMap((mode, index) =>
      (outcomes[index] ?? []).map((fault) => `${mode}: ${fault}`),
    );
    const at = `${visit.as} ${visit.address}${visit.act ? ', after a step' : ''}`;
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
    .filter(
      (file) => !tried.has(`/${file}`) && !unvisited.has(/assets\/(\w+)-/.exec(file)?.[1] ?? ''),
    );
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
  const contexts = {
    client: await openContext(browser, server.url),
    staff: await openContext(browser, server.url),
  };
  const openPageAs: Record<Visitor, OpenPage> = {
    public: () => openFreshPage(browser, server.url),
    invited: () => openFreshPage(browser, server.url),
    phone: () => openFreshPage(browser, forPhones.url, devices['Pixel 7']),
    client: () => contexts.client.newPage(),
    staff: () => contexts.staff.newPage(),
  };
  const pages = new RegExp(values.pages);
  for (const visit of await listVisits(request, demo, contexts))
    if (pages.test(`${visit.as} ${visit.address}`))
      await tryVisit(openPageAs[visit.as], visit, outcome);
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

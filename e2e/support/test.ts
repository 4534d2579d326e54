import {
  expect,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type Page,
  type Request,
} from '@playwright/test';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { takeServerLines } from './ownServer.ts';
import type { SubmissionDetail } from '#schemas/forms/submissions.ts';

/** The content of /dev/demo.json. */
export type DemoWorld = {
  portalUrl: string;
  providerApiKey: string;
  otherProviderApiKey: string;
  users: { username: string; password: string }[];
  forms: { processGuid: string; title: string; pin?: string }[];
};

/** Returns the key in the link of the demo form with this title. */
export function getFormGuid({ forms }: DemoWorld, wanted: string): string {
  const form = forms.find(({ title }) => title === wanted);
  if (!form) throw new Error(`The demo data has no form "${wanted}"`);
  return form.processGuid;
}

export const getAccidentGuid = (demo: DemoWorld): string =>
  getFormGuid(demo, 'Verkehrsunfall melden');

const isWeb = (address: string): boolean => /^https?:/.test(address);

/** Returns the address of the page that requests; empty for a navigation. */
function getRequestingPage(request: Request): string {
  if (request.isNavigationRequest()) return '';
  try {
    return request.frame().url();
  } catch {
    return ''; // a popup's first requests come before its page
  }
}

/**
 * True if the request goes to the origin of its page. Navigations and requests without a page may
 * go to any test server on this machine.
 */
function isOwnOrigin(request: Request): boolean {
  const { origin, hostname } = new URL(request.url());
  const page = request.serviceWorker()?.url() ?? getRequestingPage(request);
  return isWeb(page) ? new URL(page).origin === origin : /(?:^|\.)localhost$/.test(hostname);
}

/**
 * Waits until the forms of a server-rendered page are hydrated and open. Those of the form engine
 * say so; of others React keeps the props. Does not wait where the browser runs no scripts. A page
 * whose scripts are blocked is never hydrated: open it with `openAtOnce`.
 */
export async function waitUntilHydrated(page: Page): Promise<void> {
  try {
    await page.waitForFunction(
      () =>
        matchMedia('(scripting: none)').matches ||
        [...document.querySelectorAll<HTMLFormElement>('#root[data-rendered] form')].every(
          (form) =>
            form.noValidate
              ? form.matches('[data-live]:not([data-opening])')
              : Object.keys(form).some((key) => key.startsWith('__reactProps')),
        ),
      undefined,
      { timeout: scaleTimeout(30_000) },
    );
  } catch (cause) {
    if (page.isClosed()) return;
    throw new Error(`The page was not hydrated: ${page.url()}`, { cause });
  }
}

/** Lets journeys click right after a navigation, unless they watch how the page loads. */
function waitAfterNavigation(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== 'commit') await waitUntilHydrated(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await waitUntilHydrated(page);
    return response;
  };
}

/** Adds each foreign request and each violation of a page to the list. */
function watchStrictly(context: BrowserContext, violations: string[]): void {
  context.on('page', waitAfterNavigation);
  context.on('request', (request) => {
    if (isWeb(request.url()) && !isOwnOrigin(request))
      violations.push(`foreign request: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (/content security policy|MISSING_TRANSLATION/i.test(message.text()))
      violations.push(message.text());
  });
  context.on('weberror', (error) => violations.push(`uncaught: ${error.error().message}`));
}

/** Lines of each kind that a failed journey reports. */
const maxLines = 5;

type Fixtures = { demo: DemoWorld; explained: void; strictPage: void };

/**
 * Fails a journey when its page requests a foreign origin or violates the content security policy,
 * and lets a failed one report its pages, their errors and what its own server printed.
 */
export const test = base.extend<Fixtures>({
  demo: async ({ request }, use) => {
    const answer = await request.get('/dev/demo.json');
    expect(answer.ok()).toBe(true);
    await use((await answer.json()) as DemoWorld);
  },
  // before `strictPage`, so that it ends later and explains its failure too
  explained: [
    async ({ browser, context }, use, info) => {
      const errors: string[] = [];
      const pages = new Set<Page>(); // also those that are closed when the journey ends
      const watch = (each: BrowserContext) => {
        each.on('page', (page) => pages.add(page));
        each.on('console', (message) => {
          if (message.type() === 'error') errors.push(`console: ${message.text()}`);
        });
        each.on('weberror', (error) => errors.push(`uncaught: ${error.error().message}`));
      };
      watch(context);
      browser.on('context', watch); // of a second person or device
      await use();
      browser.off('context', watch);
      const serverLines = takeServerLines(maxLines);
      if (info.status === info.expectedStatus) return;
      const body = [
        ...[...pages].map((page) => `page: ${page.url()}`),
        ...errors.slice(-maxLines),
        ...serverLines,
      ].join('\n');
      await info.attach('explanation', { body, contentType: 'text/plain' });
    },
    { auto: true },
  ],
  strictPage: [
    async ({ browser, context }, use) => {
      const violations: string[] = [];
      const watch = (each: BrowserContext) => watchStrictly(each, violations);
      watch(context);
      browser.on('context', watch); // of a second person or device
      await use();
      browser.off('context', watch);
      expect(violations, 'the content security policy is never violated').toEqual([]);
    },
    { auto: true },
  ],
});

/** Reads the submissions with this address through the provider API. */
export async function readSubmissions(
  request: APIRequestContext,
  demo: DemoWorld,
  email: string,
): Promise<SubmissionDetail[]> {
  const headers = { 'X-Api-Key': demo.providerApiKey };
  const list = (await (
    await request.get('/provider/v1/submissions?limit=200', { headers })
  ).json()) as { items: { submissionId: string }[] };
  const all = await Promise.all(
    list.items.map(
      async ({ submissionId }) =>
        (await (
          await request.get(`/provider/v1/submissions/${submissionId}`, { headers })
        ).json()) as SubmissionDetail,
    ),
  );
  return all.filter(({ answers }) => answers.some(({ value }) => value === email));
}

export { expect };

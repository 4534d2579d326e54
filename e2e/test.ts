import { expect, test as base, type APIRequestContext, type Request } from '@playwright/test';
import type { SubmissionDetail } from '#schemas/providerForms.ts';

/** What /dev/demo.json tells programs about the demo world. */
export type DemoWorld = {
  portalUrl: string;
  providerApiKey: string;
  users: { username: string; password: string }[];
  forms: { processGuid: string; title: string; pin?: string }[];
};

/** What stands in the link of the demo's form with this title; other tests publish forms of their own beside it. */
export function guidOf({ forms }: DemoWorld, wanted: string): string {
  const form = forms.find(({ title }) => title === wanted);
  if (!form) throw new Error(`The demo world has no form "${wanted}"`);
  return form.processGuid;
}

export const accidentGuid = (demo: DemoWorld): string => guidOf(demo, 'Verkehrsunfall melden');

const isWeb = (address: string): boolean => /^https?:/.test(address);

/** Whether a page asks where it comes from, to the port. It may be led to another server of the test's own, all on this machine; what asks before there is a page, too. */
function staysAtHome(request: Request): boolean {
  const { origin, hostname } = new URL(request.url());
  const page =
    request.serviceWorker()?.url() ?? (request.isNavigationRequest() ? '' : request.frame().url());
  return isWeb(page) ? new URL(page).origin === origin : /(?:^|\.)localhost$/.test(hostname);
}

type Fixtures = { demo: DemoWorld; strictPage: void };

/**
 * Every journey runs under two promises: the browser talks to its own origin only, and the content security policy is
 * never violated. A page that breaks one fails its test.
 */
export const test = base.extend<Fixtures>({
  demo: async ({ request }, use) => {
    const answer = await request.get('/dev/demo.json');
    expect(answer.ok()).toBe(true);
    await use((await answer.json()) as DemoWorld);
  },
  strictPage: [
    async ({ context }, use) => {
      const broken: string[] = [];
      context.on('request', (request) => {
        if (isWeb(request.url()) && !staysAtHome(request))
          broken.push(`foreign request: ${request.url()}`);
      });
      context.on('console', (message) => {
        if (/content security policy|MISSING_TRANSLATION/i.test(message.text()))
          broken.push(message.text());
      });
      context.on('weberror', (error) => broken.push(`uncaught: ${error.error().message}`));
      await use();
      expect(broken).toEqual([]);
    },
    { auto: true },
  ],
});

/** What the provider's own program reads of the submissions that name this address. */
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

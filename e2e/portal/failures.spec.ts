import type { BrowserContext, Request } from '@playwright/test';
import { tryFailure, type Mode } from '../failures/tryFailure.ts';
import type { Visit } from '../failures/visits.ts';
import { Portal } from '../support/pages/portal.ts';
import { expect, test } from '../support/test.ts';

/** A part of each kind. `npm run check:failures` fails all of them. */
type Part = [name: string, path: RegExp, mode: Mode, visit: Visit];

const asPublic = (address: string): Visit => ({ as: 'public', address });

const publicParts: Part[] = [
  ['code of a page', /\/LegalPage-.+\.js$/, '404', asPublic('/legal/imprint')],
  ['style sheet of a page', /\/LegalPage-.+\.css$/, '503', asPublic('/legal/imprint')],
  ['code of the portal', /\/portal-.+\.js$/, 'abort', asPublic('/business-beschleunigen')],
  ['text of the portal', /\/portal\.de-/, '404', asPublic('/legal/imprint')],
  ['text in all languages', /\/visitors\.\w\w-/, '503', asPublic('/legal/imprint')],
  ['form of a page of the server', /\/assets\/login-/, 'abort', asPublic('/login')],
];

const writeMessage: Visit['act'] = (page) =>
  page.getByRole('button', { name: 'Nachricht schreiben' }).click();

const asClient = (address: string): Visit => ({ as: 'client', address });

const listPageParts = (openCase: string): Part[] => [
  ['frame of the portal', /\/PortalShell-.+\.js$/, '404', asClient('/service-provider')],
  ['form of a page', /\/changePassword-/, '503', asClient('/settings/account')],
  ['call of a list', /\/api\/v2\.0\/akten$/, '404', asClient('/akten')],
  ['call of a case', /\/api\/.+\/akten\/[^/]+$/, 'abort', asClient(openCase)],
  ['configuration', /\/api\/config$/, '503', asClient('/akten')],
];

const listDialogParts = (openCase: string): Part[] =>
  (['404', '503', 'abort'] as const).map((mode) => [
    'form of a dialog',
    /\/newMessage-/,
    mode,
    { ...asClient(openCase), act: writeMessage },
  ]);

/** Requires a button that helps, because no page is as whole as that. */
const unreachable = { targets: [], controls: Infinity };

async function expectHandled(context: BrowserContext, [name, path, mode, visit]: Part) {
  const target = {
    name,
    isCall: false, // no part here is a call that waits for a server that starts
    matches: (request: Pick<Request, 'url'>) => path.test(new URL(request.url()).pathname),
  };
  const faults = await tryFailure(() => context.newPage(), {
    visit,
    target,
    mode,
    whole: unreachable,
  });
  expect(faults, `${name}, ${mode}`).toEqual([]);
}

test('A public page asks three times at most for a part that fails, and a button helps', async ({
  context,
}) => {
  for (const part of publicParts) await expectHandled(context, part);
});

for (const [place, listParts] of [
  ['page', listPageParts],
  ['dialog', listDialogParts],
] as const)
  test(`A client’s ${place} asks three times at most for a part that fails, and a button helps`, async ({
    page,
    context,
    demo,
  }) => {
    await page.goto('/login');
    const portal = new Portal(page, demo);
    await portal.logIn();
    await portal.expectDashboard();
    await page.goto('/akten');
    const openCase = page.getByRole('link', { name: /Verkehrsunfall Brandt/ }).first();
    const address = (await openCase.getAttribute('href')) ?? '';
    for (const part of listParts(address)) await expectHandled(context, part);
  });

test('A page in English that cannot load its texts is shown in German, with a button', async ({
  page,
}) => {
  let isFailing = true;
  await page.route(/\/visitors\.en-/, (route) => (isFailing ? route.abort() : route.fallback()));
  await page.addInitScript(() => localStorage.setItem('formakte.language', 'en'));
  await page.goto('/legal/imprint');
  const failed = 'Die Texte der gewählten Sprache konnten nicht geladen werden.';
  const note = page.getByText(failed, { exact: true });
  await expect(note).toBeVisible();
  isFailing = false;
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

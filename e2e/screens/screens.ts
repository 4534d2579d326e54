import { existsSync } from 'node:fs';
import type { Locator, Page, Request } from '@playwright/test';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { Invited } from '../support/pages/invitation.ts';
import { Portal } from '../support/pages/portal.ts';
import { test as onRestrictedPhones } from '../support/restrictedPhones.ts';
import { getAccidentGuid, expect, getFormGuid, test, type DemoWorld } from '../support/test.ts';
import { isKept } from './kept.ts';

/** A quarter of an hour after the start of the server's clock (serveFixedDay.mjs). */
const now = new Date('2026-11-20T10:15:00+01:00');

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: now });
  await page.addInitScript(() =>
    localStorage.setItem('formakte.consentAcceptedAt', '2026-11-20T09:00:00Z'),
  );
  await page.goto('/login'); // caches the text's face, which a first page may paint without
});

/** Longer than the client's rate limit holds a request back. */
const quietMs = 2_400;

/** Runs `open` and waits until no request has been in flight for `quietMs`, event stream aside. */
async function settle(page: Page, open: () => Promise<unknown>): Promise<void> {
  const inFlight = new Set<Request>();
  const start = (request: Request) => {
    if (!request.url().includes('/events')) inFlight.add(request);
  };
  const end = (request: Request) => inFlight.delete(request);
  page.on('request', start).on('requestfinished', end).on('requestfailed', end);
  await open();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const isLoading = () => page.getByText('Wird geladen').filter({ visible: true }).count();
  let quietSince = Date.now();
  const getQuietMs = async () => {
    if (inFlight.size > 0 || (await isLoading()) > 0) quietSince = Date.now();
    return Date.now() - quietSince;
  };
  await expect
    .poll(getQuietMs, { intervals: [150], timeout: scaleTimeout(60_000) })
    .toBeGreaterThanOrEqual(quietMs);
  page.off('request', start).off('requestfinished', end).off('requestfailed', end);
}

/** The open dialog or, without one, the page: a mask below a dialog would cover it. */
const getTopLayer = (page: Page) => page.locator('dialog[open], body:not(:has(dialog[open]))');

/** Parts that differ in each run: times of use, countdowns, QR codes, ports, late thumbnails. */
const getVolatileParts = (page: Page) => [
  getTopLayer(page)
    .locator('li small')
    .filter({ hasText: /^Zuletzt benutzt/ }),
  page.locator('p').filter({ hasText: /(?:noch|In) \d+:\d\d Minuten/ }),
  page.getByRole('img', { name: /QR/ }),
  page.locator('a[href^="http://localhost"]').filter({ hasText: 'localhost' }),
  getTopLayer(page).locator('span[aria-hidden][data-type]'),
];

/** True if this run compares the screen: all of them with a base revision, else the kept ones. */
const isCompared = (name: string): boolean =>
  Boolean(process.env['SCREENS_FOLDER']) || isKept(test.info().project.name, name);

/** Compares the screen, or a part of it, with its picture. */
async function expectPicture(page: Page, name: string, part: Page | Locator = page): Promise<void> {
  if (!isCompared(name)) return;
  const picture = `${name}.png`;
  const info = test.info();
  if (info.config.updateSnapshots === 'none' && !existsSync(info.snapshotPath(picture))) {
    info.annotations.push({ type: 'new screen', description: name }); // not in the base revision
    return;
  }
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0); // no hover on what has replaced a pressed button
  await expect
    .soft(part)
    .toHaveScreenshot(picture, { mask: getVolatileParts(page), maskColor: '#888' });
}

/** Runs `open` and compares the complete screen with its picture. */
async function take(
  page: Page,
  name: string,
  open: () => Promise<unknown>,
  part?: Locator,
): Promise<void> {
  if (!isCompared(name)) return void (await open());
  await settle(page, open);
  await expectPicture(page, name, part);
}

type Screens = Record<string, string | ((demo: DemoWorld) => string)>;

async function visit(page: Page, demo: DemoWorld, screens: Screens): Promise<void> {
  for (const [name, address] of Object.entries(screens))
    await take(page, name, () => page.goto(typeof address === 'string' ? address : address(demo)));
}

async function logIn(page: Page, demo: DemoWorld): Promise<void> {
  await page.goto('/login');
  await new Portal(page, demo).logIn();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('heading', { name: /^Ihre Kanzlei/ })).toBeVisible();
}

/** Opens the case and returns its address. */
async function openCase(page: Page, demo: DemoWorld): Promise<string> {
  await logIn(page, demo);
  await page.goto('/akten');
  await page
    .getByRole('link', { name: /Verkehrsunfall Brandt/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/akten\/.+\/accounts\//);
  return page.url().split('?')[0] ?? '';
}

test('Public screens match their pictures', ({ page, demo }) =>
  visit(page, demo, {
    start: '/',
    login: '/login',
    'forgotten-password': '/forget-password',
    'public-page': '/proudly-presents/aydin-kollegen',
    'public-page-yellow': '/proudly-presents/lichtblick',
    'not-found': '/nowhere',
    forbidden: `/start/${'x'.repeat(43)}`,
    imprint: '/legal/imprint',
    privacy: '/legal/privacy',
    terms: '/legal/terms',
    accessibility: '/legal/accessibility',
    'forgotten-username': '/forget-username',
    'business-welcome': '/business-beschleunigen',
    form: (world) => `/externalform/${getAccidentGuid(world)}`,
    'form-pin': ({ forms }) => `/externalform/${forms.find(({ pin }) => pin)?.processGuid}`,
  }));

test('The login on a tablet matches its pictures in both orientations', async ({
  page,
  demo,
  isMobile,
}) => {
  test.skip(isMobile, 'Runs in the desktop projects.');
  for (const [name, width, height] of [
    ['login-tablet', 768, 1024],
    ['login-tablet-wide', 1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await visit(page, demo, { [name]: '/login' });
  }
});

test('The offline page matches its picture', ({ page, demo }) =>
  visit(page, demo, { offline: '/offline.html' }));

test('The waiting page matches its picture', async ({ page }) => {
  await page.route('**/metadata', () => undefined); // never gets a response
  await page.goto(`/start/${'x'.repeat(43)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectPicture(page, 'waiting');
});

onRestrictedPhones('Notices for phones match their pictures', async ({ page, demo, isMobile }) => {
  test.skip(!isMobile, 'Only phones are redirected there.');
  await visit(page, demo, {
    'app-notice': '/download-and-no-ragrets',
    'app-activation': '/activate-with-app',
  });
});

test('The receipt of a submitted form matches its picture', async ({ page, demo }) => {
  const form = new ExternalForm(page);
  await form.open(getFormGuid(demo, 'Bußgeld prüfen')); // no picture shows this provider's counts
  await form.field('Wie heißen Sie\\?').fill('Jana Reuter');
  await form.field('E-Mail-Adresse').fill('jana@example.com');
  await form.field('Was wirft man Ihnen vor\\?').fill('Zu schnell auf der A 7.');
  await page.getByRole('checkbox', { name: /Datenschutz/ }).check();
  await settle(page, async () => {
    await page.getByRole('button', { name: 'Anfrage senden' }).click();
    await expect(page).toHaveURL(/succeed$/);
  });
  await page
    .locator('dl')
    .filter({ hasText: 'Vorgangsnummer' })
    .locator('dd')
    .evaluateAll((values) =>
      values.forEach((value) => {
        value.textContent = 'in jedem Lauf anders';
      }),
    );
  await expectPicture(page, 'form-sent');
});

test('Screens after the login match their pictures', async ({ page, demo }) => {
  await logIn(page, demo);
  await visit(page, demo, {
    dashboard: '/dashboard',
    'settings-account': '/settings/account',
    'settings-general': '/settings/general',
    'settings-about': '/settings/about',
    cases: '/akten',
    providers: '/service-provider',
  });
});

test('Provider details on the dashboard match their picture', async ({ page, demo }) => {
  await logIn(page, demo);
  await take(page, 'dashboard-provider', () =>
    page.getByRole('link', { name: 'Details zu Aydın & Kollegen' }).click(),
  );
});

test('Portals with their own brand match their pictures', async ({ page, demo, context }) => {
  for (const [name, username] of [
    ['brand-firm', 'jonas.wieland'],
    ['brand-coach', 'mara.petersen'],
  ] as const) {
    await context.clearCookies();
    await page.goto('/login');
    await page.evaluate(() => localStorage.removeItem('formakte.registeredSession'));
    await page.goto('/login');
    await take(page, name, async () => {
      await new Portal(page, demo).logIn(demo.users.find((user) => user.username === username));
      await expect(page).toHaveURL(/\/(?:dashboard|akten)$/);
    });
  }
});

test('The end of a public page matches its picture', async ({ page }) => {
  await settle(page, () => page.goto('/proudly-presents/behrens-lindqvist'));
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expectPicture(page, 'public-page-foot');
});

test('The views of a case match their pictures', async ({ page, demo }) => {
  const address = await openCase(page, demo);
  await visit(page, demo, {
    'case-messages': `${address}?tab=messages`,
    'case-overview': `${address}?tab=overview`,
    'case-tasks': `${address}?tab=tasks`,
  });
  const dialog = page.getByRole('dialog');
  const openTask = () =>
    page
      .getByRole('link', { name: /Bis .* Uhr/ })
      .first()
      .click();
  await take(page, 'case-task', openTask, dialog);
  await page.goto(`${address}?tab=messages`);
  const openMessage = async () => {
    await page.getByRole('button', { name: /^Nachricht schreiben/ }).click();
    await expect(page.getByRole('textbox', { name: 'Betreff' })).toBeVisible();
  };
  await take(page, 'case-new-message', openMessage, dialog);
});

test('The steps of a registration match their pictures', async ({ page, request, demo }, {
  project,
}) => {
  const invited = await Invited.create(request, demo, `screens-${project.name}`);
  const go = (name: string) => () => page.getByRole('button', { name }).click();
  await take(page, 'request-pin', async () => page.goto(await invited.link()));
  await go('PIN anfordern')();
  await page.getByRole('dialog').getByRole('button', { name: 'Per E-Mail' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PIN eingeben');
  const entered = () => expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Willkommen/);
  await page.getByRole('button', { name: 'Schließen' }).click(); // the toast, before it fades
  const pin = page.getByRole('textbox', { name: 'Ihre PIN' });
  await take(page, 'enter-pin', () => pin.focus());
  await pin.fill(await invited.pin());
  await take(page, 'registration-welcome', entered);
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await take(page, 'registration-username', go('Weiter zum Benutzernamen'));
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(`jonas.${project.name}`);
  await page.keyboard.press('Tab');
  const passwords = page.locator('input[autocomplete=new-password]');
  await take(page, 'registration-password', async () => {
    await go('Weiter zum Passwort')();
    await expect(passwords).toHaveCount(2);
  });
  for (const field of await passwords.all()) await field.fill('Fahrrad-im-Regen-7');
  await take(page, 'registration-done', async () => {
    await go('Registrierung abschließen')();
    await expect(page).toHaveURL(/done$/);
  });
  await page.goto('/forget-password');
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(`jonas.${project.name}`);
  await take(page, 'mail-sent', async () => {
    await page.getByRole('main').locator('button[type=submit]').click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/vergessen/);
  });
  await take(page, 'reset-password', async () => page.goto(await invited.passwordLink()));
});

test('Screens for staff match their pictures', async ({ page, demo, isMobile }) => {
  test.skip(isMobile, 'Phones have neither board nor form list.');
  await page.goto('/login');
  await new Portal(page, demo).logIn(demo.users[1]);
  await expect(page).toHaveURL(/\/business/);
  await visit(page, demo, { board: '/board' });
  const openCard = () => page.getByRole('button', { name: /^Bankverbindung/ }).click();
  await take(page, 'board-card', openCard, page.getByRole('dialog'));
  await visit(page, demo, { 'business-forms': '/business/forms' });
  const form = new URL(
    (await page
      .getByRole('link', { name: 'Verkehrsunfall melden' })
      .first()
      .getAttribute('href')) ?? '',
    page.url(),
  );
  await visit(page, demo, {
    'business-form': form.href,
    'business-form-preview': `${form.origin}${form.pathname}/preview${form.search}`,
  });
});

test('The files of a case match their pictures', async ({ page, demo }) => {
  const address = await openCase(page, demo);
  await visit(page, demo, {
    'case-details': `${address}?tab=messages&side=akte_details`,
    'case-files': `${address}?tab=messages&side=akte_files`,
  });
  await take(page, 'gallery', () =>
    page
      .getByRole('link', { name: /^Gutachten 0417\.pdf/ })
      .last()
      .click(),
  );
});

test('Favourites and folders of a case match their pictures', async ({ page, demo, isMobile }) => {
  const address = await openCase(page, demo);
  await visit(page, demo, {
    'case-favourites': `${address}?tab=messages&side=favorite_messages`,
    ...(isMobile ? { 'case-folders': `${address}?tab=messages&side=akte_folders` } : {}),
  });
  await take(page, 'case-folder', () =>
    page
      .getByRole('link', { name: /^Gutachten/ })
      .first()
      .click(),
  );
});

test('Dialogs match their pictures', async ({ page, demo }) => {
  await logIn(page, demo);
  await settle(page, () => page.goto('/settings/account'));
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  await expectPicture(page, 'dialog-passkey', page.getByRole('dialog').last());
  await page.getByRole('button', { name: 'Schließen' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles('docs/screenshots/external-form-desktop.png');
  await expect(page.getByRole('dialog').locator('img')).toBeVisible();
  await expectPicture(page, 'dialog-crop', page.getByRole('dialog').last());
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click();
  await expectPicture(page, 'dialog-abort', page.getByRole('dialog').last());
});

import type { Locator, Page, Request } from '@playwright/test';
import { ExternalForm } from '../pages/externalForm.ts';
import { Invited } from '../pages/invitation.ts';
import { Portal } from '../pages/portal.ts';
import { accidentGuid, expect, guidOf, test, type DemoWorld } from '../test.ts';

/** A quarter of an hour after the server's clock began: both have the same day. */
const now = new Date('2026-11-20T10:15:00+01:00');

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: now });
  await page.addInitScript(() =>
    localStorage.setItem('formakte.consentAcceptedAt', '2026-11-20T09:00:00Z'),
  );
});

const quietTurns = 16; // longer than a call waits for its turn (calls.md §7, Request queue)

/** Waits until nothing is on its way any more, but for the stream of news, which never ends. */
async function settled(page: Page, open: () => Promise<unknown>): Promise<void> {
  const onTheirWay = new Set<Request>();
  const start = (request: Request) => {
    if (!request.url().includes('/events')) onTheirWay.add(request);
  };
  const end = (request: Request) => onTheirWay.delete(request);
  page.on('request', start).on('requestfinished', end).on('requestfailed', end);
  await open();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const isLoading = () => page.getByText('Wird geladen').filter({ visible: true }).count();
  for (
    let quiet = 0;
    quiet < quietTurns;
    quiet = onTheirWay.size > 0 || (await isLoading()) > 0 ? 0 : quiet + 1
  )
    await new Promise((resolve) => setTimeout(resolve, 150));
  page.off('request', start).off('requestfinished', end).off('requestfailed', end);
}

/** The open dialog, where there is one: what lies below it may not cover it. */
const shown = (page: Page) => page.locator('dialog[open], body:not(:has(dialog[open]))');

/** What is another thing in each run: when a device was last used, a second, a key's code, and the portal's address, which has a port. Small pictures of files come once they are drawn. */
const everNew = (page: Page) => [
  shown(page)
    .locator('li small')
    .filter({ hasText: /^Zuletzt benutzt/ }),
  page.locator('p').filter({ hasText: /noch \d+:\d\d Minuten|In \d+ Sekunden/ }),
  page.getByRole('img', { name: /QR/ }),
  page.locator('a[href^="http://localhost"]').filter({ hasText: 'localhost' }),
  shown(page).locator('span[aria-hidden][data-type]'),
];

/** The screen, or a part of it, beside its picture. */
async function expectAsKept(page: Page, name: string, part: Page | Locator = page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0); // it lies on whatever has taken the place of what was pressed
  await expect
    .soft(part)
    .toHaveScreenshot(`${name}.png`, { mask: everNew(page), maskColor: '#888' });
}

type Screens = Record<string, string | ((demo: DemoWorld) => string)>;

async function visit(page: Page, demo: DemoWorld, screens: Screens): Promise<void> {
  for (const [name, address] of Object.entries(screens)) {
    await settled(page, () => page.goto(typeof address === 'string' ? address : address(demo)));
    await expectAsKept(page, name);
  }
}

async function logIn(page: Page, demo: DemoWorld, user = demo.users[0]): Promise<void> {
  await page.goto('/login');
  await new Portal(page, demo).logIn(user);
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByRole('heading', { name: 'Ihre Anbieter' })).toBeVisible();
}

/** The address of the case, which is shown. */
async function openCase(page: Page, demo: DemoWorld, isMobile: boolean): Promise<string> {
  await logIn(page, demo);
  if (!isMobile) await page.goto('/akten');
  await page
    .getByRole('link', { name: /Verkehrsunfall Brandt/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/akten\/.+\/accounts\//);
  return page.url().split('?')[0] ?? '';
}

test('before the login', ({ page, demo }) =>
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
    form: (world) => `/externalform/${accidentGuid(world)}`,
    'form-pin': ({ forms }) => `/externalform/${forms.find(({ pin }) => pin)?.processGuid}`,
  }));

test('a login on a tablet, held upright and wide', async ({ page, demo, isMobile }) => {
  test.skip(isMobile, 'A tablet is no phone.');
  for (const [name, width, height] of [
    ['login-tablet', 768, 1024],
    ['login-tablet-wide', 1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await visit(page, demo, { [name]: '/login' });
  }
});

test('without a connection', ({ page, demo }) => visit(page, demo, { offline: '/offline.html' }));

test('while something is looked up', async ({ page }) => {
  await page.route('**/metadata', () => undefined); // is never answered
  await page.goto(`/start/${'x'.repeat(43)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAsKept(page, 'waiting');
});

test('what a phone is told', async ({ page, demo, isMobile }) => {
  test.skip(!isMobile, 'A wide screen is never led there.');
  await visit(page, demo, {
    'app-notice': '/download-and-no-ragrets',
    'app-activation': '/activate-with-app',
  });
});

test('a form that was sent', async ({ page, demo }) => {
  const form = new ExternalForm(page);
  await form.open(guidOf(demo, 'Bußgeld prüfen')); // of a firm whose figures no picture shows
  await form.field('Wie heißen Sie\\?').fill('Jana Reuter');
  await form.field('E-Mail-Adresse').fill('jana@example.com');
  await form.field('Was wirft man Ihnen vor\\?').fill('Zu schnell auf der A 7.');
  await page.getByRole('checkbox', { name: /Datenschutz/ }).check();
  await settled(page, async () => {
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
  await expectAsKept(page, 'form-sent');
});

test('behind the login', async ({ page, demo, isMobile }) => {
  await logIn(page, demo);
  await visit(page, demo, {
    dashboard: '/dashboard',
    'settings-account': '/settings/account',
    'settings-general': '/settings/general',
    'settings-about': '/settings/about',
    ...(isMobile ? {} : { cases: '/akten', providers: '/service-provider' }),
  });
});

test('a provider beside the dashboard', async ({ page, demo }) => {
  await logIn(page, demo);
  await settled(page, () =>
    page.getByRole('link', { name: 'Details zu Aydın & Kollegen' }).click(),
  );
  await expectAsKept(page, 'dashboard-provider');
});

test('customers with a portal of their own', async ({ page, demo, context }) => {
  for (const [name, username] of [
    ['brand-firm', 'jonas.wieland'],
    ['brand-coach', 'mara.petersen'],
  ] as const) {
    await context.clearCookies();
    await page.goto('/login');
    await page.evaluate(() => localStorage.removeItem('formakte.registeredSession'));
    await page.goto('/login');
    await settled(page, async () => {
      await new Portal(page, demo).logIn(demo.users.find((user) => user.username === username));
      await expect(page).toHaveURL(/\/(?:dashboard|akten)$/);
    });
    await expectAsKept(page, name);
  }
});

test('a public page on the way down', async ({ page }) => {
  await settled(page, () => page.goto('/proudly-presents/behrens-lindqvist'));
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expectAsKept(page, 'public-page-foot');
});

test('a case', async ({ page, demo, isMobile }) => {
  const address = await openCase(page, demo, isMobile);
  await visit(page, demo, {
    'case-messages': `${address}?tab=messages`,
    'case-overview': `${address}?tab=overview`,
    'case-tasks': `${address}?tab=tasks`,
  });
  await settled(page, () =>
    page
      .getByRole('link', { name: /Gültig bis/ })
      .first()
      .click(),
  );
  await expectAsKept(page, 'case-task', page.getByRole('dialog'));
  await page.goto(`${address}?tab=messages`);
  await settled(page, () => page.getByRole('button', { name: /^Nachricht schreiben/ }).click());
  await expect(page.getByRole('textbox', { name: 'Betreff' })).toBeVisible();
  await expectAsKept(page, 'case-new-message', page.getByRole('dialog'));
});

test('a registration', async ({ page, request, demo }, { project }) => {
  const invited = await Invited.create(request, demo, `screens-${project.name}`);
  const go = (name: string) => () => page.getByRole('button', { name }).click();
  const take = async (name: string, open: () => Promise<unknown>) => {
    await settled(page, open);
    await expectAsKept(page, name);
  };
  await take('request-pin', async () => page.goto(await invited.link()));
  await go('PIN anfordern')();
  await page.getByRole('dialog').getByRole('button', { name: 'Per E-Mail' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('PIN eingeben');
  const entered = () => expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Willkommen/);
  await page.getByRole('button', { name: 'Schließen' }).click(); // the notice that it is on its way, which would go in the midst of this
  await settled(page, () => page.getByRole('textbox', { name: 'Ihre PIN' }).focus());
  await expectAsKept(page, 'enter-pin');
  await page.getByRole('textbox', { name: 'Ihre PIN' }).fill(await invited.pin());
  await take('registration-welcome', entered);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await take('registration-username', go('Weiter zum Benutzernamen'));
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(`jonas.${project.name}`);
  await page.keyboard.press('Tab');
  await take('registration-password', go('Weiter zum Passwort'));
  for (const field of await page.locator('input[autocomplete=new-password]').all())
    await field.fill('Fahrrad-im-Regen-7');
  await take('registration-done', async () => {
    await go('Registrierung abschließen')();
    await expect(page).toHaveURL(/done$/);
  });
  await page.goto('/forget-password');
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(`jonas.${project.name}`);
  await take('mail-sent', async () => {
    await page.getByRole('main').locator('button[type=submit]').click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/vergessen/);
  });
  await take('reset-password', async () => page.goto(await invited.passwordLink()));
});

test('staff at work', async ({ page, demo, isMobile }) => {
  test.skip(isMobile, 'A restricted phone has neither.');
  await logIn(page, demo, demo.users[1]);
  await visit(page, demo, { board: '/board' });
  await settled(page, () => page.getByRole('button', { name: /^Bankverbindung/ }).click());
  await expectAsKept(page, 'board-card', page.getByRole('dialog'));
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

test('files of a case', async ({ page, demo, isMobile }) => {
  const address = await openCase(page, demo, isMobile);
  await visit(page, demo, {
    'case-details': `${address}?tab=messages&side=akte_details`,
    'case-files': `${address}?tab=messages&side=akte_files`,
  });
  await settled(page, () =>
    page
      .getByRole('link', { name: /^Gutachten 0417\.pdf/ })
      .last()
      .click(),
  );
  await expectAsKept(page, 'gallery');
});

test('favourites and folders of a case', async ({ page, demo, isMobile }) => {
  const address = await openCase(page, demo, isMobile);
  await visit(page, demo, {
    'case-favourites': `${address}?tab=messages&side=favorite_messages`,
    ...(isMobile ? { 'case-folders': `${address}?tab=messages&side=akte_folders` } : {}),
  });
  await settled(page, () =>
    page
      .getByRole('link', { name: /^Gutachten/ })
      .first()
      .click(),
  );
  await expectAsKept(page, 'case-folder');
});

test('dialogs that ask', async ({ page, demo }) => {
  await logIn(page, demo);
  await settled(page, () => page.goto('/settings/account'));
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  await expectAsKept(page, 'dialog-passkey', page.getByRole('dialog').last());
  await page.getByRole('button', { name: 'Schließen' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles('docs/screenshots/external-form-desktop.png');
  await expect(page.getByRole('dialog').locator('img')).toBeVisible();
  await expectAsKept(page, 'dialog-crop', page.getByRole('dialog').last());
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click();
  await expectAsKept(page, 'dialog-abort', page.getByRole('dialog').last());
});

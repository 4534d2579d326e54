import { expectNoBarrier } from '../support/barriers.ts';
import { ExternalForm } from '../support/pages/externalForm.ts';
import { getAccidentGuid, expect, getFormGuid, test } from '../support/test.ts';

for (const title of ['Verkehrsunfall melden', 'Kündigung prüfen lassen', 'Erstgespräch anfragen']) {
  test(
    `The form ${title} has no accessibility barrier: empty, with errors, with terms`,
    { tag: '@both' },
    async ({ page, demo }) => {
      const form = new ExternalForm(page);
      await form.open(getFormGuid(demo, title));
      await expectNoBarrier(page);
      await page.locator('button[type=submit]').click();
      await expect(form.summary()).toBeFocused();
      await expectNoBarrier(page);
      await page.getByRole('contentinfo').getByRole('button', { name: 'Datenschutz' }).click();
      await expect(
        page.getByRole('dialog').getByRole('heading', { name: 'Ihre Rechte' }),
      ).toBeVisible();
      await expectNoBarrier(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(
        page.getByRole('contentinfo').getByRole('button', { name: 'Datenschutz' }),
      ).toBeFocused();
    },
  );
}

test('The start and the 404 page have no accessibility barrier', async ({ page }) => {
  for (const path of ['/', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoBarrier(page);
  }
});

test('Pages that the server renders have no accessibility barrier before their scripts', async ({
  page,
  context,
  demo,
}) => {
  await context.route(/\/assets\/(?!beforePaint).*\.js$/, (route) => route.abort());
  const form = `/externalform/${getFormGuid(demo, 'Kündigung prüfen lassen')}`;
  for (const path of [
    '/',
    '/login',
    '/forget-username',
    '/forget-password',
    '/page/aydin-kollegen',
    `${form}?language=en`,
  ]) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoBarrier(page);
  }
});

test.describe('With JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('A page that needs scripts says so in both languages, with a way to the login', async ({
    page,
  }) => {
    await page.goto('/dashboard', { waitUntil: 'commit' });
    const sentence = page.locator('noscript p'); // getByText ignores it
    await expect(sentence).toBeVisible();
    await expect(sentence).toContainText('Diese Seite braucht JavaScript.');
    await expect(sentence.locator('[lang=en]')).toContainText('This page needs JavaScript.');
    await sentence.locator('[lang=en] a').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in');
    await expect(page.locator('noscript p')).toBeHidden();
  });

  test('The start says what works without scripts, and its links do', async ({ page }) => {
    await page.goto('/?language=en');
    await expect(page.locator('noscript p')).toBeHidden();
    await expect(page.getByText('Forms and the login also work without JavaScript.')).toBeVisible();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Willkommen im Mandantenportal',
    );
    await page.getByRole('link', { name: 'Anmelden' }).click();
    await expect(page.getByLabel('Benutzername')).toBeVisible();
  });
});

for (const [name, viewport] of [
  ['320 pixels wide', { width: 320, height: 640 }],
  ['at 200 % zoom', { width: 720, height: 450 }],
] as const) {
  test(`A form ${name} has no accessibility barrier and does not scroll sideways`, async ({
    page,
    demo,
  }) => {
    await page.setViewportSize(viewport);
    const form = new ExternalForm(page);
    await form.open(getAccidentGuid(demo));
    await page.locator('button[type=submit]').click();
    await expect(form.summary()).toBeFocused();
    await expectNoBarrier(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      viewport.width,
    );
  });
}

test(
  'The notice about storage stays in view and does not cover the footer',
  { tag: '@both' },
  async ({ page, demo }) => {
    const notice = page.getByRole('region', { name: 'Was auf Ihrem Gerät gespeichert wird' });
    for (const path of ['/', '/nowhere', `/externalform/${getAccidentGuid(demo)}`]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(notice).toBeInViewport({ ratio: 1 });
      // a write to the root would compute all styles again
      await expect(page.locator('html')).not.toHaveAttribute('style', /--consent-height/);
    }
    const last = page.getByRole('contentinfo').getByRole('button', { name: 'Datenschutz' });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(notice).toBeInViewport({ ratio: 1 });
    await last.click({ trial: true });
    await notice.getByText('Mehr erfahren').click();
    await expect(page.locator('html')).toHaveAttribute('style', /--consent-height/);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await last.click({ trial: true });
  },
);

test('The notice about storage never covers the focus', async ({ page, demo }) => {
  await new ExternalForm(page).open(getAccidentGuid(demo));
  const notice = page.getByRole('region', { name: 'Was auf Ihrem Gerät gespeichert wird' });
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const isClear = await notice.evaluate((banner) => {
      const focused = document.activeElement ?? banner;
      return (
        banner.contains(focused) ||
        focused === document.body ||
        focused.getBoundingClientRect().bottom <= banner.getBoundingClientRect().top
      );
    });
    expect(isClear, `after ${presses + 1} presses of Tab`).toBe(true);
  }
});

test('A form can be filled in and submitted by keyboard alone', async ({ page, demo }) => {
  const form = new ExternalForm(page);
  await form.open(getFormGuid(demo, 'Erstgespräch anfragen'));
  await form.field('Wie heißen Sie\\?').focus();
  const keys = async (text: string, ...then: string[]) => {
    await page.keyboard.type(text);
    for (const key of then) await page.keyboard.press(key);
  };
  await keys('Jana Reuter', 'Tab');
  await keys('jana@example.com', 'Tab', 'Space', 'ArrowDown', 'Tab');
  await keys('Eine neue Stelle', 'Tab');
  await keys('1.3.2027', 'Tab', 'Tab', 'Space', 'Tab');
  while (
    !(await page
      .locator('button[type=submit]')
      .evaluate((button) => button === document.activeElement))
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vielen Dank');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectNoBarrier(page);
});

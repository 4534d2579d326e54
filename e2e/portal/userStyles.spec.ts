import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import { expect, test, type DemoWorld } from '../support/test.ts';

const definition = {
  title: 'Kurze Frage',
  formElements: [{ id: 'name', type: 'input', label: 'Name der Praxis' }],
};

/** Text spacing of WCAG 1.4.12. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; ' +
  'word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** Adds the style as a browser extension does; the content security policy forbids style tags. */
const applySpacing = (page: Page) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, spacing);

const readStyle = (of: Locator, property: string, pseudo?: string) =>
  of.evaluate(
    (element, [name, part]) => getComputedStyle(element, part ?? null).getPropertyValue(name ?? ''),
    [property, pseudo] as const,
  );

/** Creates a case with an unread message and an open task, and opens it. */
async function openCase(page: Page, request: APIRequestContext, demo: DemoWorld): Promise<Locator> {
  const provider = new Provider(request, demo);
  const userIds = await provider.findUserIds('nora.brandt');
  const header = `Verkehrsunfall ${test.info().project.name} ${Date.now()} ./. Alster Assekuranz`;
  const { caseId } = await provider.post<ProviderCase>('cases', {
    header,
    userIds,
    isEsyAkte: true,
  });
  await provider.post(`cases/${caseId}/messages`, {
    header: 'Zusage',
    text: 'Die Versicherung zahlt.',
    creatorName: 'Selin Aydın',
  });
  const { formId } = await provider.publish(definition);
  await provider.post(`cases/${caseId}/tasks`, { formId });
  const accountId = await new Portal(page, demo).readAccountId();
  await page.goto(`/akten/${caseId}/accounts/${accountId}`);
  const title = page.getByRole('heading', { level: 1, name: header });
  await expect(title).toBeVisible();
  return title;
}

test('Forced colours show what is open, chosen and unread', async ({ page, request, demo }) => {
  const portal = new Portal(page, demo);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/login');
  await portal.logIn();
  await portal.expectDashboard();
  await openCase(page, request, demo);
  const states = page
    .locator('[aria-current=true], [aria-current=page], [aria-selected=true], [aria-pressed=true]')
    .filter({ visible: true });
  expect(await states.count()).toBeGreaterThan(0);
  for (const state of await states.all())
    expect(await readStyle(state, 'outline-style')).not.toBe('none');
  await expect(page.getByRole('tab', { selected: false }).first()).toHaveCSS(
    'outline-style',
    'none',
  );
  const sealed = page.getByRole('article').filter({
    has: page.getByRole('button', { name: 'Nachricht lesen' }),
  });
  const [dot, sheet] = await Promise.all([
    readStyle(sealed.first().getByRole('heading'), 'background-color', '::before'),
    readStyle(sealed.first(), 'background-color'),
  ]);
  expect(dot, 'the dot of an unread message').not.toBe(sheet);
  await page.getByRole('tab', { name: /Übersicht/ }).click();
  await expect(page.getByRole('region', { name: 'Wir brauchen Ihre Hilfe' })).toHaveCSS(
    'border-top-style',
    'solid',
  );
});

test(
  'Wide text spacing cuts no title and keeps the labels inside the menu',
  { tag: '@both' },
  async ({ page, request, demo }) => {
    const portal = new Portal(page, demo);
    await page.goto('/login');
    await portal.logIn();
    await portal.expectDashboard();
    await applySpacing(page);
    const menu = page.getByRole('navigation', { name: 'Hauptmenü' });
    const edge = await menu.evaluate((bar) => bar.getBoundingClientRect().right);
    for (const label of await menu.locator('[data-label]').filter({ visible: true }).all())
      expect(
        await label.evaluate((text) => text.getBoundingClientRect().right),
      ).toBeLessThanOrEqual(edge);
    const title = await openCase(page, request, demo);
    await applySpacing(page);
    expect(
      await title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    ).toBeLessThanOrEqual(1);
  },
);

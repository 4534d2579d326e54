// @vitest-environment node
import { expect, it } from 'vitest';
import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import type { FirstView } from '#schemas/platform/firstView.ts';
import type { FormOpening } from '#schemas/forms/assistants.ts';
import { firstViews } from './renderPages.tsx';

const contact = {
  street: 'Weg 1',
  postalCode: '20259',
  city: 'Hamburg',
  contact: '040 1',
  website: 'https://kanzlei.example',
};
const account: AccountPublicInfo = {
  accountId: 'a1',
  accountName: 'Kanzlei <Test>',
  accountShortName: 'Test',
  accountUniqueKey: 'test',
  primaryColor: '#14505c',
  secondaryColor: '#c08a3e',
  primaryLogoUrl: null,
  secondaryLogoUrl: null,
  welcomeHeadline: 'Unfall?',
  welcomeText: 'Wir helfen & beraten.',
  esyThingAgb: null,
  esyThingDatenschutz: 'Wir speichern nichts.',
  contact,
  footerLinks: [],
  publicPageElsewhere: null,
  assistants: [
    {
      id: 'f1',
      name: 'Unfall melden',
      url: 'https://portal.example/externalform/f1',
      description: 'In 5 Minuten',
      isMainService: true,
      headerLogoUrl: null,
    },
  ],
};
const opening: FormOpening = {
  accountId: 'a1',
  accountName: 'Kanzlei Test',
  headerLogoUrl: null,
  contact,
  theme: { primaryColor: '#14505c', formElementBackground: '#fff"><script>' },
  formElement: { title: { de: 'Unfall melden', en: 'Report' }, description: 'Wir melden uns.' },
  assistantNotice: null,
  showAgb: true,
  showDatenschutz: false,
};

const host = 'portal.example';
const pages: [name: string, view: FirstView | undefined, shown: string[]][] = [
  [
    'a public page',
    firstViews.landing(host, account),
    [
      '>Unfall?</h1>',
      'Wir helfen &amp; beraten.',
      'Kanzlei &lt;Test&gt;',
      'href="https://portal.example/externalform/f1"',
      'In 5 Minuten',
      'href="/legal/imprint/a1"',
      '>Datenschutz',
    ],
  ],
  [
    'a form',
    firstViews.form(host, opening),
    [
      '>Unfall melden</h1>',
      'Wir melden uns.',
      'Kanzlei Test · Weg 1 · 20259 Hamburg',
      'Wird geladen',
    ],
  ],
  ['the login', firstViews.login(host), ['>Anmelden</h1>', 'href="/forget-password"']],
];

it.each(pages)(
  'The first view of %s has its texts and nothing that the CSP refuses',
  (_name, view, shown) => {
    for (const text of shown) expect(view?.html).toContain(text);
    expect(view?.html).toContain('data-consent');
    expect(view?.html).not.toMatch(/ style=|<style|<script|&lt;script| on[a-z]+=/);
  },
);

it('The first view has the provider’s colours and skips invalid ones', () => {
  expect(pages.map(([, view]) => view?.colors)).toEqual([
    ':root{--brand:#14505c;--brand-2:#c08a3e}',
    ':root{--brand:#14505c}',
    '',
  ]);
});

it('A customer’s own portal has no first view', () => {
  expect([
    firstViews.login('behrens.localhost'),
    firstViews.landing(host, { ...account, accountUniqueKey: 'lichtblick' }),
  ]).toEqual([undefined, undefined]);
  // another firm's page, whatever the host
  expect(firstViews.landing('behrens.localhost', account)).toBeDefined();
});

it.each([
  ['/', true],
  ['/login', true],
  ['/akten/a/accounts/b', true],
  ['/cases/x', true],
  ['/settings/account', true],
  ['/page/nobody', true],
  ['/externalform/guid/succeed', true],
  ['/page/firm/guidance/key', true],
  ['/proudly-presents/firm/guidance/key/confirmation-page', true],
  ['/nowhere', false],
  ['/404', false],
  ['/akten/a', false],
  ['/externalform', false],
  ['/page/firm/guidance', false],
])('A page exists at %s: %s', (pathname, isPage) =>
  expect(firstViews.isPage(pathname)).toBe(isPage),
);

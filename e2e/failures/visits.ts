import type { Page } from '@playwright/test';
import { makePhoto } from '../support/photo.ts';
import type { Provider } from '../support/pages/provider.ts';
import { getAccidentGuid, type DemoWorld } from '../support/test.ts';
import { chooseLargeFile } from './fileVisits.ts';

export type Visitor =
  | 'public'
  | 'invited'
  | 'registering' // after the PIN
  | 'client'
  | 'waiting' // a client with a code for a new address
  | 'ended' // a client whose session has ended
  | 'endedPin'
  | 'staff'
  | 'phone';

/** A page that a visitor opens, and what they do there until its last part is asked for. */
export type Visit = {
  as: Visitor;
  address: string;
  /** Opens the page if it needs more than its address. */
  arrive?: (page: Page) => Promise<unknown>;
  act?: (page: Page) => Promise<unknown>;
  /** Calls that an earlier page had, whose failure this page shows in its own way. */
  again?: RegExp;
  /** Parts that the page can do without, and the address that it has even so. */
  spare?: { parts: RegExp; at: RegExp };
};

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();

const seeEnd = (page: Page) => page.keyboard.press('End');

async function choosePicture(page: Page): Promise<void> {
  const buffer = await makePhoto(20_000);
  await page
    .getByTestId('pick-UploadId')
    .setInputFiles({ name: 'ich.jpg', mimeType: 'image/jpeg', buffer });
}

const chooseEnglish = (page: Page) =>
  page.locator('button[lang=en]').filter({ visible: true }).first().click();

async function sendAnswer(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Jana Reuter');
  await page.locator('form[data-live]:not([data-opening]) button[type=submit]').click();
  await page.waitForURL(/succeed$/);
}

async function openMap(page: Page): Promise<void> {
  await page.locator('form[data-live]:not([data-opening])').waitFor();
  const close = page.getByRole('button', { name: 'Karte schließen' });
  if (await close.isVisible()) await close.click(); // a map that has failed
  await press('Ort auf einer Karte wählen')(page);
}

async function openFile(page: Page): Promise<void> {
  await page
    .getByTestId('pick-papers')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await page.getByRole('button', { name: 'a.txt ansehen' }).click();
}

/** Publishes a form for each part that only some questions load. */
export async function listFormVisits(provider: Provider): Promise<Visit[]> {
  const forms = [
    [
      { id: 'name', type: 'input', label: 'Name' },
      sendAnswer,
      { parts: /SentCopy/, at: /succeed$/ },
    ],
    [{ id: 'place', type: 'geolocation', label: 'Ort' }, openMap],
    [{ id: 'insurance', type: 'rechtsschutzformular', label: 'Versicherung' }, seeEnd],
    [{ id: 'papers', type: 'file', label: 'Unterlagen' }, openFile],
    [{ id: 'film', type: 'file', label: 'Film' }, chooseLargeFile],
    [{ id: 'expert', type: 'gutachterchoice', label: 'Gutachter' }, seeEnd],
  ] as const;
  return Promise.all(
    forms.map(async ([element, act, spare]): Promise<Visit> => {
      const { processGuid } = await provider.publish({
        title: element.label,
        showDatenschutz: false,
        formElements: [element],
      });
      const visit: Visit = { as: 'public', address: `/externalform/${processGuid}`, act };
      return spare ? { ...visit, spare } : visit;
    }),
  );
}

/** Lists the pages of visitors without a session. */
export const listPublicVisits = (demo: DemoWorld): Visit[] => [
  ...[
    '/',
    '/login',
    '/forget-username',
    '/forget-password',
    '/page/aydin-kollegen',
    '/proudly-presents/lichtblick',
    '/proudly-presents/behrens-lindqvist',
    '/business-beschleunigen',
    '/legal/imprint',
    `/externalform/${getAccidentGuid(demo)}`,
    `/externalform/${demo.forms.find(({ pin }) => pin)?.processGuid}`,
  ].map((address): Visit => ({ as: 'public', address })),
  ...[
    '/business-beschleunigen',
    '/proudly-presents/lichtblick',
    '/proudly-presents/behrens-lindqvist',
  ].map((address): Visit => ({ as: 'public', address, act: chooseEnglish })),
];

/** Lists the pages of an invitation, also for a client who is logged in. */
export const listInvitedVisits = (start: string): Visit[] => [
  { as: 'invited', address: start },
  { as: 'invited', address: start.replace('/start/', '/enter-pin/') },
  { as: 'client', address: start },
];

/** Lists the pages of a client, with the dialogs that load later. */
export const listClientVisits = (openCase: string): Visit[] => [
  ...['/dashboard', '/akten', openCase, `${openCase}?tab=tasks`, `${openCase}?tab=overview`].map(
    (address): Visit => ({ as: 'client', address }),
  ),
  { as: 'client', address: openCase, act: press('Nachricht schreiben') },
  ...['service-provider', 'settings/account', 'settings/notifications', 'settings/general'].map(
    (name): Visit => ({ as: 'client', address: `/${name}` }),
  ),
  { as: 'client', address: '/settings/about' },
  ...[
    press('Ändern: E-Mail-Adresse'),
    press('Ändern: Mobilnummer'),
    press('Authenticator-App einrichten'),
    press('Passkey hinzufügen'),
    choosePicture,
  ].map((act): Visit => ({ as: 'client', address: '/settings/account', act })),
];

/** Lists pages whose session has ended, so that a dialog asks for another. */
export const listEndedVisits = (): Visit[] => [
  { as: 'ended', address: '/settings/about' },
  { as: 'endedPin', address: '/settings/about' },
];

/** Lists the pages of a firm's staff. */
export const listStaffVisits = (form: string): Visit[] => [
  ...['/business', '/business/cases', '/board', '/business/clients', '/business/forms'].map(
    (address): Visit => ({ as: 'staff', address }),
  ),
  { as: 'staff', address: '/business/clients', act: press('Einladen') },
  { as: 'staff', address: form },
  { as: 'staff', address: `${form}/preview` },
];

/** Lists the pages that a server shows on phones alone. */
export const listPhoneVisits = (): Visit[] =>
  ['/download-and-no-ragrets', '/activate-with-app', '/akten'].map((address) => ({
    as: 'phone',
    address,
  }));

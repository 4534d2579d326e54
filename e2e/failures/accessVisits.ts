import type { APIRequestContext, Page } from '@playwright/test';
import { registerClient, type Client } from '../support/newClient.ts';
import { ConfirmedLogin } from '../support/pages/confirmedLogin.ts';
import { Invited } from '../support/pages/invitation.ts';
import { findName, logIn, title } from '../support/pages/pageWithoutScripts.ts';
import { RegistrationPages } from '../support/pages/registration.ts';
import { Settings } from '../support/pages/settings.ts';
import type { DemoWorld } from '../support/test.ts';
import { openAfterPosts, openAtOnce } from '../support/withoutScripts.ts';
import type { Stored } from './visitors.ts';
import type { Visit } from './visits.ts';

/** Server and browser for what visits need before. */
export type Preparation = {
  request: APIRequestContext;
  demo: DemoWorld;
  origin: string;
  /** Opens an empty page of a new visitor. */
  openPage: () => Promise<Page>;
};

const invitedName = 'Jonas Wieland';
const newPassword = 'Fahrrad-im-Regen-7';

const findButton = (page: Page, name: string) =>
  page.getByRole('button', { name }).filter({ visible: true }).first();

/** Waits for a form of a page of the server: before, a press would post it. */
const waitForForm = (page: Page) =>
  page.locator('form[data-live]:not([data-opening])').first().waitFor();

async function fillNewPasswords(page: Page): Promise<void> {
  const fields = page.locator('input[autocomplete=new-password]');
  await fields.first().fill(newPassword);
  await fields.last().fill(newPassword);
}

/** Returns the state of a browser whose session the server refuses, so that it asks for another. */
export const endSession = ({ origins }: Stored): Stored => ({
  cookies: [],
  origins: origins.map((origin) => ({
    ...origin,
    localStorage: origin.localStorage.map(({ name, value }) =>
      name.endsWith('Session')
        ? { name, value: JSON.stringify({ ...JSON.parse(value), accessToken: 'ended' }) }
        : { name, value },
    ),
  })),
});

/** Enters the PIN of an invitation. Returns the state of the browser, at the step of the username. */
export async function enterPin({
  request,
  demo,
  openPage,
}: Preparation): Promise<{ stored: Stored; address: string }> {
  const page = await openPage();
  const pages = new RegistrationPages(page);
  await pages.enterPin(await Invited.create(request, demo, 'registering'), invitedName);
  await page.waitForURL(/\/username$/);
  const stored = await page.context().storageState();
  const address = new URL(page.url()).pathname;
  await page.close();
  return { stored, address };
}

async function chooseUsername(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Benutzername' }).fill(`jonas.${Date.now()}`);
  await findButton(page, 'Weiter zum Passwort').click();
  await page.waitForURL(/\/password$/);
}

async function register(page: Page): Promise<void> {
  await chooseUsername(page);
  await fillNewPasswords(page);
  await findButton(page, 'Registrierung abschließen').click();
  await page.waitForURL(/\/done$/);
}

/** Lists the steps of a registration. The last one needs an invitation of its own each time. */
export function listRegistrationVisits(preparation: Preparation, address: string): Visit[] {
  const { request, demo } = preparation;
  const invite = () => Invited.create(request, demo, 'registering');
  return [
    { as: 'registering', address, again: /\/metadata$/ },
    { as: 'registering', address, act: chooseUsername },
    {
      as: 'public',
      address: '/registration',
      arrive: async (page) => new RegistrationPages(page).enterPin(await invite(), invitedName),
      act: register,
    },
    {
      as: 'public',
      address: '/registering',
      arrive: async (page) => {
        const invited = await invite();
        await openAfterPosts(page, () => postPin(page, invited));
      },
    },
  ];
}

/** Requests and gives a PIN on pages without scripts. */
async function postPin(page: Page, invited: Invited): Promise<void> {
  await openAtOnce(page, await invited.link());
  await findButton(page, 'PIN anfordern').click();
  await page.getByRole('textbox', { name: 'Ihre PIN' }).fill(await invited.pin());
  await findButton(page, 'Mit PIN anmelden').click();
  await title(page)
    .filter({ hasText: `Willkommen, ${invitedName}` })
    .waitFor();
}

/** Requests a link for a new password by mail. Returns its path. */
async function requestPasswordLink(page: Page, client: Client): Promise<string> {
  await page.goto('/forget-password');
  await waitForForm(page);
  await findName(page).fill(client.username);
  await findButton(page, 'Link anfordern').click();
  return client.findPasswordLink();
}

/** Lists the page of a mailed link, with the code of the page after it. */
export async function listPasswordVisits({
  request,
  demo,
  openPage,
}: Preparation): Promise<Visit[]> {
  const page = await openPage();
  const link = await requestPasswordLink(page, await registerClient(request, demo));
  await page.close();
  return [{ as: 'public', address: link }];
}

const logInHere = (client: Client) => async (page: Page) => {
  await waitForForm(page);
  await logIn(page, client);
  await page.getByRole('heading', { name: 'Noch ein Schritt' }).waitFor();
};

/** Lists logins of a client who confirms them by an app, and the page after a posted login. */
export async function listLoginVisits({
  request,
  demo,
  origin,
  openPage,
}: Preparation): Promise<Visit[]> {
  const client = await registerClient(request, demo);
  const page = await openPage();
  const who = new ConfirmedLogin(page, origin, client);
  await who.settings.logIn(client);
  await who.settings.open();
  await who.setUp();
  await page.close();
  const [user] = demo.users;
  return [
    { as: 'public', address: '/login', act: logInHere(client) },
    {
      as: 'public',
      address: '/login',
      act: async (page) => {
        await logInHere(client)(page);
        await findButton(page, 'Wiederherstellungscode benutzen').click();
        await page.getByRole('textbox', { name: /Wiederherstellungscode/ }).waitFor();
      },
    },
    {
      as: 'public',
      address: '/logged-in',
      arrive: (page) =>
        openAfterPosts(page, async () => {
          await openAtOnce(page, '/login');
          if (user) await logIn(page, user);
          await page.waitForURL(/\/logged-in$/);
        }),
    },
  ];
}

/** Lists the settings of a client who waits for the code of a new address. */
export async function prepareContactVisits({
  request,
  demo,
  origin,
  openPage,
}: Preparation): Promise<{ stored: Stored; visits: Visit[] }> {
  const client = await registerClient(request, demo);
  const page = await openPage();
  const settings = new Settings(page, origin);
  await settings.logIn(client);
  await page.goto('/settings/account');
  await findButton(page, 'Ändern: E-Mail-Adresse').click();
  await page
    .getByRole('textbox', { name: 'Neue E-Mail-Adresse' })
    .fill(`${client.username}@neu.example`);
  await settings.typePassword(client.password);
  await page.getByText('Wir haben einen Code an').waitFor();
  const stored = await page.context().storageState();
  await page.close();
  const act = (page: Page) => findButton(page, 'Code eingeben: E-Mail-Adresse').click();
  return { stored, visits: [{ as: 'waiting', address: '/settings/account', act }] };
}

import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { Invited } from '../support/pages/invitation.ts';
import { Portal } from '../support/pages/portal.ts';
import { Provider } from '../support/pages/provider.ts';
import type { DemoWorld } from '../support/test.ts';
import {
  endSession,
  enterPin,
  listLoginVisits,
  listPasswordVisits,
  listRegistrationVisits,
  prepareContactVisits,
} from './accessVisits.ts';
import { listFileVisits } from './fileVisits.ts';
import type { Visitors } from './visitors.ts';
import * as visits from './visits.ts';
import type { Visit } from './visits.ts';

/** Logs in and returns the address of the first link, on the page `list`, that matches. */
async function logIn(
  context: BrowserContext,
  demo: DemoWorld,
  { username, list, link }: { username: string; list: string; link: string },
): Promise<string> {
  const page = await context.newPage();
  await page.goto('/login');
  await new Portal(page, demo).logIn(demo.users.find((user) => user.username === username));
  await page.waitForURL(/dashboard|business/);
  await page.goto(list);
  const address = (await page.locator(link).first().getAttribute('href')) ?? '';
  await page.close();
  return address;
}

type World = { request: APIRequestContext; demo: DemoWorld; origin: string };

/** Lists all pages. Prepares a session shortly before its pages, because its token expires. */
export async function* listVisits(
  world: World,
  { contexts, openPageAs, stored }: Visitors,
): AsyncGenerator<Visit> {
  const { request, demo } = world;
  const provider = new Provider(request, demo);
  yield* visits.listPublicVisits(demo);
  yield* await visits.listFormVisits(provider);
  const invited = await Invited.create(request, demo, 'failures');
  const openCase = await logIn(contexts.client, demo, {
    username: 'nora.brandt',
    list: '/akten',
    link: 'a[href*="/accounts/"]',
  });
  yield* visits.listInvitedVisits(await invited.link());
  yield* visits.listClientVisits(openCase);
  const page = await contexts.client.newPage();
  yield* await listFileVisits({ request, demo, provider }, page, openCase);
  await page.close();

  const preparation = { ...world, openPage: openPageAs.public };
  stored.ended = endSession(await contexts.client.storageState());
  const pin = await enterPin(preparation);
  stored.registering = pin.stored;
  stored.endedPin = endSession(pin.stored);
  yield* visits.listEndedVisits();
  yield* listRegistrationVisits(preparation, pin.address);
  yield* await listPasswordVisits(preparation);
  yield* await listLoginVisits(preparation);
  const contact = await prepareContactVisits(preparation);
  stored.waiting = contact.stored;
  yield* contact.visits;

  const form = await logIn(contexts.staff, demo, {
    username: 'selin.aydin',
    list: '/business/forms',
    link: 'h2 a[href^="/business/forms/"]',
  });
  yield* visits.listStaffVisits(form);
  yield* visits.listPhoneVisits();
}

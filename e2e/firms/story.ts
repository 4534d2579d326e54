import type { Page } from '@playwright/test';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import type { ProviderUser } from '#schemas/access/clients.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import type { WebhookWithSecret } from '#schemas/mail/webhooks.ts';
import { generateImport, importOverHttp, type ImportSize } from '#server/testing/importLines.ts';
import { startSmtpRelay, type SmtpRelay } from '#server/testing/peers/smtpRelay.ts';
import {
  computeSignature,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#server/testing/peers/webhookReceiver.ts';
import { OwnServer } from '../support/ownServer.ts';
import { RegistrationPages } from '../support/pages/registration.ts';
import { expect } from '../support/test.ts';
import { CasePages } from './clientPages.ts';
import { listEvents, write, type Firm } from './firm.ts';
import { Mailbox } from './mailbox.ts';
import { expectVisibility, setUpFirst, setUpSecond } from './setUp.ts';
import { inviteStaff, rotateKey } from './staff.ts';

/** The server with its mail relay, a program of a firm and the browser of a client. */
export type Surroundings = {
  server: OwnServer;
  relay: SmtpRelay;
  receiver: WebhookReceiver;
  page: Page;
};
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;
/** The client of both firms, with a case at each. */
type Client = {
  userId: string;
  caseId: string;
  otherCaseId: string;
  mails: Mailbox;
  pages: CasePages;
};

const clientEmail = 'm0@beispiel.example';
const firmEmail = 'post@aydin.example';
/** News are mailed after five minutes. */
const newsMs = 5 * minuteMs;
const firmNews = /im Portal von .+ ist etwas eingegangen/;
const buildNewsPattern = ({ name }: Firm) =>
  new RegExp(`im Portal von ${name} gibt es Neues(?:.|\\s)*?neue Nachricht(?:en)?`);

/** Starts the server on an empty folder and database, with a relay and a receiver of webhooks. */
export async function withSurroundings<T>(
  page: Page,
  databaseUrl: string | undefined,
  work: (surroundings: Surroundings) => Promise<T>,
): Promise<T> {
  const relay = await startSmtpRelay();
  const receiver = await startWebhookReceiver();
  let server: OwnServer | undefined;
  try {
    server = await OwnServer.createEmpty({
      SMTP_URL: relay.smtpUrl,
      WEBHOOK_PRIVATE_RANGES: '127.0.0.1/32',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    });
    return await work({ server, relay, receiver, page });
  } finally {
    await server?.remove();
    await receiver.close();
    await relay.close();
  }
}

/** Imports twice: every broken line is named, the others are stored once. */
async function importRecords(
  { server }: Surroundings,
  { apiKey, internal: { formId } }: Firm,
  size: ImportSize,
): Promise<{ userId: string; caseId: string }> {
  const count = size.clients + size.cases + size.messages + size.tasks;
  const broken = new Map<number, string>();
  const ids = new Map<string, string>();
  const target = { address: server.url, apiKey };
  const first = await importOverHttp(target, generateImport(size, formId, broken), (line) => {
    if (line.kind !== 'message') ids.set(line.externalId ?? '', line.id ?? '');
  });
  expect(first.summary).toEqual({
    isComplete: true,
    created: count,
    updated: 0,
    unchanged: 0,
    failed: broken.size,
  });
  const named = first.failed.map(({ line, fields }) => [line, Object.keys(fields ?? {}).join()]);
  expect(named).toEqual([...broken]);
  const second = await importOverHttp(target, generateImport(size, formId));
  expect(second.summary).toEqual({ ...first.summary, created: 0, unchanged: count });
  return { userId: ids.get('M-0') ?? '', caseId: ids.get('A-0') ?? '' };
}

/** Lets the client of the first firm become one of the second, with one login. */
async function acceptBoth(
  { server, relay, page }: Surroundings,
  [first, second]: readonly [Firm, Firm],
  { userId, caseId }: { userId: string; caseId: string },
): Promise<Client> {
  const mails = new Mailbox(relay, clientEmail);
  const pages = new RegistrationPages(page);
  const login = { username: 'miriam', password: 'Fahrrad-im-Regen-7' };
  const name = 'Miriam Castillo 0';
  const receive = (nth: number) => ({
    link: () => mails.wait(/https?:\/\/\S+\/start\/[\w-]+/, nth),
    pin: () => mails.wait(/Mit dieser PIN öffnen Sie [^]+?:\s+(\d{6})\b/, nth),
  });

  await first.provider.post(`users/${userId}/invitations`);
  await pages.enterPin(receive(1), name);
  await pages.register(login);
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies(); // as on another day

  const [firstName, lastName] = ['Miriam', 'Castillo 0'];
  const other = await second.provider.post<ProviderUser>('users', {
    firstName,
    lastName,
    email: clientEmail,
  });
  const { caseId: otherCaseId } = await second.provider.post<ProviderCase>('cases', {
    header: 'Kauf einer Wohnung',
    userIds: [other.userId],
  });
  await second.provider.post(`users/${other.userId}/invitations`);
  await pages.enterPin(receive(2), name);
  await pages.chooseExistingLogin();
  await pages.logIn(login);
  await pages.confirm();
  return { userId, caseId, otherCaseId, mails, pages: new CasePages(page, server.url) };
}

/** The client writes: the firm gets one mail, and its program one signed call. */
async function expectFirmNotified(
  { server, relay, receiver }: Surroundings,
  { provider, ...firm }: Firm,
  { caseId, pages }: Client,
): Promise<void> {
  await provider.put('notifications', { email: firmEmail, kinds: ['message'] });
  const { secret } = await provider.post<WebhookWithSecret>('webhooks', {
    url: receiver.url,
    types: ['message.created'],
  });
  await pages.open(caseId, { provider, ...firm });
  await pages.write('Eine Frage');
  await expect.poll(() => receiver.taken.length).toBe(1);
  const [call] = receiver.taken;
  const { id = '', body = '', headers = {} } = call ?? {};
  expect(call?.event).toMatchObject({ type: 'message.created', data: { caseId } });
  expect(headers['webhook-signature']).toBe(
    computeSignature(secret, id, String(headers['webhook-timestamp']), body),
  );
  await server.forward(newsMs);
  await new Mailbox(relay, firmEmail).wait(firmNews);
}

/** Three messages are one mail; those that are read at that moment are none. */
async function expectClientNotified(
  { server }: Surroundings,
  [first, second]: readonly [Firm, Firm],
  { caseId, otherCaseId, mails, pages }: Client,
): Promise<void> {
  await pages.leave();
  for (const subject of ['Das Gutachten', 'Die Rechnung', 'Der Termin']) {
    await server.forward(newsMs / 4);
    await write(first, caseId, subject);
  }
  await server.forward(newsMs / 2);
  expect(await mails.wait(buildNewsPattern(first))).toContain('3 neue Nachrichten');

  await pages.open(caseId, first);
  await write(first, caseId, 'Die Zusage');
  await write(first, caseId, 'Die Frist');
  await write(second, otherCaseId, 'Der Vertrag');
  await server.forward(newsMs / 2);
  await pages.read('Die Zusage');
  await server.forward(newsMs / 2);
  await mails.wait(buildNewsPattern(second)); // due last, so the others were looked at before
  expect(mails.list(buildNewsPattern(first))).toHaveLength(1);
  await pages.read('Die Frist');
}

/** One click in the mail program ends the mails of one firm, and leaves those of the other. */
async function expectUnsubscribed(
  { server }: Surroundings,
  [first, second]: readonly [Firm, Firm],
  { caseId, otherCaseId, mails, pages }: Client,
): Promise<void> {
  await pages.leave();
  const stopped = await fetch(mails.findUnsubscribe(buildNewsPattern(first)), {
    method: 'POST',
    body: new URLSearchParams('List-Unsubscribe=One-Click'),
  });
  expect(stopped.status).toBe(200);
  await server.forward(newsMs);
  await write(first, caseId, 'Der Bescheid');
  await write(second, otherCaseId, 'Die Auflassung');
  await server.forward(newsMs);
  await mails.wait(buildNewsPattern(second), 2);
  expect(mails.list(buildNewsPattern(first))).toHaveLength(1);
}

/** The list has each event of the firm once, without gaps, and those of a case in their order. */
async function expectEvents(
  { relay, receiver }: Surroundings,
  [first, second]: readonly [Firm, Firm],
  { caseId, userId, otherCaseId }: Client,
  size: ImportSize,
): Promise<void> {
  const events = await listEvents(first);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  const count = (wanted: string) => events.filter(({ type }) => type === wanted).length;
  expect([count('case.created'), count('task.created'), count('message.created')]).toEqual([
    size.cases,
    size.tasks,
    size.messages + 7,
  ]);
  const ofCase = events.filter(({ data }) => data.caseId === caseId).map(({ type }) => type);
  const imported = Math.ceil(size.messages / size.cases);
  expect(ofCase).toEqual([
    'case.created',
    ...Array.from({ length: imported }, () => 'message.created'),
    ...Array.from({ length: Math.ceil(size.tasks / size.cases) }, () => 'task.created'),
    ...['message.created', 'message.created', 'message.created', 'message.created'], // 1 + 3
    ...['message.created', 'message.created', 'message.read', 'message.read'],
    'message.created',
  ]);
  const registered = events.filter(({ type }) => type === 'client.registered');
  expect(registered.map(({ data }) => data.userId)).toEqual([userId]);
  const others = await listEvents(second);
  expect(others.some(({ data }) => data.caseId === caseId || data.userId === userId)).toBe(false);
  expect(others.filter(({ data }) => data.caseId === otherCaseId).map(({ type }) => type)).toEqual([
    'case.created',
    'message.created',
    'message.created',
  ]);
  const messages = events.filter(({ type }) => type === 'message.created').slice(-7);
  await expect
    .poll(() => receiver.taken.map(({ event }) => event.eventId))
    .toEqual(messages.map(({ eventId }) => eventId));
  expect(new Mailbox(relay, firmEmail).list(firmNews)).toHaveLength(1);
}

/** Sets up two firms, fills one by its program, and follows a client of both. */
export async function playFirms(
  surroundings: Surroundings,
  size: ImportSize,
  step: Step,
): Promise<void> {
  const { server, relay, page } = surroundings;
  const first = await step('the first firm, by the set-up link', async () => {
    const firm = await setUpFirst(server, page);
    await expectVisibility(server, page, firm);
    return firm;
  });
  const second = await step('the second firm, by command', () =>
    setUpSecond(server, new Mailbox(relay, 'bo@behrens.example')),
  );
  await step('staff with a second factor', () =>
    inviteStaff(server, page, second, new Mailbox(relay, 'cleo@behrens.example')),
  );
  const firms = [first, second] as const;
  const imported = await step('a bulk import, and a second run', () =>
    importRecords(surroundings, first, size),
  );
  const client = await step('a client of both firms, with one login', () =>
    acceptBoth(surroundings, firms, imported),
  );
  await step('a mail and a webhook for the firm', () =>
    expectFirmNotified(surroundings, first, client),
  );
  await step('one mail for three messages, none while reading', () =>
    expectClientNotified(surroundings, firms, client),
  );
  await step('one click to unsubscribe', () => expectUnsubscribed(surroundings, firms, client));
  await step('the list of events', () => expectEvents(surroundings, firms, client, size));
  await step('a new key beside the old one', () => rotateKey(server, first));
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { Invitation } from '#schemas/access/users.ts';
import type { listEvents } from '#schemas/events/events.ts';
import type { Reply } from '#schemas/platform/endpoint.ts';
import { webAddresses } from '#schemas/platform/webAddresses.ts';
import {
  firstRepliesId,
  loggedOutCookie,
  type FirstReplies,
} from '#schemas/portal/firstReplies.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { addRegistered } from '#server/testing/clients.ts';
import { findPage } from '#src/routing/findPage.ts';
import { noServerRender } from '#server/testing/noServerRender.ts';
import { createProvider } from '#server/testing/testCases.ts';
import { openSqliteTest } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  createBrowser,
  json,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

const password = 'Fahrrad-im-Regen';
let folder: string;
/** Holds the calls for the list of cases back until it is settled. */
let held: Promise<void> | undefined;
/** Addresses of the requests, the server's own calls included. */
let called: string[] = [];
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'formakte-web-'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html lang="de"><title>Formakte</title><body><div id="root"></div></body></html>',
  );
  const serverRender = { ...noServerRender, findPage };
  server = await startTestServer({
    open: openSqliteTest,
    appOptions: {
      webAppFolder: folder,
      serverRender,
      extend: (app) =>
        void app.addHook('preHandler', async ({ url }) => {
          called.push(url);
          if (url === '/api/akten') await held;
        }),
    },
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Reads the embedded replies of a page; undefined without them. */
function readReplies({ body }: LightMyRequestResponse): FirstReplies | undefined {
  const [, text] =
    /<script type="application\/json" id="first-replies">(.*?)<\/script>/.exec(body) ?? [];
  return text === undefined ? undefined : (JSON.parse(text) as FirstReplies);
}
const listAddresses = (page: LightMyRequestResponse) =>
  Object.keys(readReplies(page)?.replies ?? {}).sort();

describe('a page after a login', () => {
  let browser: ReturnType<typeof createBrowser>;
  let session: UserSession;
  let accountId: string;
  let provider: ReturnType<typeof createProvider>;
  let caseId: string;
  let strangeCase: string;
  const call = (address: string) =>
    browser.get(address.replace('/api', ''), { authorization: `Bearer ${session.accessToken}` });

  beforeEach(async () => {
    const account = await addAccount(server);
    ({ accountId } = account);
    provider = createProvider(server, account.apiKey);
    const client = await addRegistered(server, [accountId], {
      username: `miriam-${accountId.toLowerCase()}`,
      password,
    });
    const stranger = await addRegistered(server, [accountId], {
      username: `tom-${accountId.toLowerCase()}`,
      password,
    });
    const open = async (header: string, userId: string) =>
      (await provider.openCase({ userIds: [userId], header })).caseId;
    caseId = await open('</script><script>alert(1)</script>', client.id);
    strangeCase = await open('Fremd', stranger.id);
    await provider.write(caseId, { text: 'Ihr Termin steht.' });
    browser = createBrowser(server);
    const login = { Username: client.username, Password: password };
    session = json<UserSession>(await browser.post('/authenticate/login', login));
  });

  /** Invites a client, who enters the PIN in the browser. */
  async function enterPin(): Promise<UserSession> {
    const contact = { email: 'ole@beispiel.example', mobile: '+49 171 1234567' };
    const name = { firstName: 'Ole', lastName: 'Petersen' };
    const { userId } = json<ProviderUser>(
      await provider.call('POST', '/users', { ...name, ...contact }),
    );
    const { hashUserKey: key } = json<Invitation>(
      await provider.call('POST', `/users/${userId}/invitations`, { sendMail: false }),
    );
    await browser.get(`/v2.0/authenticate/adhoc/pin/${key}`);
    const [sms] = await listNewestMessages(server.deps, 1);
    const pin = /(?<![\d+])\d{6}(?!\d)/.exec(sms?.body ?? '')?.[0];
    return json(await browser.post('/v2.0/authenticate/adhoc', { key, password: pin }));
  }

  const getOwnCase = () => webAddresses.case(caseId, accountId);

  it('It contains the replies that the browser’s own calls would get', async () => {
    const page = await browser.open(getOwnCase());
    expect(listAddresses(page)).toEqual(
      [
        '/api/v2.0/accounts',
        '/api/v2.0/akten',
        `/api/v2.0/e.consult.${accountId}/akten/${caseId}`,
        `/api/v2.0/e.consult.${accountId}/akten/timeline/${caseId}?Only=messages`,
        `/api/e.consult.${accountId}/assistants/processes/${caseId}`,
      ].sort(),
    );
    const { replies, ...rest } = readReplies(page) as FirstReplies;
    const { lastId } = json<Reply<typeof listEvents>>(await call('/api/v2.0/events/since'));
    expect(lastId).toBeGreaterThan(0);
    expect(rest).toEqual({
      sessionId: session.sessionId,
      lastEventId: lastId,
      sentAt: server.clock.now().toISOString(),
      language: 'de',
    });
    for (const [address, { data }] of Object.entries(replies))
      expect(data, address).toEqual(json(await call(address)));
  });

  it('It is stored nowhere, and not compressed', async () => {
    const { headers } = await browser.open('/akten');
    expect([headers['cache-control'], headers['content-encoding']]).toEqual([
      'no-store',
      undefined,
    ]);
  });

  it('It contains the texts in the language of the page', async () => {
    const page = await browser.open('/akten?language=en');
    expect(readReplies(page)?.language).toBe('en');
    expect(page.body).toContain('<html lang="en" data-language="en">');
  });

  it('An address that opens another view of a case has no messages', async () => {
    const addresses = listAddresses(await browser.open(`${getOwnCase()}?tab=tasks`));
    expect(addresses).toHaveLength(4);
    expect(addresses.join(' ')).not.toContain('timeline');
  });

  it('A case of another client is left to the browser, which shows the error', async () => {
    const page = await browser.open(webAddresses.case(strangeCase, accountId));
    expect(page.body).not.toContain('Fremd');
    expect(listAddresses(page)).toEqual(['/api/v2.0/accounts', '/api/v2.0/akten']);
  });

  it('Without a live session it has no replies, and can be cached', async () => {
    const ended = browser.copy();
    await browser.post('/v2.0/authenticate/logout', { kind: 'registered' });
    for (const each of [createBrowser(server), ended]) {
      const page = await each.open('/akten');
      expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(readReplies(page)).toBeUndefined();
    }
  });

  it('A client with a PIN gets the replies of that session', async () => {
    await browser.post('/v2.0/authenticate/logout', { kind: 'registered' });
    const { sessionId } = await enterPin();
    const page = await browser.open('/akten');
    expect(readReplies(page)?.sessionId).toBe(sessionId);
    expect(listAddresses(page)).toEqual(['/api/v2.0/accounts', '/api/v2.0/akten']);
  });

  it('While the database fails, the page is sent without replies', async () => {
    const { schema } = server.deps.db;
    await schema.alterTable('sessions').renameTo('moved').execute();
    try {
      const page = await browser.open('/akten');
      expect([page.statusCode, readReplies(page)]).toEqual([200, undefined]);
    } finally {
      await schema.alterTable('moved').renameTo('sessions').execute();
    }
  });

  it('A call that takes longer than a second is left to the browser, alone', async () => {
    let release = (): void => undefined;
    held = new Promise((resolve) => (release = resolve));
    const page = await browser.open('/akten');
    release();
    held = undefined;
    expect(page.statusCode).toBe(200);
    expect(listAddresses(page)).toEqual(['/api/v2.0/accounts']);
  });

  it('A reply that would hold the page back is left to the browser', async () => {
    for (const header of ['Gutachten', 'Rechnung', 'Vertrag'])
      await provider.write(caseId, { header, text: 'Lang. '.repeat(3_300) });
    const addresses = listAddresses(await browser.open(getOwnCase()));
    expect(addresses).toHaveLength(4);
    expect(addresses.join(' ')).not.toContain('timeline');
  });

  it('Of many pages that a session opens at once three come with data', async () => {
    let release = (): void => undefined;
    held = new Promise((resolve) => (release = resolve));
    called = [];
    const opened = Promise.all(Array.from({ length: 8 }, () => browser.open('/akten')));
    await expect.poll(() => called.filter((url) => url === '/api/akten')).toHaveLength(3);
    release();
    held = undefined;
    const pages = await opened;
    expect(pages.filter((page) => listAddresses(page).length > 0)).toHaveLength(3);
    expect(pages.map((page) => readReplies(page)?.sessionId)).toEqual(
      pages.map(() => session.sessionId),
    );
    expect(listAddresses(await browser.open('/akten'))).toHaveLength(2);
  });

  it('After a logout that the server has not received, a page has no replies', async () => {
    const { body } = await server.app.inject({
      url: '/akten',
      headers: { accept: 'text/html' },
      cookies: {
        'formakte-registered': browser.cookie('formakte-registered') ?? '',
        [loggedOutCookie]: '1',
      },
    });
    expect(body).not.toContain(firstRepliesId);
  });

  it('A HEAD request gets no replies and makes no call', async () => {
    called = [];
    const { headers } = await server.app.inject({
      method: 'HEAD',
      url: '/akten',
      headers: { accept: 'text/html' },
      cookies: { 'formakte-registered': browser.cookie('formakte-registered') ?? '' },
    });
    expect(headers['cache-control']).toBe('no-cache');
    expect(called.filter((url) => url.startsWith('/api/'))).toEqual([]);
  });
});

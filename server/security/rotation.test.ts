import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SecondStep } from '#schemas/access/sessions.ts';
import type { Push } from '#schemas/mail/push.ts';
import type { UserRow } from '#server/db/schema.ts';
import { enqueueMail, listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { getPush } from '#server/mail/push/service.ts';
import { findById } from '#server/mail/webhooks/repository.ts';
import { listSecrets } from '#server/mail/webhooks/secrets.ts';
import { createWebhook } from '#server/mail/webhooks/service.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import { computeCode } from '#server/testing/authenticatorApp.ts';
import { createDevice } from '#server/testing/peers/pushReceiver.ts';
import { describeOnEachDatabase, type TestDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { checkSecret, ForeignSecret } from './secretCheck.ts';

const [first, second] = ['the first secret of a test', 'the second one'].map((text) =>
  text.padEnd(32, '.'),
) as [string, string];
const password = 'Regen-Tonne 7';

describeOnEachDatabase('A rotation of AUTH_SECRET', (open) => {
  let database: TestDatabase;
  const servers: TestServer[] = [];
  let before: TestServer;
  let during: TestServer;
  let after: TestServer;
  let miriam: UserRow;
  async function start(env: Record<string, string>): Promise<TestServer> {
    const server = await startTestServer({
      open: async () => ({ ...database, remove: async () => undefined }),
      env,
    });
    servers.push(server);
    return server;
  }
  beforeEach(async () => {
    database = await open();
    before = await start({ AUTH_SECRET: first });
    during = await start({ AUTH_SECRET: second, AUTH_SECRET_PREVIOUS: first });
    after = await start({ AUTH_SECRET: second });
    const { accountId } = await addAccount(before);
    miriam = await addUser(before, [accountId], {
      passwordHash: await hashPassword(before.deps, password),
    });
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
    await database.remove();
  });

  const getFactors = ({ app }: TestServer, headers: Record<string, string>) =>
    app.inject({ url: `/api/v2.0/user/${miriam.id}/secondfactor`, headers });
  const logIn = (server: TestServer) => {
    const browser = createBrowser(server);
    const body = { Username: miriam.username ?? '', Password: password };
    return browser.post('/authenticate/login', body).then((response) => ({ browser, response }));
  };
  const giveCode = async (server: TestServer, code: string) => {
    const { browser, response } = await logIn(server);
    const { challenge } = json<SecondStep>(response);
    return (await browser.post('/v2.0/authenticate/secondfactor', { challenge, code })).statusCode;
  };

  it('Tokens of the previous secret are valid while it is accepted', async () => {
    const headers = await signIn(before, miriam.id);
    expect((await getFactors(during, headers)).statusCode).toBe(200);
    expect((await getFactors(after, headers)).statusCode).toBe(401);
    const newHeaders = await signIn(during, miriam.id);
    expect((await getFactors(after, newHeaders)).statusCode).toBe(200);
  });

  it('A session of the previous secret is refreshed, and continues without it', async () => {
    const { browser } = await logIn(before);
    const name = 'formakte-registered';
    const refresh = (server: TestServer, cookie = '') => {
      const copy = createBrowser(server, 'Test', { [name]: cookie });
      return copy
        .post('/v2.0/authenticate/refresh', { kind: 'registered' })
        .then(({ statusCode }) => ({
          statusCode,
          cookie: copy.cookie(name),
        }));
    };
    const refreshed = await refresh(during, browser.cookie(name));
    expect(refreshed.statusCode).toBe(200);
    expect((await refresh(after, refreshed.cookie)).statusCode).toBe(200);
  });

  it('Two refreshes of one token, before and after the rotation, get the same session', async () => {
    const { browser } = await logIn(before);
    const refresh = (from: typeof browser) =>
      from.post('/v2.0/authenticate/refresh', { kind: 'registered' });
    const name = 'formakte-registered';
    const moved = createBrowser(during, 'Test', { [name]: browser.cookie(name) ?? '' });
    expect((await refresh(browser)).statusCode).toBe(200);
    expect((await refresh(moved)).statusCode).toBe(200); // the first response was lost
    expect((await refresh(moved)).statusCode).toBe(200);
  });

  it('A login stores the hash of the password with the new secret', async () => {
    expect((await logIn(after)).response.statusCode).toBe(401);
    expect((await logIn(during)).response.statusCode).toBe(200);
    expect((await logIn(after)).response.statusCode).toBe(200);
    const wrong = createBrowser(during);
    const body = { Username: miriam.username ?? '', Password: 'falsch' };
    expect((await wrong.post('/authenticate/login', body)).statusCode).toBe(401);
  });

  it('A new hash is made with the new secret alone', async () => {
    const hash = await hashPassword(during.deps, password);
    expect(await verifyPassword(after.deps, hash, password)).toBe(true);
    expect(await verifyPassword(before.deps, hash, password)).toBe(false);
    expect(await verifyPassword(during.deps, null, password)).toBe(false);
  });

  it('An authenticator app and recovery codes still work, and the app is sealed again', async () => {
    const headers = await signIn(before, miriam.id);
    const url = `/api/v2.0/user/${miriam.id}/secondfactor/totp`;
    const begun = await before.app.inject({ method: 'POST', url, headers, payload: { password } });
    const { secret, setup } = json<{ secret: string; setup: string }>(begun);
    const code = computeCode(before, secret);
    const confirmed = await before.app.inject({
      method: 'PUT',
      url,
      headers,
      payload: { setup, code },
    });
    const [recoveryCode = ''] = json<{ recoveryCodes: string[] }>(confirmed).recoveryCodes;
    expect(await giveCode(during, recoveryCode)).toBe(200);
    for (const server of servers) server.clock.forward(60_000);
    expect(await giveCode(during, computeCode(during, secret))).toBe(200);
    await housekeep(during.deps);
    for (const server of servers) server.clock.forward(60_000);
    expect(await giveCode(after, computeCode(after, secret))).toBe(200);
  });

  it('A mail that waits with the previous secret can be read', async () => {
    await enqueueMail(before.deps, before.deps.db, {
      accountId: null,
      to: { email: 'miriam@beispiel.example', name: 'Miriam Castillo' },
      language: 'de',
      content: { subject: 'Ihre PIN', paragraphs: ['482913'] },
    });
    const [message] = await listNewestMessages(during.deps, 1);
    expect(message?.body).toContain('482913');
    await expect(listNewestMessages(after.deps, 1)).rejects.toThrow();
  });

  it('A database accepts its own secret, and another one after a rotation only', async () => {
    await checkSecret(before.deps);
    await checkSecret(before.deps);
    await expect(checkSecret(after.deps)).rejects.toThrow(ForeignSecret);
    await checkSecret(during.deps);
    await checkSecret(after.deps);
    await expect(checkSecret(before.deps)).rejects.toThrow(/^AUTH_SECRET is not the secret/);
  });

  it('Webhooks sign with their secret during and after the rotation', async () => {
    const { accountId } = await addAccount(before);
    const provider = { accountId, language: 'en' as const };
    const wanted = { url: 'https://receiver.example/', types: [] };
    const { webhookId, secret } = await createWebhook(before.deps, provider, wanted);
    const listOwn = async ({ deps }: TestServer) => {
      const webhook = await findById(deps.db, webhookId);
      return webhook && listSecrets(deps, webhook);
    };
    expect(await listOwn(during)).toEqual([secret]);
    await housekeep(during.deps);
    expect(await listOwn(after)).toEqual([secret]);
  });

  it('Devices are notified by the same key and address during and after the rotation', async () => {
    const headers = await signIn(before, miriam.id);
    const { device } = createDevice('https://push.example/send');
    const answer = await before.app.inject({
      method: 'PUT',
      url: '/api/v2.0/push',
      headers,
      payload: device,
    });
    const subscribed = json<Push>(answer);
    expect(subscribed.subscription?.endpoint).toBe(device.endpoint);
    const { sessionId } = await before.deps.db
      .selectFrom('pushSubscriptions')
      .select('sessionId')
      .executeTakeFirstOrThrow();
    await expect(getPush(after.deps, sessionId)).rejects.toThrow();
    expect(await getPush(during.deps, sessionId)).toEqual(subscribed);
    await housekeep(during.deps);
    expect(await getPush(after.deps, sessionId)).toEqual(subscribed);
  });
});

import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { UserRow } from '#server/db/schema.ts';
import { hashPassword } from '#server/security/passwords.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  json,
  signIn,
  startTestServer,
  webKeys,
  type TestBrowser,
  type TestServer,
} from '#server/testing/testServer.ts';

vi.mock('./limits.ts', async (load) => {
  const limits = await load<typeof import('./limits.ts')>();
  return { ...limits, streamLimits: { ...limits.streamLimits, sessionCheckMs: 50 } };
});

const password = 'Regen-Tonne 7';

describe('session', () => {
  let server: TestServer;
  let account: { accountId: string; apiKey: string };
  let miriam: UserRow;
  let browser: TestBrowser;
  let session: UserSession;
  let stream: IncomingMessage;
  beforeEach(async () => {
    server = await startTestServer();
    account = await addAccount(server);
    miriam = await addUser(server, [account.accountId], {
      passwordHash: await hashPassword(server.deps, password),
    });
    browser = createBrowser(server);
    session = json<UserSession>(
      await browser.post('/authenticate/login', {
        Username: miriam.username ?? '',
        Password: password,
      }),
    );
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const call = request({ port, host: '127.0.0.1', path: '/api/v2.0/events', headers: own() });
    call.end();
    [stream] = (await once(call, 'response')) as [IncomingMessage];
    await once(stream, 'data');
  });
  afterEach(() => server.close());

  const own = () => ({ ...webKeys, authorization: `Bearer ${session.accessToken}` });
  const elsewhere = async (method: 'PUT' | 'POST', path: string, payload: object) =>
    server.app.inject({
      method,
      url: `/api/v2.0/user/${miriam.id}${path}`,
      headers: await signIn(server, miriam.id),
      payload,
    });

  it.each<[string, () => Promise<{ statusCode: number }>]>([
    ['logs out', () => browser.post('/v2.0/authenticate/logout', { kind: 'registered' })],
    [
      'ends it from another device',
      () => elsewhere('POST', `/sessions/${session.sessionId}/end`, { password }),
    ],
    ['ends all others there', () => elsewhere('POST', '/sessions/end', { password })],
    [
      'changes the password there',
      () =>
        elsewhere('PUT', '/changepassword', {
          oldpassword: password,
          newpassword: 'Fahrrad-im-Regen',
          newpasswordconfirmation: 'Fahrrad-im-Regen',
        }),
    ],
    [
      'loses the provider’s access',
      () =>
        server.app.inject({
          method: 'POST',
          url: `/provider/v1/users/${miriam.id}/disable`,
          headers: { 'x-api-key': account.apiKey },
        }),
    ],
  ])(
    'A session whose user %s has ended: its token, its refresh and its event stream',
    async (_, end) => {
      const kept = browser.copy();
      expect((await end()).statusCode).toBe(200);
      expect(
        (await server.app.inject({ url: '/api/v2.0/accounts', headers: own() })).statusCode,
      ).toBe(401);
      expect(
        (await kept.post('/v2.0/authenticate/refresh', { kind: 'registered' })).statusCode,
      ).toBe(401);
      if (!stream.readableEnded) await once(stream.resume(), 'end');
    },
  );

  it('A live session keeps its event stream', async () => {
    await browser.post('/v2.0/authenticate/refresh', { kind: 'registered' });
    const select = vi.spyOn(server.deps.db, 'selectFrom');
    const checks = () => select.mock.calls.filter(([table]) => (table as unknown) === 'sessions');
    await expect.poll(() => checks().length).toBeGreaterThanOrEqual(4);
    expect(stream.readableEnded).toBe(false);
    stream.destroy();
  });
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import type { Invitation, RegistrationWizard } from '#schemas/access/users.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { createProvider } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  json,
  signIn,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';
import { getReason } from '#server/testing/testTasks.ts';

describeOnEachDatabase('invited clients', (open) => {
  let server: TestServer;
  let accountId: string;
  let apiKey: string;
  let userId: string;
  let key: string;
  let browser: ReturnType<typeof createBrowser>;
  beforeAll(async () => {
    server = await startTestServer({ open });
    ({ accountId, apiKey } = await addAccount(server));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const provider = createProvider(server, apiKey);
    const person = { firstName: 'Miriam', lastName: 'Castillo', email: 'falsch@beispiel.example' };
    ({ userId } = json<ProviderUser>(await provider.call('POST', '/users', person)));
    const invitation = await provider.call('POST', `/users/${userId}/invitations`, {});
    key = json<Invitation>(invitation).hashUserKey;
    browser = createBrowser(server);
  });

  const change = (email: string) =>
    server.app.inject({
      method: 'PATCH',
      url: `/provider/v1/users/${userId}`,
      headers: { 'x-api-key': apiKey, 'if-match': '*' },
      payload: { email },
    });
  const requestPin = async () => {
    server.clock.forward(2 * minuteMs);
    await browser.get(`/v2.0/authenticate/adhoc/pin/${key}`);
    const [mail] = await listNewestMessages(server.deps, 1);
    return { to: mail?.recipient, pin: /(?<![\d+])\d{6}(?!\d)/.exec(mail?.body ?? '')?.[0] ?? '' };
  };
  const enter = (password: string) => browser.post('/v2.0/authenticate/adhoc', { key, password });
  const readWizard = (accessToken: string) =>
    server.app.inject({
      url: `/api/v2.0/user/${key}/wizard`,
      headers: { ...webKeys, authorization: `Bearer ${accessToken}` },
    });

  it('A corrected address ends the session by PIN and its proof, and the link stays', async () => {
    const { accessToken } = json<UserSession>(await enter((await requestPin()).pin));
    const { joinToken } = json<RegistrationWizard>(await readWizard(accessToken));
    await change('FALSCH@beispiel.example');
    expect((await readWizard(accessToken)).statusCode).toBe(200);
    expect((await change('miriam@beispiel.example')).statusCode).toBe(200);
    expect((await readWizard(accessToken)).statusCode).toBe(401);
    const stranger = await addUser(server, [accountId]);
    const joined = await server.app.inject({
      method: 'POST',
      url: `/api/v2.0/user/${key}/join`,
      headers: { ...webKeys, ...(await signIn(server, stranger.id)) },
      payload: { joinToken, AgbsAccepted: true },
    });
    expect(getReason(joined)).toEqual([404, 'linkInvalid']);
    const { to, pin } = await requestPin();
    expect([to, (await enter(pin)).statusCode]).toEqual(['miriam@beispiel.example', 200]);
  });

  it('A PIN that is sent during the correction opens nothing from the address before', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = `falsch-${round}@beispiel.example`;
      await change(before);
      const [{ to, pin }] = await Promise.all([
        requestPin(),
        change(`miriam-${round}@beispiel.example`),
      ]);
      const entered = await enter(pin);
      expect([to === before, entered.statusCode]).not.toEqual([true, 200]);
    }
  });

  it('A corrected address voids a PIN that was sent to the one before', async () => {
    const { pin } = await requestPin();
    await change('miriam@beispiel.example');
    expect(getReason(await enter(pin))).toEqual([423, 'pinVoid']);
  });
});

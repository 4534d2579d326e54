import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#schemas/endpoints.ts';
import { type UserSessionKind, userSessionKinds } from '#schemas/platform/endpoint.ts';
import { getName } from '#server/testing/idPlaces.ts';
import { createProvider } from '#server/testing/testCases.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';
import { buildWorld, type World } from '#server/testing/world.ts';
import { buildCall } from '#server/testing/worldCalls.ts';

/** Calls below an account that are open before its activation, because they are part of it. */
const openBelowAccounts = [
  'GET /v2.0/e.consult.:acc/user/:key/register',
  'POST /v2.0/e.consult.:acc/account/activate',
  'POST /v2.0/e.consult.:acc/account/leave',
  'POST /v2.0/e.consult.:acc/user/:key/register',
  'POST /v2.0/e.consult.:acc/support',
];
/** Calls of all accounts: what belongs to a locked account is left out. */
const emptyLists: Readonly<Record<string, object>> = {
  'GET /v2.0/akten': { akten: [] },
  'GET /v2.0/akten/search': { hits: [] },
  'GET /v2.0/events/since': { events: [] },
};
/** Calls that concern a person or the product, never an account. */
const personal = [
  'DELETE /v2.0/push', // a device
  'GET /v1.0/insurances',
  'GET /v2.0/accounts', // the cards
  'GET /v2.0/events', // tested with the stream
  'GET /v2.0/push',
  'GET /v2.0/user/:hashUserKey/wizard',
  'GET /v2.0/user/:userId/checkUsername/:username',
  'GET /v2.0/user/:userId/details',
  'GET /v2.0/user/:userId/secondfactor',
  'GET /v2.0/user/:userId/sessions',
  'GET /v2.0/user/task/:id',
  'POST /v2.0/user/:hashUserKey/join',
  'POST /v2.0/user/:userId/email',
  'POST /v2.0/user/:userId/email/confirm',
  'POST /v2.0/user/:userId/mobile',
  'POST /v2.0/user/:userId/mobile/confirm',
  'POST /v2.0/user/:userId/secondfactor/passkeys',
  'POST /v2.0/user/:userId/secondfactor/passkeys/:passkeyId/remove',
  'POST /v2.0/user/:userId/secondfactor/passkeys/options',
  'POST /v2.0/user/:userId/secondfactor/recoverycodes',
  'POST /v2.0/user/:userId/secondfactor/totp',
  'POST /v2.0/user/:userId/secondfactor/totp/remove',
  'POST /v2.0/user/:userId/sessions/:sessionId/end',
  'POST /v2.0/user/:userId/sessions/end',
  'PUT /v2.0/push',
  'PUT /v2.0/user/:userId/changepassword',
  'PUT /v2.0/user/:userId/details',
  'PUT /v2.0/user/:userId/secondfactor/totp',
];

const isUserSession = (kind: string): kind is UserSessionKind =>
  (userSessionKinds as readonly string[]).includes(kind);

describe('account that is not activated', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await startTestServer();
    world = await buildWorld(server);
    await server.deps.db.updateTable('memberships').set({ acceptedAt: null }).execute();
  });
  afterAll(() => server.close());

  const calls = endpoints.flatMap((endpoint) =>
    endpoint.session
      .filter(isUserSession)
      .map((who) => [getName(endpoint), who, endpoint] as const),
  );

  it('Every exception is a call of the contract', () => {
    const names = new Set(calls.map(([name]) => name));
    for (const name of [...openBelowAccounts, ...Object.keys(emptyLists), ...personal])
      expect(names).toContain(name);
    expect(calls.filter(([, , call]) => call.isOpenBeforeActivation).map(([name]) => name)).toEqual(
      expect.arrayContaining(openBelowAccounts),
    );
  });

  it.each(calls.filter(([name]) => !openBelowAccounts.includes(name) && !personal.includes(name)))(
    '%s shows %s nothing before the activation',
    async (name, who, endpoint) => {
      const answer = await server.app.inject(buildCall(endpoint, { who, world }));
      const list = emptyLists[name];
      const body = endpoint.method === 'HEAD' ? {} : json(answer); // HEAD has no body
      expect([answer.statusCode, body]).toMatchObject(
        list
          ? [200, list]
          : [403, endpoint.method === 'HEAD' ? {} : { reason: 'activationRequired' }],
      );
    },
  );

  it('A client of another activated account gets nothing of the locked one', async () => {
    const { accountId, apiKey } = await addAccount(server);
    const { id: userId } = await addUser(server, [accountId]);
    await server.deps.db
      .updateTable('memberships')
      .set({ acceptedAt: null })
      .where('accountId', '=', accountId)
      .execute();
    const other = await addAccount(server);
    await server.deps.db
      .insertInto('memberships')
      .columns(['userId', 'accountId', 'isDisabled', 'acceptedAt', 'bodyHash', 'createdAt'])
      .expression((from) =>
        from
          .selectFrom('memberships')
          .select(({ lit, val }) => [
            'userId',
            val(other.accountId).as('accountId'),
            lit(0).as('isDisabled'),
            'createdAt as acceptedAt',
            'bodyHash',
            'createdAt',
          ])
          .where('userId', '=', userId),
      )
      .execute();
    const provider = createProvider(server, apiKey);
    const { caseId } = await provider.openCase({ header: 'Brandt', userIds: [userId] });
    const fileId = await provider.upload('Gutachten.txt', Buffer.from('Inhalt'));
    await provider.write(caseId, { text: 'Text', fileIds: [fileId] });
    const headers = await signIn(server, userId);
    const get = (path: string) => server.app.inject({ url: `/api${path}`, headers });
    expect(json(await get('/v2.0/akten'))).toEqual({ akten: [] });
    expect(json(await get('/v2.0/akten/search?Search=Text'))).toEqual({ hits: [] });
    expect(json(await get('/v2.0/events/since?after=0'))).toMatchObject({ events: [], lastId: 2 });
    expect([(await get(`/files/download/${fileId}`)).statusCode]).toEqual([403]);
    expect(json(await get('/v2.0/accounts'))).toMatchObject({
      accounts: expect.arrayContaining([
        expect.objectContaining({ id: accountId, isActivated: false, totalUnreadMessage: 1 }),
        expect.objectContaining({ id: other.accountId, isActivated: true }),
      ]) as unknown,
    });
  });
});

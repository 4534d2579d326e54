import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OwnDetails } from '#schemas/access/ownDetails.ts';
import type { UserData } from '#schemas/access/users.ts';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type { UserRow } from '#server/db/schema.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

type Provider = { accountId: string; apiKey: string };
type Problem = { reason: string; fields?: Record<string, string> };

describeOnEachDatabase('a client’s own details', (open) => {
  let server: TestServer;
  let firms: [Provider, Provider, Provider];
  let login: UserRow;
  let others: [UserRow, UserRow];
  let headers: Record<string, string>;
  beforeAll(async () => {
    server = await startTestServer({ open });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    firms = [await addAccount(server), await addAccount(server), await addAccount(server)];
    const [first, second, third] = firms.map(({ accountId }) => [accountId]);
    login = await addUser(server, first ?? []);
    const joined = { username: null, usernameKey: null, loginId: login.id };
    others = [
      await addUser(server, second ?? [], { ...joined, salutation: 'Frau Dr.' }),
      await addUser(server, third ?? [], joined),
    ];
    await server.deps.db
      .updateTable('memberships')
      .set({ isDisabled: 1 })
      .where('userId', '=', others[1].id)
      .execute();
    headers = await signIn(server, login.id);
  });

  const url = (userId = login.id) => `/api/v2.0/user/${userId}/details`;
  const read = async () => json<OwnDetails>(await server.app.inject({ url: url(), headers }));
  const same = { salutation: 'Frau', firstName: 'Miriam', lastName: 'Castillo', language: 'de' };
  const change = (body: object, userId = login.id) =>
    server.app.inject({
      method: 'PUT',
      url: url(userId),
      headers,
      payload: { ...same, ...body },
    });
  const readAt = async ({ apiKey }: Provider, { id }: UserRow) =>
    json<ProviderUser>(
      await server.app.inject({
        url: `/provider/v1/users/${id}`,
        headers: { 'x-api-key': apiKey },
      }),
    );
  const listEvents = async () => {
    const rows = await server.deps.db
      .selectFrom('programEvents')
      .select(['accountId', 'type', 'data'])
      .where(
        'accountId',
        'in',
        firms.map(({ accountId }) => accountId),
      )
      .execute();
    return rows.map(({ accountId, type, data }) => ({
      firm: firms.findIndex((firm) => firm.accountId === accountId),
      type,
      ...(JSON.parse(data) as object),
    }));
  };

  it('A changed name is in the session, and at each firm that the client has access to', async () => {
    const changed = await change({ lastName: 'Brandt', language: 'en' });
    expect(json<{ user: UserData }>(changed).user).toMatchObject({
      userId: login.id,
      firstName: 'Miriam',
      lastName: 'Brandt',
    });
    expect(await read()).toMatchObject({ ...same, lastName: 'Brandt', language: 'en' });
    expect(await readAt(firms[0], login)).toMatchObject({ lastName: 'Brandt', language: 'en' });
    expect(await readAt(firms[1], others[0])).toMatchObject({
      salutation: 'Frau Dr.',
      lastName: 'Brandt',
      language: 'en',
    });
    expect((await readAt(firms[2], others[1])).lastName).toBe('Castillo');
  });

  it('A client whose only name is the last one leaves the first name empty', async () => {
    const changed = await change({ firstName: '', lastName: 'Suharto' });
    const single = { firstName: '', lastName: 'Suharto' };
    expect(json<{ user: UserData }>(changed).user).toMatchObject(single);
    expect(await readAt(firms[1], others[0])).toMatchObject(single);
  });

  it('A client sees where an open firm has written something else', async () => {
    await server.app.inject({
      method: 'PATCH',
      url: `/provider/v1/users/${others[0].id}`,
      headers: { 'x-api-key': firms[1].apiKey, 'if-match': '*' },
      payload: { lastName: 'Brandt' },
    });
    const { email, others: written } = await read();
    const [first, second] = written;
    expect(written).toHaveLength(1);
    expect(second).toBeUndefined();
    expect(email).toBe(login.email);
    expect(first).toEqual({
      accountId: firms[1].accountId,
      accountName: 'Kanzlei Test',
      differing: { salutation: 'Frau Dr.', lastName: 'Brandt', email: others[0].email },
    });
  });

  it('The pages of a client learn that a firm has changed their details', async () => {
    const change = { method: 'PATCH', headers: { 'if-match': '*' } } as const;
    await server.app.inject({
      ...change,
      url: `/provider/v1/users/${others[0].id}`,
      headers: { ...change.headers, 'x-api-key': firms[1].apiKey },
      payload: { lastName: 'Brandt' },
    });
    const missed = await server.app.inject({ url: '/api/v2.0/events/since?after=0', headers });
    expect(json(missed)).toMatchObject({
      events: [{ type: 'detailsChanged', accountId: firms[1].accountId }],
    });
  });

  it('Each of these firms gets one event with its own id of the client', async () => {
    for (let times = 0; times < 2; times += 1) await change({ lastName: 'Brandt' });
    const events = await listEvents();
    expect(events.sort((one, other) => one.firm - other.firm)).toEqual([
      { firm: 0, type: 'client.changed', userId: login.id, changedBy: 'client' },
      { firm: 1, type: 'client.changed', userId: others[0].id, changedBy: 'client' },
    ]);
  });

  it('A firm finds the client by the new name', async () => {
    await change({ lastName: 'Überländer' });
    const found = await server.app.inject({
      url: '/provider/v1/users?q=ueberlaender',
      headers: { 'x-api-key': firms[1].apiKey },
    });
    expect(json<{ items: ProviderUser[] }>(found).items.map(({ userId }) => userId)).toEqual([
      others[0].id,
    ]);
  });

  it.each([
    [{ lastName: '' }, '/lastName'],
    [{ lastName: ' \u200b' }, '/lastName'],
    [{ lastName: 'x'.repeat(101) }, '/lastName'],
    [{ language: 'fr' }, '/language'],
    [{ email: 'new@beispiel.example' }, '/email'],
  ])('The change %j is refused and its field named', async (wrong, field) => {
    const refused = await change(wrong);
    expect([refused.statusCode, Object.keys(json<Problem>(refused).fields ?? {})]).toEqual([
      400,
      [field],
    ]);
    expect(await read()).toMatchObject(same);
  });

  it('Details of others, and of the same person at another firm, are 404', async () => {
    for (const id of [others[0].id, 'nobody-has-this-id-1']) {
      expect((await change({ lastName: 'Neu' }, id)).statusCode).toBe(404);
      expect((await server.app.inject({ url: url(id), headers })).statusCode).toBe(404);
    }
  });
});

import { expect, it } from 'vitest';
import {
  accessStates,
  type AccessState,
  type ClientCounts,
  type ListedUser,
} from '#schemas/access/clients.ts';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import { dayMs, minuteMs } from '#schemas/platform/time.ts';
import { setUpClients } from '#server/testing/clients.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, addUser, json, signIn } from '#server/testing/testServer.ts';

type Page = { items: ListedUser[]; total: number | null; cursor?: string };

describeOnEachDatabase('the states of access of a provider’s clients', (open) => {
  const { world, call, create, invite } = setUpClients(open);

  const list = async (query: Record<string, string> = {}): Promise<Page> =>
    json(await call('GET', `?${new URLSearchParams(query)}`));
  const count = async () => json<ClientCounts>(await call('GET', '/counts'));
  const read = async (userId: string) => json<ListedUser>(await call('GET', `/${userId}`));
  const register = (userId: string) =>
    world.server.deps.db.updateTable('users').set({ status: 1 }).where('id', '=', userId).execute();

  /** Creates a client in each state, whose last name is the state. */
  async function createOfEach(): Promise<Record<AccessState, string>> {
    const ids = {} as Record<AccessState, string>;
    for (const state of accessStates) ids[state] = (await create({ lastName: state })).userId;
    await invite(ids.expired, { validDays: 1 });
    await invite(ids.active);
    world.server.clock.forward(2 * dayMs);
    await invite(ids.invited);
    await register(ids.active);
    await invite(ids.disabled);
    await call('POST', `/${ids.disabled}/disable`);
    await call('POST', `/${ids.ended}/end`);
    return ids;
  }

  it('Each state has its clients and their number', async () => {
    const ids = await createOfEach();
    for (const state of accessStates) {
      const { items, total } = await list({ accessState: state });
      expect([state, total, items.map(({ lastName }) => lastName)]).toEqual([state, 1, [state]]);
      expect((await read(ids[state])).accessState).toBe(state);
    }
    expect(await count()).toEqual({
      all: 6,
      none: 1,
      invited: 1,
      expired: 1,
      active: 1,
      disabled: 1,
      ended: 1,
    });
    expect((await list({ accessState: 'expired', q: 'invited' })).items).toEqual([]);
  });

  it('A list by state has pages', async () => {
    for (const lastName of ['Eins', 'Zwei', 'Drei']) {
      world.server.clock.forward(1_000);
      await invite((await create({ lastName })).userId);
    }
    const { items, cursor = '' } = await list({ accessState: 'invited', limit: '2' });
    const next = await list({ accessState: 'invited', limit: '2', cursor });
    expect([...items, ...next.items].map(({ lastName }) => lastName)).toEqual([
      'Drei',
      'Zwei',
      'Eins',
    ]);
  });

  it('The newest invitation counts, and a revoked one leaves none', async () => {
    const { userId } = await create();
    expect(await read(userId)).toMatchObject({ accessState: 'none', invitation: null });
    await invite(userId, { validDays: 1 });
    world.server.clock.forward(2 * dayMs);
    expect((await read(userId)).accessState).toBe('expired');
    const now = world.server.clock.now();
    await invite(userId, { validDays: 3 });
    expect(await read(userId)).toMatchObject({
      accessState: 'invited',
      invitation: {
        createdAt: now.toISOString(),
        validUntil: new Date(now.getTime() + 3 * dayMs).toISOString(),
      },
    });
    expect(json(await call('DELETE', `/${userId}/invitations`))).toEqual({ revoked: 1 });
    expect(await read(userId)).toMatchObject({ accessState: 'none', invitation: null });
  });

  it('Staff are missing where they are not asked for', async () => {
    const { userId } = await create();
    await world.server.app.inject({
      method: 'PUT',
      url: `/provider/v1/staff/${userId}`,
      headers: { 'x-api-key': world.provider.apiKey },
      payload: { role: 'user' },
    });
    expect([(await list()).total, (await list({ withoutStaff: 'true' })).total]).toEqual([1, 0]);
    expect((await count()).all).toBe(0);
  });

  it('A client has the number of their cases', async () => {
    const { userId } = await create();
    const share = async (header: string) =>
      json<ProviderCase>(
        await world.server.app.inject({
          method: 'POST',
          url: '/provider/v1/cases',
          headers: { 'x-api-key': world.provider.apiKey },
          payload: { header, userIds: [userId] },
        }),
      ).caseId;
    await share('Erste');
    const withdrawn = await share('Zweite');
    expect((await list()).items[0]?.caseCount).toBe(2);
    await world.server.app.inject({
      method: 'DELETE',
      url: `/provider/v1/cases/${withdrawn}`,
      headers: { 'x-api-key': world.provider.apiKey },
    });
    expect((await list()).items[0]?.caseCount).toBe(1);
  });

  it('A visit is noted once in five minutes, and only at the account it was made to', async () => {
    const { accountId } = world.provider;
    const { accountId: elsewhere } = await addAccount(world.server);
    const other = await addUser(world.server, [accountId, elsewhere]);
    const headers = await signIn(world.server, other.id);
    const visit = (path: string) => world.server.app.inject({ url: `/api${path}`, headers });
    await visit('/v2.0/accounts');
    expect((await read(other.id)).lastSeenDate).toBeNull(); // could be about the other account
    const first = world.server.clock.now().toISOString();
    await visit(`/v2.0/e.consult.${accountId}/board/staff`);
    expect((await read(other.id)).lastSeenDate).toBe(first);
    world.server.clock.forward(4 * minuteMs);
    await visit(`/v2.0/e.consult.${accountId}/board/staff`);
    expect((await read(other.id)).lastSeenDate).toBe(first);
    world.server.clock.forward(2 * minuteMs);
    await visit(`/v2.0/e.consult.${accountId}/board/staff`);
    expect((await read(other.id)).lastSeenDate).toBe(world.server.clock.now().toISOString());
    const seen = await world.server.deps.db
      .selectFrom('memberships')
      .select('lastSeenAt')
      .where('userId', '=', other.id)
      .where('accountId', '!=', accountId)
      .execute();
    expect(seen).toEqual([{ lastSeenAt: null }]);
  });
});

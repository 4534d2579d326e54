import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ProviderUser } from '#schemas/access/clients.ts';
import { isSqlite } from '#server/db/dialect.ts';
import { miriam, setUpClients } from '#server/testing/clients.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addUser, json } from '#server/testing/testServer.ts';

type Problem = { reason: string; fields?: Record<string, string> };

describeOnEachDatabase('a change of a provider’s client', (open) => {
  const { world, call, create, listOutbox } = setUpClients(open);

  const read = async (userId: string) => {
    const answer = await call('GET', `/${userId}`);
    return { etag: String(answer.headers.etag), user: json<ProviderUser>(answer) };
  };
  const change = (userId: string, body: object, ifMatch = '*') =>
    call('PATCH', `/${userId}`, body, { 'if-match': ifMatch });

  it('The given fields are changed, and the others stay', async () => {
    const { userId } = await create({ externalId: 'M-17' });
    const { etag, user } = await read(userId);
    const changed = await change(userId, { lastName: 'Brandt', mobile: '0171 7654321' }, etag);
    const expected = { ...user, lastName: 'Brandt', mobile: '+491717654321' };
    expect(json(changed)).toEqual(expected);
    const after = await read(userId);
    expect(after.user).toEqual(expected);
    expect(after.etag).toBe(changed.headers.etag);
    expect(after.etag).not.toBe(etag);
    expect(json(await change(userId, { mobile: null, externalId: null }))).toEqual({
      ...expected,
      mobile: null,
      externalId: null,
    });
  });

  it('Of two changes of the same state one is refused with 412', async () => {
    const { userId } = await create();
    const { etag } = await read(userId);
    const answers = await Promise.all(
      ['Alt', 'Neu'].map((lastName) => change(userId, { lastName }, etag)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
    const refused = answers.find(({ statusCode }) => statusCode === 412);
    expect(refused && json<Problem>(refused).reason).toBe('preconditionFailed');
  });

  it.each(['"other"', 'W/"other"', 'other', ''])(
    'A change of the state %s is refused',
    async (ifMatch) => {
      const { userId } = await create();
      expect((await change(userId, { lastName: 'Neu' }, ifMatch)).statusCode).toBe(412);
      expect((await read(userId)).user.lastName).toBe(miriam.lastName);
    },
  );

  it('A change without If-Match is refused with 428', async () => {
    const { userId } = await create();
    const refused = await call('PATCH', `/${userId}`, { lastName: 'Neu' });
    expect([refused.statusCode, json<Problem>(refused).reason]).toEqual([
      428,
      'preconditionRequired',
    ]);
  });

  it('A registered client is mailed which fields the provider has changed', async () => {
    const { id } = await addUser(world.server, [world.provider.accountId]);
    await change(id, { lastName: 'Brandt', language: 'en', externalId: 'M-18' });
    await change(id, { lastName: 'Brandt', externalId: 'M-19' });
    const { userId } = await create();
    await change(userId, { lastName: 'Neu' });
    const mails = await listOutbox();
    expect(mails).toMatchObject([
      {
        recipient: expect.stringContaining(`${id}@beispiel.de`),
        subject: 'Aydın & Kollegen has changed your details',
        body: expect.stringMatching(/these details about you:\s+Last name\s+Language of the mails/),
      },
    ]);
    expect(mails[0]?.body).not.toContain('M-18');
  });

  it('A new address is mailed to it, to the one before and to that of the login', async () => {
    const { id, email } = await addUser(world.server, [world.provider.accountId]);
    await change(id, { email: 'second@beispiel.example' });
    await change(id, { email: 'third@beispiel.example' });
    const recipients = (await listOutbox()).map(({ recipient }) => recipient).sort();
    expect(recipients).toEqual(
      [
        email,
        email,
        'second@beispiel.example',
        'second@beispiel.example',
        'third@beispiel.example',
      ].sort(),
    );
  });

  it('A new address of a client who is just registering does not become that of the login', async () => {
    const { userId } = await create();
    const { db } = world.server.deps;
    const listWaiting = () =>
      sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(db);
    let changing: ReturnType<typeof change> | undefined;
    await db.transaction().execute(async (registering) => {
      await registering.updateTable('users').set({ status: 1 }).where('id', '=', userId).execute();
      changing = change(userId, { email: 'new@beispiel.example' });
      changing.then(undefined, () => undefined); // sends the request
      if (!isSqlite(db)) await expect.poll(async () => (await listWaiting()).rows).toHaveLength(1);
    });
    expect((await changing)?.statusCode).toBe(200);
    const { loginEmail } = await db
      .selectFrom('users')
      .select('loginEmail')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(loginEmail).toBe(miriam.email);
  });

  it('A change is an event for programs, and a repeat is none', async () => {
    const { userId } = await create();
    for (const lastName of ['Neu', 'Neu']) await change(userId, { lastName });
    const events = await world.server.deps.db
      .selectFrom('programEvents')
      .select(['type', 'data'])
      .where('type', '=', 'client.changed')
      .where('accountId', '=', world.provider.accountId)
      .execute();
    expect(events).toEqual([
      { type: 'client.changed', data: JSON.stringify({ userId, changedBy: 'provider' }) },
    ]);
  });

  it.each([
    [{ lastName: '' }, '/lastName'],
    [{ mobile: 'anrufen' }, '/mobile'],
    [{ mobile: '+99 171 1234567' }, '/mobile'],
    [{ userId: 'mine' }, '/userId'],
  ])('The change %j is refused and its field named', async (wrong, field) => {
    const { userId } = await create();
    const refused = await change(userId, wrong);
    expect([refused.statusCode, Object.keys(json<Problem>(refused).fields ?? {})]).toEqual([
      400,
      [field],
    ]);
  });
});

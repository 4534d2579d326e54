import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '#schemas/limits.ts';
import type {
  Invitation,
  InvitationMetadata,
  NewInvitation,
  ProviderUser,
} from '#schemas/users.ts';
import { newestMessages } from '#server/modules/outbox/service.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  signIn,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

const miriam = {
  firstName: 'Miriam',
  lastName: 'Castillo',
  salutation: 'Frau',
  email: 'Miriam@Beispiel.example',
  mobile: '+49 171 1234567',
};

describeOnEachDatabase('a provider’s clients', (open) => {
  let server: TestServer;
  let provider: { accountId: string; apiKey: string };
  beforeAll(async () => {
    server = await startTestServer({ open });
  });
  beforeEach(async () => {
    provider = await addAccount(server, {
      name: 'Aydın & Kollegen',
      terms: 'Bedingungen',
      privacy: 'Hinweise',
    });
  });
  afterAll(() => server.close());

  type Method = 'GET' | 'POST' | 'DELETE';
  const call = (
    method: Method,
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) =>
    server.app.inject({
      method,
      url: `/provider/v1/users${path}`,
      headers: { 'x-api-key': provider.apiKey, ...headers },
      ...(payload ? { payload } : {}),
    });
  const create = async (user: object = {}) =>
    json<ProviderUser>(await call('POST', '', { ...miriam, ...user }));
  const invite = async (
    userId: string,
    wanted: NewInvitation = {},
    headers: Record<string, string> = {},
  ) => call('POST', `/${userId}/invitations`, wanted, headers);
  const look = (key: string) =>
    server.app.inject({ url: `/api/v2.0/user/${key}/metadata`, headers: webKeys });
  const outbox = async () =>
    (await newestMessages(server.deps, 1_000))
      .reverse()
      .filter(({ accountId }) => accountId === provider.accountId);

  describe('are created', () => {
    it('as given, the number as the world writes it, not registered, and nothing is sent', async () => {
      expect(await create()).toEqual({
        ...miriam,
        mobile: '+491711234567',
        userId: expect.any(String),
        language: 'de',
        userStatus: 0,
        isDisabled: false,
        createdAt: server.clock.now().toISOString(),
        registeredAt: null,
      });
      expect(await outbox()).toEqual([]);
    });

    it('once under a key, however many ask at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          call('POST', '', miriam, { 'idempotency-key': 'client-one' }),
        ),
      );
      expect(new Set(answers.map((answer) => json<ProviderUser>(answer).userId)).size).toBe(1);
      expect(json<{ items: unknown[] }>(await call('GET', '')).items).toHaveLength(1);
      expect(
        (
          await call(
            'POST',
            '',
            { ...miriam, lastName: 'Anders' },
            { 'idempotency-key': 'client-one' },
          )
        ).statusCode,
      ).toBe(409);
    });

    it.each([
      [{ email: 'miriam' }, '/email'],
      [{ email: 'a@b.de\r\nBcc: c@d.de' }, '/email'],
      [{ mobile: 'anrufen' }, '/mobile'],
      [{ mobile: '+99 171 1234567' }, '/mobile'],
      [{ firstName: '' }, '/firstName'],
      [{ language: 'fr' }, '/language'],
      [{ accountId: 'mine' }, '/accountId'],
    ])('not with %j', async (wrong, field) => {
      const answer = await call('POST', '', { ...miriam, ...wrong });
      expect([answer.statusCode, Object.keys(json<{ fields: object }>(answer).fields)]).toEqual([
        400,
        [field],
      ]);
    });

    it('as somebody of their own where another provider has the same address', async () => {
      const mine = await create();
      provider = await addAccount(server);
      expect((await create()).userId).not.toBe(mine.userId);
    });
  });

  it('are listed newest first, page by page', async () => {
    const names = ['Eins', 'Zwei', 'Drei'];
    for (const lastName of names) {
      await create({ lastName });
      server.clock.forward(1_000);
    }
    const page = json<{ items: ProviderUser[]; cursor: string }>(await call('GET', '?limit=2'));
    expect(page.items.map(({ lastName }) => lastName)).toEqual(['Drei', 'Zwei']);
    expect(
      json<{ items: ProviderUser[] }>(
        await call('GET', `?limit=2&cursor=${page.cursor}`),
      ).items.map(({ lastName }) => lastName),
    ).toEqual(['Eins']);
  });

  it('lose access to this provider at once, and get it back', async () => {
    const { userId } = await create();
    const headers = await signIn(server, userId, 'unregistered', provider.accountId);
    const check = () =>
      server.app.inject({ url: `/api/v2.0/user/${userId}/checkUsername/castillo`, headers });
    expect((await check()).statusCode).toBe(200);
    const { hashUserKey } = json<Invitation>(await invite(userId));
    expect(json<ProviderUser>(await call('POST', `/${userId}/disable`)).isDisabled).toBe(true);
    expect([(await check()).statusCode, (await look(hashUserKey)).statusCode]).toEqual([401, 410]);
    expect(json<ProviderUser>(await call('POST', `/${userId}/enable`)).isDisabled).toBe(false);
    expect([(await check()).statusCode, (await look(hashUserKey)).statusCode]).toEqual([401, 200]);
  });

  it('lose the sessions of this provider for good, and the others with the last access', async () => {
    const { userId } = await create();
    const { accountId } = await addAccount(server);
    await server.deps.db
      .insertInto('memberships')
      .values({
        userId,
        accountId,
        isDisabled: 0,
        acceptedAt: null,
        termsHash: null,
        privacyHash: null,
        idempotencyKey: null,
        bodyHash: '',
        createdAt: server.clock.now().toISOString(),
      })
      .execute();
    await signIn(server, userId, 'unregistered', provider.accountId);
    await signIn(server, userId);
    const open = async () =>
      (
        await server.deps.db
          .selectFrom('sessions')
          .select('kind')
          .where('userId', '=', userId)
          .where('endedAt', 'is', null)
          .execute()
      ).map(({ kind }) => kind);
    await call('POST', `/${userId}/disable`);
    expect(await open()).toEqual(['registered']);
    await server.deps.db.deleteFrom('memberships').where('accountId', '=', accountId).execute();
    await call('POST', `/${userId}/disable`);
    expect(await open()).toEqual([]);
  });

  it('are told of to nobody else, alike for unknown ones', async () => {
    const { userId } = await create();
    provider = await addAccount(server);
    const paths: [Method, string, object?][] = [
      ['GET', ''],
      ['POST', '/disable'],
      ['POST', '/enable'],
      ['POST', '/invitations', {}],
      ['DELETE', '/invitations'],
    ];
    for (const [method, path, payload] of paths) {
      const [foreign, unknown] = await Promise.all(
        [userId, 'nobody-has-this'].map((id) => call(method, `/${id}${path}`, payload)),
      );
      expect([method, path, foreign?.statusCode]).toEqual([method, path, 404]);
      expect({ ...json(foreign as never), requestId: '' }).toEqual({
        ...json(unknown as never),
        requestId: '',
      });
    }
    expect(json(await call('GET', ''))).toEqual({ items: [] });
  });

  describe('are invited', () => {
    it('by a mail with a link, in their language', async () => {
      const { userId } = await create({ language: 'en' });
      const invitation = json<Invitation>(await invite(userId));
      expect(invitation.url).toBe(
        `${server.deps.config.publicUrl}/start/${invitation.hashUserKey}`,
      );
      expect(invitation.validUntil).toBe(
        new Date(
          server.clock.now().getTime() + limits.invitation.validDays * 24 * 3_600_000,
        ).toISOString(),
      );
      expect(await outbox()).toMatchObject([
        {
          kind: 'mail',
          recipient: miriam.email,
          subject: 'Your access to Aydın & Kollegen',
          body: expect.stringContaining(invitation.url),
        },
      ]);
    });

    it('without one, where the provider hands the link over itself', async () => {
      const { userId } = await create();
      expect((await invite(userId, { sendMail: false })).statusCode).toBe(200);
      expect(await outbox()).toEqual([]);
    });

    it('with a key of 256 bits, of which the database keeps a hash only', async () => {
      const { userId } = await create();
      const { hashUserKey } = json<Invitation>(await invite(userId, { sendMail: false }));
      expect(hashUserKey).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(
        JSON.stringify(await server.deps.db.selectFrom('invitations').selectAll().execute()),
      ).not.toContain(hashUserKey);
    });

    it('again, which ends the links before', async () => {
      const { userId } = await create();
      const [first, second] = [
        json<Invitation>(await invite(userId)),
        json<Invitation>(await invite(userId)),
      ];
      expect(
        [await look(first.hashUserKey), await look(second.hashUserKey)].map(
          ({ statusCode }) => statusCode,
        ),
      ).toEqual([410, 200]);
    });

    it('again at the same moment, and one link stays good', async () => {
      const { userId } = await create();
      await Promise.all(
        Array.from({ length: limits.invitation.perHour + 3 }, () => invite(userId)),
      );
      const rows = await server.deps.db
        .selectFrom('invitations')
        .select('revokedAt')
        .where('userId', '=', userId)
        .execute();
      expect([rows.length, rows.filter(({ revokedAt }) => revokedAt === null).length]).toEqual([
        limits.invitation.perHour,
        1,
      ]);
    });

    it('once under a key: a repeat answers the same link and sends nothing', async () => {
      const { userId } = await create();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => invite(userId, {}, { 'idempotency-key': 'invite-once' })),
      );
      expect(
        (await invite(userId, { sendMail: false }, { 'idempotency-key': 'invite-once' }))
          .statusCode,
      ).toBe(409);
      expect(new Set(answers.map((answer) => json<Invitation>(answer).url)).size).toBe(1);
      expect(await outbox()).toHaveLength(1);
      expect((await look(json<Invitation>(answers[0] as never).hashUserKey)).statusCode).toBe(200);
    });

    it('five times an hour and no more', async () => {
      const { userId } = await create();
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1) statuses.push((await invite(userId)).statusCode);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      server.clock.forward(3_600_001);
      expect((await invite(userId)).statusCode).toBe(200);
    });

    it('by no SMS without a number, in the provider’s language', async () => {
      const { userId } = json<ProviderUser>(
        await call('POST', '', { ...miriam, mobile: undefined }),
      );
      const answer = await invite(userId, { pinChannels: ['Sms'] });
      expect([answer.statusCode, json(answer)['fields']]).toEqual([
        400,
        { '/pinChannels': expect.stringContaining('SMS') },
      ]);
    });

    it('not when they are registered', async () => {
      const { userId } = await create();
      await server.deps.db
        .updateTable('users')
        .set({ status: 1 })
        .where('id', '=', userId)
        .execute();
      expect((await invite(userId)).statusCode).toBe(409);
    });

    it('and uninvited', async () => {
      const { userId } = await create();
      const { hashUserKey } = json<Invitation>(await invite(userId));
      const [invited, registered] = [
        await signIn(server, userId, 'unregistered', provider.accountId),
        await signIn(server, userId),
      ];
      expect(json(await call('DELETE', `/${userId}/invitations`))).toEqual({ revoked: 1 });
      const statuses = [invited, registered].map(
        async (headers) =>
          (await server.app.inject({ url: '/api/v2.0/accounts', headers })).statusCode,
      );
      expect(await Promise.all(statuses)).toEqual([401, 200]);
      expect(json(await call('DELETE', `/${userId}/invitations`))).toEqual({ revoked: 0 });
      expect((await look(hashUserKey)).statusCode).toBe(410);
    });
  });

  describe('whoever has an invitation’s link', () => {
    it('is told whose it is, and nothing of the person', async () => {
      const { userId } = await create();
      const { hashUserKey } = json<Invitation>(
        await invite(userId, { pregivenUsername: 'castillo.m' }),
      );
      const answer = await look(hashUserKey);
      expect(json<InvitationMetadata>(answer)).toMatchObject({
        accountId: provider.accountId,
        uniqueAccountKey: expect.any(String),
        accountName: 'Aydın & Kollegen',
        userId,
        userStatus: 0,
        userRegistered: false,
        authentication: hashUserKey,
        isSmsAvailable: true,
        language: 'de',
        pregivenUsername: 'castillo.m',
        esyThingAgb: 'Bedingungen',
        esyThingDatenschutz: 'Hinweise',
        phone: '040 1',
        address: { street: 'Weg 1', postalCode: '20259', city: 'Hamburg' },
        mainColor: '#7d1f3f',
        assistants: [],
      });
      for (const personal of [miriam.lastName, miriam.email, miriam.mobile])
        expect(answer.body).not.toContain(personal);
    });

    it.each<[string, Partial<typeof miriam>, NewInvitation]>([
      ['without a number', { mobile: undefined as never }, {}],
      ['when the provider wants none', {}, { pinChannels: ['Email'] }],
    ])('is offered no SMS %s', async (_, user, wanted) => {
      const { userId } = await create(user);
      const { hashUserKey } = json<Invitation>(await invite(userId, wanted));
      expect(json<InvitationMetadata>(await look(hashUserKey)).isSmsAvailable).toBe(false);
    });

    it('is told that it is unknown, or over when its time has passed', async () => {
      expect(json(await look('a-key-that-nobody-ever-made'))).toMatchObject({
        reason: 'linkInvalid',
      });
      const { userId } = await create();
      const { hashUserKey } = json<Invitation>(await invite(userId, { validDays: 1 }));
      server.clock.forward(24 * 3_600_000);
      const answer = await look(hashUserKey);
      expect([answer.statusCode, json(answer)['reason']]).toEqual([410, 'linkExpired']);
    });

    it('goes to the login once the client is registered, without a name', async () => {
      const { userId } = await create();
      const { hashUserKey } = json<Invitation>(
        await invite(userId, { pregivenUsername: 'castillo.m' }),
      );
      await server.deps.db
        .updateTable('users')
        .set({ status: 1, username: 'castillo.m' })
        .where('id', '=', userId)
        .execute();
      server.clock.forward(365 * 24 * 3_600_000);
      const answer = await look(hashUserKey);
      expect(json<InvitationMetadata>(answer)).toMatchObject({
        userStatus: 1,
        userRegistered: true,
        isSmsAvailable: false,
      });
      expect(answer.body).not.toContain('castillo.m');
    });
  });
});

describe('without an SMS gateway', () => {
  it('nobody is invited by SMS in production', async () => {
    const server = await startTestServer({
      mode: 'production',
      env: { PUBLIC_URL: 'https://portal.example' },
    });
    const headers = { 'x-api-key': (await addAccount(server)).apiKey };
    const { userId } = json<ProviderUser>(
      await server.app.inject({
        method: 'POST',
        url: '/provider/v1/users',
        headers,
        payload: miriam,
      }),
    );
    const { hashUserKey, url } = json<Invitation>(
      await server.app.inject({
        method: 'POST',
        url: `/provider/v1/users/${userId}/invitations`,
        headers,
        payload: {},
      }),
    );
    expect(url).toBe(`https://portal.example/start/${hashUserKey}`);
    expect(
      json<InvitationMetadata>(
        await server.app.inject({
          url: `/api/v2.0/user/${hashUserKey}/metadata`,
          headers: webKeys,
        }),
      ).isSmsAvailable,
    ).toBe(false);
    await server.close();
  });
});

import { describe, expect, it } from 'vitest';
import { invitationLimits } from '#schemas/access/limits.ts';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type { Invitation, InvitationMetadata, NewInvitation } from '#schemas/access/users.ts';
import { invitationRateLimits } from '#server/access/limits.ts';
import { miriam, setUpClients } from '#server/testing/clients.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, json, signIn, startTestServer, webKeys } from '#server/testing/testServer.ts';

describeOnEachDatabase('invitations of a provider', (open) => {
  const { world, call, create, invite, look, listOutbox } = setUpClients(open);

  describe('invitation', () => {
    it('The invitation is a mail with a link in the client’s language', async () => {
      const { userId } = await create({ language: 'en' });
      const invitation = json<Invitation>(await invite(userId));
      expect(invitation.url).toBe(
        `${world.server.deps.config.publicUrl}/start/${invitation.hashUserKey}`,
      );
      expect(invitation.validUntil).toBe(
        new Date(
          world.server.clock.now().getTime() + invitationLimits.validDays * 24 * 3_600_000,
        ).toISOString(),
      );
      expect(await listOutbox()).toMatchObject([
        {
          kind: 'mail',
          recipient: miriam.email,
          subject: 'Your access to Aydın & Kollegen',
          body: expect.stringContaining(invitation.url),
        },
      ]);
    });

    it('The invitation is not mailed if the provider delivers the link', async () => {
      const { userId } = await create();
      expect((await invite(userId, { sendMail: false })).statusCode).toBe(200);
      expect(await listOutbox()).toEqual([]);
    });

    it('The key has 256 bits and is stored as a hash', async () => {
      const { userId } = await create();
      const { hashUserKey } = json<Invitation>(await invite(userId, { sendMail: false }));
      expect(hashUserKey).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(
        JSON.stringify(await world.server.deps.db.selectFrom('invitations').selectAll().execute()),
      ).not.toContain(hashUserKey);
    });

    it('A new invitation revokes the earlier links', async () => {
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

    it('Concurrent invitations leave one valid link', async () => {
      const { userId } = await create();
      await Promise.all(
        Array.from({ length: invitationRateLimits.perHour + 3 }, () => invite(userId)),
      );
      const rows = await world.server.deps.db
        .selectFrom('invitations')
        .select('revokedAt')
        .where('userId', '=', userId)
        .execute();
      expect([rows.length, rows.filter(({ revokedAt }) => revokedAt === null).length]).toEqual([
        invitationRateLimits.perHour,
        1,
      ]);
    });

    it('A retry gets the same link and sends nothing', async () => {
      const { userId } = await create();
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => invite(userId, {}, { 'idempotency-key': 'invite-once' })),
      );
      expect(
        (await invite(userId, { sendMail: false }, { 'idempotency-key': 'invite-once' }))
          .statusCode,
      ).toBe(409);
      expect(new Set(answers.map((answer) => json<Invitation>(answer).url)).size).toBe(1);
      expect(await listOutbox()).toHaveLength(1);
      expect((await look(json<Invitation>(answers[0] as never).hashUserKey)).statusCode).toBe(200);
    });

    it('A disabled client is not invited until they are enabled again', async () => {
      const { userId } = await create();
      const key = { 'idempotency-key': 'invite-before-disabling' };
      const first = json<Invitation>(await invite(userId, {}, key));
      await call('POST', `/${userId}/disable`);
      const refused = await invite(userId);
      expect([refused.statusCode, json(refused)['reason']]).toEqual([409, 'clientDisabled']);
      expect(await listOutbox()).toHaveLength(1);
      expect(json<Invitation>(await invite(userId, {}, key)).url).toBe(first.url);
      await call('POST', `/${userId}/enable`);
      expect((await invite(userId)).statusCode).toBe(200);
    });

    it('A client can be invited five times an hour', async () => {
      const { userId } = await create();
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1) statuses.push((await invite(userId)).statusCode);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      world.server.clock.forward(3_600_001);
      expect((await invite(userId)).statusCode).toBe(200);
    });

    it('SMS without a number is refused in the provider’s language', async () => {
      const { userId } = json<ProviderUser>(
        await call('POST', '', { ...miriam, mobile: undefined }),
      );
      const answer = await invite(userId, { pinChannels: ['Sms'] });
      expect([answer.statusCode, json(answer)['fields']]).toEqual([
        400,
        { '/pinChannels': expect.stringContaining('SMS') },
      ]);
    });

    it('A registered client cannot be invited', async () => {
      const { userId } = await create();
      await world.server.deps.db
        .updateTable('users')
        .set({ status: 1 })
        .where('id', '=', userId)
        .execute();
      expect((await invite(userId)).statusCode).toBe(409);
    });

    it('An invitation can be revoked', async () => {
      const { userId } = await create();
      const { hashUserKey } = json<Invitation>(await invite(userId));
      const [invited, registered] = [
        await signIn(world.server, userId, 'unregistered', world.provider.accountId),
        await signIn(world.server, userId),
      ];
      expect(json(await call('DELETE', `/${userId}/invitations`))).toEqual({ revoked: 1 });
      const statuses = [invited, registered].map(
        async (headers) =>
          (await world.server.app.inject({ url: '/api/v2.0/accounts', headers })).statusCode,
      );
      expect(await Promise.all(statuses)).toEqual([401, 200]);
      expect(json(await call('DELETE', `/${userId}/invitations`))).toEqual({ revoked: 0 });
      expect((await look(hashUserKey)).statusCode).toBe(410);
    });
  });

  it('A new invitation ends the sessions that earlier ones opened', async () => {
    const { userId } = await create();
    await invite(userId);
    const headers = await signIn(world.server, userId, 'unregistered', world.provider.accountId);
    const read = async () =>
      (await world.server.app.inject({ url: '/api/v2.0/accounts', headers })).statusCode;
    expect(await read()).toBe(200);
    await invite(userId);
    expect(await read()).toBe(401);
  });

  describe('an invitation’s link', () => {
    it('The link shows its account and nothing of the person', async () => {
      const { userId } = await create();
      const { hashUserKey } = json<Invitation>(
        await invite(userId, { pregivenUsername: 'castillo.m' }),
      );
      const answer = await look(hashUserKey);
      expect(json<InvitationMetadata>(answer)).toMatchObject({
        accountId: world.provider.accountId,
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
    ])('The link offers no SMS %s', async (_, user, wanted) => {
      const { userId } = await create(user);
      const { hashUserKey } = json<Invitation>(await invite(userId, wanted));
      expect(json<InvitationMetadata>(await look(hashUserKey)).isSmsAvailable).toBe(false);
    });

    it('An unknown and an expired link get different errors', async () => {
      expect(json(await look('a-key-that-nobody-ever-made'))).toMatchObject({
        reason: 'linkInvalid',
      });
      const { userId } = await create();
      const { hashUserKey } = json<Invitation>(await invite(userId, { validDays: 1 }));
      world.server.clock.forward(24 * 3_600_000);
      const answer = await look(hashUserKey);
      expect([answer.statusCode, json(answer)['reason']]).toEqual([410, 'linkExpired']);
    });

    it('The link of a registered client opens the login without a username', async () => {
      const { userId } = await create();
      const { hashUserKey } = json<Invitation>(
        await invite(userId, { pregivenUsername: 'castillo.m' }),
      );
      await world.server.deps.db
        .updateTable('users')
        .set({ status: 1, username: 'castillo.m' })
        .where('id', '=', userId)
        .execute();
      world.server.clock.forward(365 * 24 * 3_600_000);
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
  it('An invitation by SMS is refused in production', async () => {
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

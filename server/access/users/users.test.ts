import { describe, expect, it } from 'vitest';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type { Invitation } from '#schemas/access/users.ts';
import { miriam, setUpClients } from '#server/testing/clients.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, json, signIn } from '#server/testing/testServer.ts';

describeOnEachDatabase('a provider’s clients', (open) => {
  const { world, call, create, invite, look, listOutbox } = setUpClients(open);

  describe('creation', () => {
    it('A client is created as given, with a normalized number, not registered', async () => {
      expect(await create()).toEqual({
        ...miriam,
        mobile: '+491711234567',
        userId: expect.any(String),
        externalId: null,
        language: 'de',
        userStatus: 0,
        isDisabled: false,
        accessState: 'none',
        invitation: null,
        endedDate: null,
        endedBy: null,
        createdAt: world.server.clock.now().toISOString(),
        registeredAt: null,
        lastSeenDate: null,
      });
      expect(await listOutbox()).toEqual([]);
    });

    it('Concurrent retries create one client', async () => {
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
      '49 171 1234567', // a spreadsheet has dropped the plus
      '491711234567',
      'tel:+491711234567',
      'Tel: 0171 1234567',
      '+49 (0)171 1234567',
      '0049 171 1234567',
    ])('The mobile number %j is stored as the forms store it', async (mobile) => {
      const { userId } = json<{ userId: string }>(await call('POST', '', { ...miriam, mobile }));
      expect(json(await call('GET', `/${userId}`))).toMatchObject({ mobile: '+491711234567' });
    });

    it.each([
      [{ email: 'miriam' }, '/email'],
      [{ email: 'a@b.de\r\nBcc: c@d.de' }, '/email'],
      [{ mobile: 'anrufen' }, '/mobile'],
      [{ mobile: '+99 171 1234567' }, '/mobile'],
      [{ firstName: '', lastName: '' }, '/lastName'],
      [{ firstName: undefined }, '/firstName'],
      [{ language: 'fr' }, '/language'],
      [{ accountId: 'mine' }, '/accountId'],
    ])('A client with %j is refused', async (wrong, field) => {
      const answer = await call('POST', '', { ...miriam, ...wrong });
      expect([answer.statusCode, Object.keys(json<{ fields: object }>(answer).fields)]).toEqual([
        400,
        [field],
      ]);
    });

    it.each([
      'anrufen',
      '49 151 MARIE',
      '+99 171 1234567',
      '41 79 123 45 67',
      '48 601 234 567',
      '43 660 1234567',
      '1 571 234 5678',
      '171 1234567',
    ])('The refusal of the mobile number %j says how to write one', async (mobile) => {
      const answer = await call('POST', '', { ...miriam, mobile });
      const { fields } = json<{ fields: Record<string, string> }>(answer);
      expect(fields['/mobile']).toContain('+49 151 23456789');
    });

    it('Names and addresses are stored without invisible characters', async () => {
      const pasted = {
        firstName: '\u200EMi\u00ADriam ',
        lastName: 'Mu\u0308ller\u2011Lu\u0308denscheid',
        salutation: 'Frau\u00A0Dr.',
        email: '\u202Amiriam@beispiel.example\u200B',
      };
      expect(await create(pasted)).toMatchObject({
        firstName: 'Miriam',
        lastName: 'Müller\u2011Lüdenscheid',
        salutation: 'Frau Dr.',
        email: 'miriam@beispiel.example',
      });
      expect((await call('POST', '', { ...miriam, lastName: '\u200B\u2800' })).statusCode).toBe(
        400,
      );
    });

    it('A client with a single name is stored, found and greeted by it', async () => {
      const single = { firstName: '', lastName: 'Suharto', salutation: '' };
      const { userId } = await create(single);
      await invite(userId);
      const [mail] = await listOutbox();
      expect(mail?.body).toContain('Guten Tag Suharto,');
      expect(json<{ items: ProviderUser[] }>(await call('GET', '?q=suharto')).items).toEqual([
        expect.objectContaining({ userId, ...single }),
      ]);
    });

    it.each([
      '+49 171 1234567',
      '+49 (0)171 1234567',
      '+49 (0) 171 1234567 ',
      '+49(0)1711234567',
      '0049 (0) 171 1234567',
      '0049-171-1234567',
      '(0171) 1234567',
      '(0171) 123-45-67',
      '0171/1234567',
      '0171 – 123 45 67',
      '\u202A+49\u00A0171\u20111234567\u202C',
      '+49.171.1234567',
    ])('The mobile number %j is read as usually written', async (mobile) =>
      expect((await create({ mobile })).mobile).toBe('+491711234567'),
    );

    it('A client with an address of another provider’s client is another user', async () => {
      const mine = await create();
      world.provider = await addAccount(world.server);
      expect((await create()).userId).not.toBe(mine.userId);
    });
  });

  it('The clients are listed in pages, newest first', async () => {
    const names = ['Eins', 'Zwei', 'Drei'];
    for (const lastName of names) {
      await create({ lastName });
      world.server.clock.forward(1_000);
    }
    const page = json<{ items: ProviderUser[]; cursor: string }>(await call('GET', '?limit=2'));
    expect(page.items.map(({ lastName }) => lastName)).toEqual(['Drei', 'Zwei']);
    expect(
      json<{ items: ProviderUser[] }>(
        await call('GET', `?limit=2&cursor=${page.cursor}`),
      ).items.map(({ lastName }) => lastName),
    ).toEqual(['Eins']);
  });

  it('Access is removed and returned at once', async () => {
    const { userId } = await create();
    const headers = await signIn(world.server, userId, 'unregistered', world.provider.accountId);
    const check = () =>
      world.server.app.inject({ url: `/api/v2.0/user/${userId}/checkUsername/castillo`, headers });
    expect((await check()).statusCode).toBe(200);
    const { hashUserKey } = json<Invitation>(await invite(userId));
    expect(json<ProviderUser>(await call('POST', `/${userId}/disable`)).isDisabled).toBe(true);
    expect([(await check()).statusCode, (await look(hashUserKey)).statusCode]).toEqual([401, 410]);
    expect(json<ProviderUser>(await call('POST', `/${userId}/enable`)).isDisabled).toBe(false);
    expect([(await check()).statusCode, (await look(hashUserKey)).statusCode]).toEqual([401, 200]);
  });

  it('Removed access ends its sessions, and with the last access all sessions', async () => {
    const { userId } = await create();
    const { accountId } = await addAccount(world.server);
    await world.server.deps.db
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
        createdAt: world.server.clock.now().toISOString(),
      })
      .execute();
    await signIn(world.server, userId, 'unregistered', world.provider.accountId);
    await signIn(world.server, userId);
    const open = async () =>
      (
        await world.server.deps.db
          .selectFrom('sessions')
          .select('kind')
          .where('userId', '=', userId)
          .where('endedAt', 'is', null)
          .execute()
      ).map(({ kind }) => kind);
    await call('POST', `/${userId}/disable`);
    expect(await open()).toEqual(['registered']);
    await world.server.deps.db
      .deleteFrom('memberships')
      .where('accountId', '=', accountId)
      .execute();
    await call('POST', `/${userId}/disable`);
    expect(await open()).toEqual([]);
  });

  it('Other providers get the same response as for unknown clients', async () => {
    const { userId } = await create();
    world.provider = await addAccount(world.server);
    const paths: ['GET' | 'POST' | 'DELETE', string, object?][] = [
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
    expect(json(await call('GET', ''))).toEqual({ items: [], total: 0 });
  });
});

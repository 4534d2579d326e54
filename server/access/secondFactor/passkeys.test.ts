import { expect, it, vi } from 'vitest';
import type { Assertion } from '#schemas/access/secondFactor.ts';
import type { SecondStep, UserSession } from '#schemas/access/sessions.ts';
import { storedFactorLimits } from '#server/access/limits.ts';
import { newId } from '#server/db/newId.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { createPasskeyDevice } from '#server/testing/passkeyDevice.ts';
import { password, setUpSecondFactor, summarize } from '#server/testing/secondFactor.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addUser, createBrowser, json, signIn } from '#server/testing/testServer.ts';

type Asked = {
  options: {
    challenge: string;
    allowCredentials?: { id: string }[];
    excludeCredentials?: { id: string }[];
    userVerification?: string;
  };
};
type Device = ReturnType<typeof createPasskeyDevice>;

describeOnEachDatabase('a passkey', (open) => {
  const { world, call, loadState, startLogin } = setUpSecondFactor(open);
  const begin = async () => json<Asked>(await call('POST', '/passkeys/options', { password }));
  const add = (credential: object, name = 'Telefon') =>
    call('POST', '/passkeys', { name, credential });
  async function added(device = createPasskeyDevice()): Promise<Device> {
    expect((await add(device.create(await begin()))).statusCode).toBe(200);
    return device;
  }
  const ask = async (challenge?: string) =>
    json<Asked>(
      await world.browser.post(
        '/v2.0/authenticate/passkey/options',
        challenge ? { challenge } : {},
      ),
    );
  const give = (credential: Assertion, challenge?: string, from = world.browser) =>
    from.post('/v2.0/authenticate/passkey', { credential, ...(challenge ? { challenge } : {}) });

  it('A passkey is added after the password, and then required at the login', async () => {
    const answer = await add(createPasskeyDevice().create(await begin()), 'Mein Telefon');
    expect(json<{ recoveryCodes: string[] }>(answer).recoveryCodes).toHaveLength(10);
    const now = world.server.clock.now().toISOString();
    expect(await loadState()).toEqual({
      totp: null,
      passkeys: [
        { passkeyId: expect.any(String), name: 'Mein Telefon', createdAt: now, lastUsedAt: null },
      ],
      recoveryCodesLeft: 10,
    });
    const second = await begin();
    // prevents registering the same device twice
    expect(second.options.excludeCredentials).toHaveLength(1);
    const another = await add(createPasskeyDevice().create(second), 'Laptop');
    expect(json(another)).toEqual({ recoveryCodes: [] });
    const step = json<SecondStep>(
      await world.browser.post('/authenticate/login', {
        Username: world.miriam.username ?? '',
        Password: password,
      }),
    );
    expect(step.methods).toEqual(['passkey', 'recoveryCode']);
    const mails = await world.server.deps.db
      .selectFrom('mailOutbox')
      .select('subject')
      .where('recipient', '=', world.miriam.email)
      .execute();
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Sicherheit: Passkey hinzugefügt',
      'Sicherheit: Passkey hinzugefügt',
    ]);
  });

  it('A passkey with a wrong password, origin, user or time is refused', async () => {
    expect(json(await call('POST', '/passkeys/options', { password: 'falsch' }))['fields']).toEqual(
      { '/password': expect.stringContaining('noch 4 Versuche') },
    );
    const device = createPasskeyDevice();
    const warn = vi.spyOn(world.server.deps.log, 'warn');
    expect(
      summarize(await add(device.create(await begin(), { origin: 'https://phishing.example' }))),
    ).toEqual([401, 'passkeyRefused']);
    expect(warn.mock.calls).toEqual([
      [{ cause: 'the browser has another address' }, 'passkeys are refused: check PUBLIC_URL'],
    ]);
    expect(
      summarize(await add(device.create(await begin(), { rpId: 'phishing.example' }))),
    ).toEqual([401, 'passkeyRefused']);
    expect(summarize(await add(device.create({ options: { challenge: 'made-up' } })))).toEqual([
      410,
      'tookTooLong',
    ]);
    // a challenge of the login
    expect(summarize(await add(device.create(await ask())))).toEqual([410, 'tookTooLong']);
    const jonas = await addUser(world.server, [world.account.accountId]);
    const asked = await begin();
    const asJonas = await call(
      'POST',
      '/passkeys',
      { name: 'x', credential: device.create(asked) },
      { by: await signIn(world.server, jonas.id), userId: jonas.id },
    );
    expect(summarize(asJonas)).toEqual([401, 'passkeyRefused']);
    expect((await add(device.create(asked))).statusCode).toBe(200);
    expect(summarize(await add(createPasskeyDevice().create(asked)))).toEqual([410, 'tookTooLong']);
    expect(summarize(await add(device.create(await begin())))).toEqual([409, 'conflict']);
    const late = await begin();
    world.server.clock.forward(storedFactorLimits.passkeyMinutes * 60_000);
    expect(summarize(await add(createPasskeyDevice().create(late)))).toEqual([410, 'tookTooLong']);
  });

  it('A passkey is a second step, and each response of it works once', async () => {
    const device = await added();
    const challenge = await startLogin();
    const asked = await ask(challenge);
    expect(asked.options.allowCredentials?.map(({ id }) => id)).toEqual([device.id]);
    const signed = device.get(asked, { isVerified: false });
    const answer = await give(signed, challenge);
    expect(json<UserSession>(answer).user.userId).toBe(world.miriam.id);
    expect(world.browser.cookie('formakte-device')).toBeDefined();
    expect((await loadState()).passkeys[0]?.lastUsedAt).toBe(
      world.server.clock.now().toISOString(),
    );
    expect(summarize(await give(signed, await startLogin()))).toEqual([401, 'passkeyRefused']);
    expect(summarize(await give(device.get(asked), await startLogin()))).toEqual([
      401,
      'passkeyRefused',
    ]);
    expect(summarize(await give(device.get(await ask()), challenge))).toEqual([
      401,
      'passkeyRefused',
    ]); // for another login
    const next = await ask(await startLogin());
    // its first step is used
    expect(summarize(await give(device.get(next), challenge))).toEqual([410, 'tookTooLong']);
  });

  it('Concurrent equal responses open one session', async () => {
    const device = await added();
    const challenge = await startLogin();
    const signed = device.get(await ask(challenge));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => give(signed, challenge, createBrowser(world.server))),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  it('A passkey with user verification logs in without a password', async () => {
    const device = await added();
    const asked = await ask();
    expect([asked.options.allowCredentials, asked.options.userVerification]).toEqual([
      [],
      'required',
    ]);
    expect(summarize(await give(device.get(asked, { isVerified: false })))).toEqual([
      401,
      'passkeyRefused',
    ]);
    expect(json<UserSession>(await give(device.get(asked))).user.userId).toBe(world.miriam.id);
  });

  it.each([
    ['for another origin', { origin: 'https://phishing.example' }],
    ['for another address', { rpId: 'phishing.example' }],
    ['whose counter went back: there are two of the device', { counter: 1 }],
  ])('A passkey is refused %s', async (_, way) => {
    const device = await added();
    for (let times = 0; times < 2; times += 1)
      expect((await give(device.get(await ask()))).statusCode).toBe(200);
    expect(summarize(await give(device.get(await ask(), way)))).toEqual([401, 'passkeyRefused']);
  });

  it('A retry of adding or using a passkey gets the first response', async () => {
    const device = createPasskeyDevice();
    const under = { 'idempotency-key': 'the-same-words-again' };
    const payload = { name: 'Telefon', credential: device.create(await begin()) };
    const addAgain = () =>
      world.server.app.inject({
        method: 'POST',
        url: `/api/v2.0/user/${world.miriam.id}/secondfactor/passkeys`,
        headers: { ...world.headers, ...under },
        payload,
      });
    const first = json<{ recoveryCodes: string[] }>(await addAgain());
    expect([first.recoveryCodes.length, json(await addAgain())]).toEqual([10, first]);
    expect((await loadState()).passkeys).toHaveLength(1);

    const challenge = await startLogin();
    const said = { challenge, credential: device.get(await ask(challenge)) };
    const without = world.browser.copy();
    const [opened, again] = [
      await world.browser.post('/v2.0/authenticate/passkey', said, under),
      await without.post('/v2.0/authenticate/passkey', said, under),
    ];
    expect([opened.statusCode, json<UserSession>(again).sessionId]).toEqual([
      200,
      json<UserSession>(opened).sessionId,
    ]);
    expect(without.cookie('formakte-registered')).toBe(world.browser.cookie('formakte-registered'));
    // without the Idempotency-Key the response is used
    expect(summarize(await give(said.credential, challenge))).toEqual([401, 'passkeyRefused']);
  });

  it('Unknown, foreign and forged passkeys get the same response', async () => {
    const device = await added();
    const mine = await startLogin();
    const stranger = createPasskeyDevice();
    const asked = await ask(mine);
    expect(summarize(await give(stranger.get(asked), mine))).toEqual([401, 'passkeyRefused']);
    expect(
      summarize(await give({ ...stranger.get(asked), id: device.id, rawId: device.id }, mine)),
    ).toEqual([401, 'passkeyRefused']);
    world.miriam = await addUser(world.server, [world.account.accountId], {
      passwordHash: await hashPassword(world.server.deps, password),
    });
    world.headers = await signIn(world.server, world.miriam.id);
    await added();
    const challenge = await startLogin();
    expect(summarize(await give(device.get(await ask(challenge)), challenge))).toEqual([
      401,
      'passkeyRefused',
    ]);
  });

  it('A late response, or a user without access, is refused', async () => {
    const device = await added();
    const asked = await ask();
    world.server.clock.forward(storedFactorLimits.passkeyMinutes * 60_000);
    expect(summarize(await give(device.get(asked)))).toEqual([410, 'tookTooLong']);
    await world.server.deps.db
      .updateTable('memberships')
      .set({ isDisabled: 1 })
      .where('userId', '=', world.miriam.id)
      .execute();
    expect(summarize(await give(device.get(await ask())))).toEqual([406, 'noAccess']);
  });

  it('Removing the last passkey removes the recovery codes', async () => {
    const [device, other] = [await added(), await added()];
    const remove = (id: string, given = password) =>
      call('POST', `/passkeys/${id}/remove`, { password: given });
    expect((await remove(device.id, 'falsch')).statusCode).toBe(400);
    expect(json(await remove(device.id))).toEqual({ removed: true });
    expect((await remove(device.id)).statusCode).toBe(404);
    const third = await added();
    const by = { ...world.headers, 'idempotency-key': newId() };
    for (let count = 0; count < 2; count += 1)
      expect(
        json(await call('POST', `/passkeys/${third.id}/remove`, { password }, { by })),
      ).toEqual({ removed: true }); // the first response was lost
    expect([(await loadState()).passkeys.length, (await loadState()).recoveryCodesLeft]).toEqual([
      1, 10,
    ]);
    expect(summarize(await give(device.get(await ask())))).toEqual([401, 'passkeyRefused']);
    await world.server.app.inject({
      method: 'DELETE',
      url: `/provider/v1/users/${world.miriam.id}/secondFactor`,
      headers: { 'x-api-key': world.account.apiKey },
    });
    expect(
      json(
        await world.server.app.inject({
          url: `/api/v2.0/user/${world.miriam.id}/secondfactor`,
          headers: await signIn(world.server, world.miriam.id),
        }),
      ),
    ).toEqual({ totp: null, passkeys: [], recoveryCodesLeft: 0 });
    expect(summarize(await give(other.get(await ask())))).toEqual([401, 'passkeyRefused']);
  });

  it('A user can have twenty passkeys', async () => {
    const row = {
      userId: world.miriam.id,
      name: 'x',
      publicKey: '',
      counter: 0,
      transports: '[]',
      createdAt: '2026-11-20T09:00:00.000Z',
      lastUsedAt: null,
    };
    await world.server.deps.db
      .insertInto('passkeys')
      .values(
        Array.from({ length: storedFactorLimits.maxPasskeys }, (_, index) => ({
          ...row,
          id: `${world.miriam.id}-${index}`,
        })),
      )
      .execute();
    expect((await call('POST', '/passkeys/options', { password })).statusCode).toBe(409);
  });
});

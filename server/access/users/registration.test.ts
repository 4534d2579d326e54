import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { loginLimits, registrationLimits } from '#server/access/limits.ts';
import type {
  InvitationMetadata,
  Registration,
  RegistrationWizard,
} from '#schemas/access/users.ts';
import { verifyPassword } from '#server/security/passwords.ts';
import { inviteClient, password, type Invited } from '#server/testing/invitedClients.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  json,
  signIn,
  startTestServer,
  type TestServer,
  webKeys,
} from '#server/testing/testServer.ts';

describeOnEachDatabase('the registration', (open) => {
  let server: TestServer;
  let invited: Invited;
  let count = 0;
  beforeAll(async () => {
    server = await startTestServer({ open });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    invited = await inviteClient(
      server,
      { terms: 'Bedingungen' },
      { pregivenUsername: `miriam.${count}` },
    );
  });

  const get = (path: string, headers = invited.headers) =>
    server.app.inject({ url: `/api/v2.0/${path}`, headers });
  const wizard = async () => json<RegistrationWizard>(await get(`user/${invited.key}/wizard`));
  const shown = async () =>
    json<InvitationMetadata>(await get(`user/${invited.key}/metadata`)).statementHashes;
  const buildBody = async (changes: Partial<Registration> = {}): Promise<Registration> => {
    const { token, username } = await wizard();
    const { asyncTaskKey } = json<{ asyncTaskKey: string }>(
      await get(`e.consult.${invited.acc}/user/${invited.key}/register`),
    );
    return {
      username,
      password,
      passwordConfirmation: password,
      accountId: invited.acc,
      Key: asyncTaskKey,
      userId: invited.userId,
      AgbsAccepted: true,
      statementHashes: await shown(),
      token,
      ...changes,
    };
  };
  const send = (
    payload: object,
    { acc, key, headers } = invited,
  ): Promise<LightMyRequestResponse> =>
    server.app.inject({
      method: 'POST',
      url: `/api/v2.0/e.consult.${acc}/user/${key}/register`,
      headers,
      payload,
    });
  const register = async (changes: Partial<Registration> = {}) => send(await buildBody(changes));
  const user = () =>
    server.deps.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', invited.userId)
      .executeTakeFirstOrThrow();

  it('A registration creates a registered user and stores the acceptance', async () => {
    const answer = await register();
    expect([answer.statusCode, json(answer)]).toEqual([
      200,
      { userId: invited.userId, userStatus: 1 },
    ]);
    expect(await user()).toMatchObject({
      status: 1,
      username: `miriam.${count}`,
      passwordHash: expect.stringMatching(/^\$argon2id\$/),
      registeredAt: server.clock.now().toISOString(),
    });
    const { acceptedAt } = await server.deps.db
      .selectFrom('memberships')
      .select('acceptedAt')
      .where('userId', '=', invited.userId)
      .executeTakeFirstOrThrow();
    expect(acceptedAt).toBe(server.clock.now().toISOString());
  });

  it('The registration wizard shows its user to them only', async () => {
    expect(await wizard()).toEqual({
      userId: invited.userId,
      accountId: invited.acc,
      firstName: 'Miriam',
      lastName: 'Castillo',
      email: 'miriam@beispiel.example',
      username: `miriam.${count}`,
      token: expect.any(String),
      joinToken: expect.any(String),
    });
    const { id } = await addUser(server, [invited.acc]);
    const stranger = await signIn(server, id, 'unregistered', invited.acc);
    for (const path of [
      `user/${invited.key}/wizard`,
      'user/a-key-that-nobody-ever-made/wizard',
      `e.consult.${invited.acc}/user/${invited.key}/register`,
    ]) {
      expect((await get(path, stranger)).statusCode).toBe(404);
    }
    expect((await get(`user/${invited.key}/wizard`, webKeys)).statusCode).toBe(401);
  });

  it.each<[string, Partial<Registration>, string]>([
    ['a short password', { password: 'Kx7#', passwordConfirmation: 'Kx7#' }, '/password'],
    [
      'a password with the username',
      { username: 'castillo', password: 'Castillo-2026', passwordConfirmation: 'Castillo-2026' },
      '/password',
    ],
    [
      'a password with the mail address',
      { password: 'miriam@beispiel.example-1', passwordConfirmation: 'miriam@beispiel.example-1' },
      '/password',
    ],
    [
      'a common password',
      { password: 'Passwort1!', passwordConfirmation: 'Passwort1!' },
      '/password',
    ],
    [
      'a password typed otherwise the second time',
      { passwordConfirmation: 'Fahrrad-im-Schnee' },
      '/passwordConfirmation',
    ],
    ['terms that are not accepted', { AgbsAccepted: false }, '/AgbsAccepted'],
    ['another account', { accountId: 'someone-elses' }, '/accountId'],
    ['another user', { userId: 'somebody-else' }, '/userId'],
    ['another task', { Key: 'another-task' }, '/Key'],
    ['a token that nobody gave', { token: 'x'.repeat(43) }, '/token'],
    ['a token in letters of two bytes', { token: 'ä'.repeat(43) }, '/token'],
    ['a username with a space', { username: 'miriam castillo' }, '/username'],
    ['a username of two scripts', { username: 'miriаm' }, '/username'],
    ['a username of invisible letters', { username: 'm\u200B\u200B\u200B' }, '/username'],
  ])('The registration refuses %s', async (_, changes, field) => {
    const answer = await register(changes);
    expect([answer.statusCode, Object.keys(json<{ fields: object }>(answer).fields)]).toEqual([
      400,
      [field],
    ]);
    expect((await user()).status).toBe(0);
  });

  it('A text that replaced the one shown is not accepted', async () => {
    const body = await buildBody();
    await server.deps.db
      .updateTable('accounts')
      .set({ terms: 'Andere' })
      .where('id', '=', invited.acc)
      .execute();
    const refused = await send(body);
    expect([refused.statusCode, json(refused)]).toMatchObject([
      409,
      {
        reason: 'statementsChanged',
        fields: { '/AgbsAccepted': expect.stringContaining('geändert') },
      },
    ]);
    expect((await send({ ...body, statementHashes: {} })).statusCode).toBe(400);
    expect(await user()).toMatchObject({ status: 0, username: null, passwordHash: null });
    expect((await send({ ...body, statementHashes: await shown() })).statusCode).toBe(200);
  });

  it('The registration needs no acceptance if the account has no terms', async () => {
    invited = await inviteClient(server, {}, { pregivenUsername: `ohne.${count}` });
    expect((await register({ AgbsAccepted: false })).statusCode).toBe(200);
  });

  it('The registration keeps every character of a password, in any notation', async () => {
    const long = `ÄÖÜ-😀-${'pq2L'.repeat(30)}`;
    expect((await register({ password: long, passwordConfirmation: long })).statusCode).toBe(200);
    const { passwordHash } = await user();
    expect(
      await Promise.all(
        [long, long.slice(0, -1), long.normalize('NFD'), long.replace('Ä', 'A')].map((given) =>
          verifyPassword(server.deps, passwordHash, given),
        ),
      ),
    ).toEqual([true, false, true, false]);
  });

  it('The registration at another account’s address is refused', async () => {
    const { accountId } = await addAccount(server);
    await server.deps.db
      .insertInto('memberships')
      .values({
        userId: invited.userId,
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
    expect((await send(await buildBody(), { ...invited, acc: accountId })).statusCode).toBe(404);
  });

  it('The registration with a revoked invitation is refused', async () => {
    const body = await buildBody();
    await server.deps.db
      .updateTable('invitations')
      .set({ revokedAt: server.clock.now().toISOString() })
      .where('userId', '=', invited.userId)
      .execute();
    expect((await send(body)).statusCode).toBe(404);
    expect((await user()).status).toBe(0);
  });

  it('Of twenty concurrent registrations one succeeds, each with another name', async () => {
    const body = await buildBody();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send({ ...body, username: `name.${count}.${index}` }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...Array<number>(19).fill(409),
    ]);
    const names = await server.deps.db
      .selectFrom('users')
      .select('username')
      .where('username', 'like', `name.${count}.%`)
      .execute();
    expect(names).toHaveLength(1);
  });

  it('A retry gets the first response, and another body is refused', async () => {
    const body = await buildBody();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    const { passwordHash } = await user();
    for (const changes of [
      { username: 'anders' },
      { password: 'Ein-Anderes-7', passwordConfirmation: 'Ein-Anderes-7' },
    ]) {
      const answer = await send({ ...body, ...changes });
      expect([answer.statusCode, json(answer)['reason']]).toEqual([409, 'alreadyRegistered']);
    }
    expect((await user()).passwordHash).toBe(passwordHash);
    expect((await get(`user/${invited.key}/wizard`)).statusCode).toBe(409);
  });

  it('A retry gets the first response for some minutes only', async () => {
    const body = await buildBody();
    await send(body);
    server.clock.forward(registrationLimits.retryMinutes * 60_000);
    expect((await send(body)).statusCode).toBe(409);
  });

  it('A retry counts as an attempt of the login', async () => {
    const body = await buildBody();
    await send(body);
    const guess = { ...body, password: 'Ein-Anderes-7', passwordConfirmation: 'Ein-Anderes-7' };
    const statuses: number[] = [];
    for (let count = 0; count < loginLimits.wrongAttempts; count += 1)
      statuses.push((await send(guess)).statusCode);
    expect(statuses).toEqual(Array(loginLimits.wrongAttempts).fill(409));
    expect(json(await send(body))).toMatchObject({ reason: 'loginLocked' });
  });

  it('A database failure is reported as an error, not as an unknown invitation', async () => {
    const broken = await startTestServer({ open });
    const { key, headers } = await inviteClient(broken);
    const { schema } = broken.deps.db;
    await schema.alterTable('invitations').renameTo('elsewhere').execute();
    const replies = [
      await broken.app.inject({ url: `/api/v2.0/user/${key}/wizard`, headers }),
      await createBrowser(broken).get(`/v2.0/authenticate/adhoc/pin/${key}`),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([500, 500]);
    await schema.alterTable('elsewhere').renameTo('invitations').execute();
    await broken.close();
  });

  it('Of two users one gets a username, ignoring case', async () => {
    const first = { who: invited, body: await buildBody({ username: `Doppelt.${count}` }) };
    invited = await inviteClient(server);
    const second = { who: invited, body: await buildBody({ username: `doppelt.${count}` }) };
    const answers = await Promise.all([first, second].map(({ who, body }) => send(body, who)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(json(answers.find(({ statusCode }) => statusCode === 409) as never)).toMatchObject({
      reason: 'usernameTaken',
      fields: { '/username': expect.any(String) },
    });
  });

  it('A username is stored and found without invisible characters', async () => {
    const username = `zw.abc${count}`;
    const body = await buildBody({ username: `\uFEFF${username}\u200B` });
    expect((await send(body)).statusCode).toBe(200);
    expect(await user()).toMatchObject({ username, usernameKey: username });
    for (const typed of [username, `${username}\u200B`, ` ｚw.abc${count}`, `zw.аbс${count}`]) {
      const login = { Username: typed, Password: password };
      const reply = await createBrowser(server).post('/authenticate/login', login);
      expect([typed, reply.statusCode]).toEqual([typed, 200]);
    }
  });

  it.each([
    ['Weiß', 'WEISS', 'weiss'],
    ['Νίκος', 'ΝΊΚΟΣ', 'νίκοσ'],
  ])('A user registers as %s, logs in as %s, and %s is taken', async (...names) => {
    const [name, typed, taken] = names.map((each) => `${each}.${count}`) as typeof names;
    expect((await register({ username: name })).statusCode).toBe(200);
    expect(await user()).toMatchObject({ username: name });
    const login = { Username: typed, Password: password };
    expect((await createBrowser(server).post('/authenticate/login', login)).statusCode).toBe(200);
    invited = await inviteClient(server);
    expect(json(await register({ username: taken }))).toMatchObject({ reason: 'usernameTaken' });
  });

  it('A retry in another spelling of the username gets the first result', async () => {
    const body = await buildBody({ username: `Groß.${count}` });
    const answers = [await send(body), await send({ ...body, username: `GROSS.${count}` })];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  it('Of two users one gets a username, folding case', async () => {
    const first = { who: invited, body: await buildBody({ username: `Fuß.${count}` }) };
    invited = await inviteClient(server);
    const second = { who: invited, body: await buildBody({ username: `Fuss.${count}` }) };
    const answers = await Promise.all([first, second].map(({ who, body }) => send(body, who)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('A username that a version without folded keys has stored is taken in any case', async () => {
    await addUser(server, [], { username: `voß${count}`, usernameKey: `voß${count}` });
    for (const username of [`Voß${count}`, `VOẞ${count}`])
      expect(json(await register({ username }))).toMatchObject({ reason: 'usernameTaken' });
  });

  it('A username that imitates another one is taken', async () => {
    await addUser(server, [], { username: `coco${count}`, usernameKey: `coco${count}` });
    const reply = await send(await buildBody({ username: `сосо${count}` }));
    expect(json(reply)).toMatchObject({ reason: 'usernameTaken' });
  });

  it('The task of a registration gets 204 until it is completed', async () => {
    const body = await buildBody();
    const waiting = await get(`user/task/${body.Key}`);
    expect([waiting.statusCode, waiting.body]).toEqual([204, '']);
    await send(body);
    expect(json(await get(`user/task/${body.Key}`))).toEqual({ isCompleted: true });
    const other = await inviteClient(server);
    expect((await get(`user/task/${body.Key}`, other.headers)).statusCode).toBe(404);
  });
});

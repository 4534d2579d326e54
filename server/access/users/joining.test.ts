import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Account } from '#schemas/accounts/accounts.ts';
import type { listProgramEvents } from '#schemas/events/programEvents.ts';
import type { Reply } from '#schemas/platform/endpoint.ts';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type {
  Invitation,
  InvitationMetadata,
  RegistrationWizard,
  UserData,
} from '#schemas/access/users.ts';
import { registrationLimits } from '#server/access/limits.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import { createClient, createProvider, startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, json, signIn, startTestServer, upload } from '#server/testing/testServer.ts';

type Headers = Record<string, string>;

describeOnEachDatabase('an invitation that an existing login accepts', (open) => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let first: Awaited<ReturnType<typeof startPractice>>;
  let second: Awaited<ReturnType<typeof addAccount>>;
  let provider: ReturnType<typeof createProvider>;
  let invited: { userId: string; key: string; pin: Headers };
  beforeAll(async () => {
    server = await startTestServer({ open });
  });
  afterAll(() => server.close());

  async function invite() {
    const person = { firstName: 'Mirjam', lastName: 'Castillo-Ruiz', email: 'm@firma.example' };
    const { userId } = json<ProviderUser>(await provider.call('POST', '/users', person));
    const sent = await provider.call('POST', `/users/${userId}/invitations`, { sendMail: false });
    const pin = await signIn(server, userId, 'unregistered', second.accountId);
    return { userId, key: json<Invitation>(sent).hashUserKey, pin };
  }
  beforeEach(async () => {
    first = await startPractice(server);
    server.clock.forward(1_000);
    second = await addAccount(server, { name: 'Kanzlei Zwei', terms: 'Bedingungen' });
    provider = createProvider(server, second.apiKey);
    invited = await invite();
  });

  const get = (path: string, headers: Headers) =>
    server.app.inject({ url: `/api/v2.0/${path}`, headers });
  const buildBody = async ({ key, pin } = invited) => ({
    joinToken: json<RegistrationWizard>(await get(`user/${key}/wizard`, pin)).joinToken,
    AgbsAccepted: true,
    statementHashes: json<InvitationMetadata>(await get(`user/${key}/metadata`, pin))
      .statementHashes,
  });
  const join = async (
    changes: object = {},
    { key, headers = first.headers, of = invited } = {} as {
      key?: string;
      headers?: Headers;
      of?: typeof invited;
    },
  ) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v2.0/user/${key ?? of.key}/join`,
      headers,
      payload: { ...(await buildBody(of)), ...changes },
    });
  const listProviderEvents = async () =>
    json<Reply<typeof listProgramEvents>>(await provider.call('GET', '/events')).items;
  const at = (accountId: string) => createClient(server, accountId, first.headers);

  it('The login opens both accounts, and each provider knows the client by its own id', async () => {
    const joined = await join();
    expect(joined.statusCode, joined.body).toBe(200);
    const { user } = json<{ user: UserData }>(joined);
    expect(user).toMatchObject({
      userId: first.userId,
      firstName: 'Miriam',
      accountIds: [first.accountId, second.accountId],
      clientIds: { [first.accountId]: first.userId, [second.accountId]: invited.userId },
    });
    const { accounts } = json<{ accounts: Account[] }>(await get('accounts', first.headers));
    expect(accounts.map(({ id, isActivated }) => [id, isActivated])).toEqual([
      [first.accountId, true],
      [second.accountId, true],
    ]);
    const known = json<ProviderUser>(await provider.call('GET', `/users/${invited.userId}`));
    expect(known).toMatchObject({
      userId: invited.userId,
      firstName: 'Mirjam',
      lastName: 'Castillo-Ruiz',
      email: 'm@firma.example',
      userStatus: 1,
      registeredAt: server.deps.clock.now().toISOString(),
    });
    expect((await provider.call('GET', `/users/${first.userId}`)).statusCode).toBe(404);
    expect((await get(`user/${invited.key}/wizard`, invited.pin)).statusCode).toBe(401);
    const events = await listProviderEvents();
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ['client.registered', { userId: invited.userId }],
    ]);
    const accepted = await provider.call('GET', `/users/${invited.userId}/acceptance`);
    expect(json(accepted)['texts']).toMatchObject([{ kind: 'terms', text: 'Bedingungen' }]);
  });

  it('Cases, messages, files and search of both providers are in one list', async () => {
    const mine = await first.provider.openCase({ header: 'Unfall', userIds: [first.userId] });
    const theirs = await provider.openCase({ header: 'Erbe Unfall', userIds: [invited.userId] });
    await join();
    server.clock.forward(1_000);
    await provider.write(theirs.caseId, { header: 'Testament', text: 'Anbei der Entwurf.' });
    const list = json<{ akten: { accountId: string; akten: { totalUnreadMessage: number }[] }[] }>(
      await get('akten', first.headers),
    );
    expect(
      list.akten.map(({ accountId, akten }) => [accountId, akten[0]?.totalUnreadMessage]),
    ).toEqual([
      [second.accountId, 1],
      [first.accountId, 0],
    ]);
    const { accounts } = json<{ accounts: Account[] }>(await get('accounts', first.headers));
    expect(
      accounts.map(({ caseCount, totalUnreadMessage }) => [caseCount, totalUnreadMessage]),
    ).toEqual([
      [1, 0],
      [1, 1],
    ]);
    const [received] = (await at(second.accountId).timeline(theirs.caseId)).messages.timeline;
    expect(received).toMatchObject({ header: 'Testament', read: false, isOwnMessage: false });
    await at(second.accountId).read(theirs.caseId, received?.id ?? '');

    const file = { name: 'Vollmacht.txt', content: Buffer.from('Text') };
    const sent = await upload(server, { workflowKey: '', headers: first.headers }, file);
    const UploadIds = json<{ files: { fileuploadId: string }[] }>(sent).files.map(
      ({ fileuploadId }) => fileuploadId,
    );
    const message = await at(second.accountId).send(theirs.caseId, { UploadIds });
    expect(message).toMatchObject({
      isOwnMessage: true,
      creatorName: 'Mirjam Castillo-Ruiz',
      creatorIdHash: invited.userId,
      attachments: [{ fileName: 'Vollmacht.txt' }],
    });
    const search = async (words: string) =>
      json<{ hits: { isOwnMessage: boolean; akteIdHash: string; read: boolean }[] }>(
        await get(`akten/search?Search=${words}`, first.headers),
      ).hits;
    expect(await search('Entwurf')).toMatchObject([
      { isOwnMessage: false, akteIdHash: theirs.caseId, read: true },
    ]);
    expect(await search('geht')).toMatchObject([{ isOwnMessage: true }]);
    const found = json<{ akten: { accountId: string }[] }>(
      await get('akten?Search=Unfall', first.headers),
    );
    expect(found.akten.map(({ accountId }) => accountId).sort()).toEqual(
      [first.accountId, second.accountId].sort(),
    );
    expect((await at(second.accountId).call('GET', `/${mine.caseId}`)).statusCode).toBe(404);
    expect((await at(second.accountId).case(theirs.caseId)).isLastMessageOwn).toBe(true);
  });

  it('Events of both providers arrive in the stream of the login, with the ids of each', async () => {
    const { caseId } = await provider.openCase({ header: 'Erbe', userIds: [invited.userId] });
    await join();
    const { lastId } = json<{ lastId: number }>(await get('events/since', first.headers));
    const { messageId } = await provider.write(caseId);
    const news = json<{ events: object[] }>(
      await get(`events/since?after=${lastId}`, first.headers),
    );
    expect(news.events).toMatchObject([
      { type: 'messageCreated', accountId: second.accountId, messageId },
    ]);
    await at(second.accountId).read(caseId, messageId);
    await at(second.accountId).send(caseId);
    const events = await listProviderEvents();
    expect(
      events.filter(({ data }) => 'userId' in data).map(({ type, data }) => [type, data.userId]),
    ).toEqual([
      ['client.registered', invited.userId],
      ['message.read', invited.userId],
      ['message.created', invited.userId],
    ]);
  });

  it('A refused file names the client by the id of its provider', async () => {
    await join();
    const virus = Buffer.from(
      'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
    );
    const sent = await upload(
      server,
      { workflowKey: '', headers: first.headers },
      { name: 'a.txt', content: virus },
      '',
      `/e.consult.${second.accountId}/files/upload`,
    );
    expect(json(sent)['reason']).toBe('virusFound');
    const events = await listProviderEvents();
    expect(events.at(-1)).toMatchObject({
      type: 'file.rejected',
      data: { userId: invited.userId },
    });
  });

  it('A provider that disables the client closes its own account only', async () => {
    const { caseId } = await provider.openCase({ header: 'Erbe', userIds: [invited.userId] });
    await join();
    await provider.call('POST', `/users/${invited.userId}/disable`);
    expect((await at(second.accountId).call('GET', `/${caseId}`)).statusCode).toBe(404);
    const open = json<{ accounts: Account[] }>(await get('accounts', first.headers));
    expect(open.accounts.map(({ id }) => id)).toEqual([first.accountId]);
    await provider.call('POST', `/users/${invited.userId}/enable`);
    expect((await at(second.accountId).case(caseId)).header).toBe('Erbe');
    await first.provider.call('POST', `/users/${first.userId}/disable`);
    const left = json<{ accounts: Account[] }>(await get('accounts', first.headers));
    expect(left.accounts.map(({ id }) => id)).toEqual([second.accountId]);
    await provider.call('POST', `/users/${invited.userId}/disable`);
    expect((await get('accounts', first.headers)).statusCode).toBe(401);
  });

  it('A second factor of the login is no business of the second provider', async () => {
    await join();
    await server.deps.db
      .insertInto('totpSecrets')
      .values({ userId: first.userId, sealedSecret: 'x', lastStep: 0, createdAt: '' })
      .execute();
    const removed = await provider.call('DELETE', `/users/${invited.userId}/secondFactor`);
    expect(json(removed)).toEqual({ removed: false });
    expect(
      await server.deps.db.selectFrom('totpSecrets').select('userId').execute(),
    ).toContainEqual({ userId: first.userId });
  });

  it('The PIN is proved by a token of this invitation within an hour', async () => {
    const other = await invite();
    const { joinToken } = await buildBody(other);
    for (const wrong of [joinToken, 'x'])
      expect(json(await join({ joinToken: wrong }))['reason']).toBe('linkInvalid');
    const own = await buildBody();
    server.clock.forward(registrationLimits.joinMinutes * minuteMs);
    const headers = await signIn(server, first.userId);
    expect(json(await join({ joinToken: own.joinToken }, { headers }))['reason']).toBe(
      'linkInvalid',
    );
  });

  it('The terms must be accepted in the version that was shown', async () => {
    const refused = await join({ AgbsAccepted: false });
    expect([refused.statusCode, Object.keys(json<{ fields: object }>(refused).fields)]).toEqual([
      400,
      ['/AgbsAccepted'],
    ]);
    const changed = await join({ statementHashes: { agb: 'a'.repeat(64) } });
    expect(json(changed)['reason']).toBe('statementsChanged');
    const known = await provider.call('GET', `/users/${invited.userId}`);
    expect(json<ProviderUser>(known).userStatus).toBe(0);
  });

  it('A retry gets the same response, and another login cannot take the client', async () => {
    const body = await buildBody();
    const send = (headers: Headers) =>
      server.app.inject({
        method: 'POST',
        url: `/api/v2.0/user/${invited.key}/join`,
        headers,
        payload: body,
      });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(first.headers)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect((await send(first.headers)).json()).toMatchObject({
      user: { accountIds: [first.accountId, second.accountId] },
    });
    const stranger = await startPractice(server);
    expect(json(await send(stranger.headers))['reason']).toBe('alreadyRegistered');
    const events = await listProviderEvents();
    expect(events.filter(({ type }) => type === 'client.registered')).toHaveLength(1);
  });

  it('A login cannot have two clients of one provider', async () => {
    await join();
    const again = await invite();
    const answer = await join({}, { of: again });
    expect([answer.statusCode, json(answer)['reason']]).toEqual([409, 'alreadyClient']);
  });
});

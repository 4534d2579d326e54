import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ClientErasure } from '#schemas/portal/clientErasures.ts';
import { isSqlite } from '#server/db/dialect.ts';
import type { UserRow } from '#server/db/schema.ts';
import { hourMs } from '#schemas/platform/time.ts';
import { countBlobs, findText } from '#server/testing/stored.ts';
import { createClient, createProvider } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  createBrowser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';
import { assigner, createTasks } from '#server/testing/testTasks.ts';

describeOnEachDatabase('erasing a client', (open) => {
  /** A name that no other test has. */
  let secret: string;
  let tests = 0;
  const reason = 'Die Frist ist abgelaufen.';
  let server: TestServer;
  let firm: { accountId: string; apiKey: string };
  let provider: ReturnType<typeof createProvider>;
  let quintus: UserRow;
  let headers: Record<string, string>;
  let client: ReturnType<typeof createClient>;
  beforeAll(async () => {
    server = await startTestServer({ open });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    tests += 1;
    secret = `Zw${String.fromCharCode(96 + tests)}rchfell`;
    firm = await addAccount(server);
    provider = createProvider(server, firm.apiKey);
    quintus = await addUser(server, [firm.accountId], {
      lastName: secret,
      email: `${secret}@beispiel.example`,
    });
    headers = await signIn(server, quintus.id);
    client = createClient(server, firm.accountId, headers);
  });

  const end = () => provider.call('POST', `/users/${quintus.id}/end`);
  const erase = (payload: object = { reason }) =>
    provider.call('POST', `/users/${quintus.id}/erase`, payload);
  const getReason = (response: Awaited<ReturnType<typeof erase>>) =>
    json<{ reason?: string }>(response).reason;

  /** Opens a case in which each place names the client. */
  async function fillCase(userIds: readonly string[] = [quintus.id]): Promise<string> {
    const { caseId } = await provider.openCase({ header: `Akte ${secret}`, userIds: [...userIds] });
    const folderId = await provider.addFolder(caseId, `Ordner ${secret}`);
    const fileId = await provider.upload(`${secret}.txt`, Buffer.from(secret));
    await provider.write(caseId, { header: secret, text: 'Anlage', fileIds: [fileId] });
    await provider.write(caseId, { text: `An ${secret}`, folderId });
    await client.send(caseId, { TextContent: `Mein Name ist ${secret}` });
    return caseId;
  }

  it('Nothing of the client and of the case is left in the database and the store', async () => {
    const blobs = await countBlobs(server.deps);
    const caseId = await fillCase();
    const tasks = await assigner(server, { ...firm, provider });
    const task = await tasks.assign(caseId);
    await createTasks(server, firm.accountId, headers).answer(task.workflowId, {
      answers: [{ elementId: 'name', type: 'input', value: secret }],
    });
    await tasks.assign(caseId);
    const places = await findText(server.deps, secret);
    expect(places.length).toBeGreaterThan(8);
    expect(places).toContain(isSqlite(server.deps.db) ? 'searchWords_data' : 'searchEntries');
    await end();
    const erased = await erase();
    expect([erased.statusCode, json(erased)]).toEqual([
      200,
      {
        userId: quintus.id,
        erasedAt: server.clock.now().toISOString(),
        ...{ reason, caseCount: 1, submissionCount: 1 },
      },
    ]);
    expect(await findText(server.deps, secret)).toEqual([]);
    expect(await countBlobs(server.deps)).toBe(blobs);
    const { db } = server.deps;
    const left = await db
      .selectFrom('workflows')
      .select('key')
      .where('accountId', '=', firm.accountId)
      .execute();
    expect(left).toEqual([]);
  });

  it('The session ends, and the client is unknown', async () => {
    await end();
    await erase();
    expect((await client.call('GET', '')).statusCode).toBe(401);
    expect((await provider.call('GET', `/users/${quintus.id}`)).statusCode).toBe(404);
  });

  it('The hash of an answer stays in the chain of evidence', async () => {
    const caseId = await fillCase();
    const tasks = await assigner(server, { ...firm, provider });
    const { workflowId } = await tasks.assign(caseId);
    await createTasks(server, firm.accountId, headers).answer(workflowId);
    const { items } = json<{ items: { submissionId: string }[] }>(
      await provider.call('GET', '/submissions'),
    );
    const { hash } = json<{ hash: string }>(
      await provider.call('GET', `/submissions/${items[0]?.submissionId}/evidence`),
    );
    await end();
    await erase();
    expect(json(await provider.call('GET', '/erasures'))).toMatchObject({
      items: [{ submissionId: items[0]?.submissionId, reason, evidenceHash: hash }],
    });
  });

  it('A case with another client stays, and its messages with the names of the time', async () => {
    const tom = await addUser(server, [firm.accountId]);
    const caseId = await fillCase([quintus.id, tom.id]);
    await end();
    expect(json<ClientErasure>(await erase()).caseCount).toBe(0);
    expect(json(await provider.call('GET', `/cases/${caseId}`))).toMatchObject({
      userIds: [tom.id],
    });
    const other = createClient(server, firm.accountId, await signIn(server, tom.id));
    const names = (await other.timeline(caseId)).messages.timeline.map(
      ({ creatorName }) => creatorName,
    );
    expect(names.some((name) => name.includes(secret))).toBe(true);
  });

  it('A withdrawn case of the client is erased, too', async () => {
    const caseId = await fillCase();
    await provider.call('DELETE', `/cases/${caseId}`);
    await end();
    expect(json<ClientErasure>(await erase()).caseCount).toBe(1);
    expect(await findText(server.deps, secret)).toEqual([]);
  });

  it('Words that other cases share are still found', async () => {
    const other = await addUser(server, [firm.accountId]);
    const kept = await provider.openCase({ header: 'Bleibt', userIds: [other.id] });
    await provider.write(kept.caseId, { text: 'Anlage' });
    await fillCase();
    await end();
    await erase();
    const found = await server.app.inject({
      url: '/api/v2.0/akten/search?Search=Anlage',
      headers: await signIn(server, other.id),
    });
    expect(json<{ hits: unknown[] }>(found).hits).toHaveLength(1);
  });

  it('A login that opens another account keeps its address, and nothing of this one', async () => {
    const second = await addAccount(server);
    await addUser(server, [second.accountId], { loginId: quintus.id });
    await fillCase();
    await end();
    await erase();
    expect(await findText(server.deps, secret)).toEqual(['users']);
    const login = await server.deps.db
      .selectFrom('users')
      .select(['firstName', 'lastName', 'email', 'mobile'])
      .where('id', '=', quintus.id)
      .executeTakeFirst();
    expect(login).toEqual({ firstName: '', lastName: '', email: quintus.email, mobile: null });
    expect(json(await server.app.inject({ url: '/api/v2.0/accounts', headers }))).toMatchObject({
      accounts: [{ id: second.accountId }],
    });
  });

  it('The provider that joined first removes the second factor of a login that is left', async () => {
    const later = await Promise.all([addAccount(server), addAccount(server)]);
    const clients: ({ id: string } & ReturnType<typeof createProvider>)[] = [];
    for (const { accountId, apiKey } of later) {
      server.clock.forward(hourMs);
      const registeredAt = server.clock.now().toISOString();
      const { id } = await addUser(server, [accountId], { loginId: quintus.id, registeredAt });
      clients.push({ id, ...createProvider(server, apiKey) });
    }
    await server.deps.db
      .insertInto('totpSecrets')
      .values({ userId: quintus.id, sealedSecret: 'x', lastStep: 0, createdAt: '' })
      .execute();
    const remove = async () => {
      const replies = [];
      for (const { id, call } of clients)
        replies.push(json(await call('DELETE', `/users/${id}/secondFactor`))['removed']);
      return replies;
    };
    expect(await remove()).toEqual([false, false]);
    await end();
    await erase();
    expect(await remove()).toEqual([true, false]);
    expect(await remove()).toEqual([false, false]);
  });

  it('A second call returns the first erasure, which the list and events name', async () => {
    const caseId = await fillCase();
    await end();
    const first = json<ClientErasure>(await erase());
    server.clock.forward(hourMs);
    expect(json(await erase({ reason: 'Noch einmal' }))).toEqual(first);
    expect(json(await provider.call('GET', '/erasedUsers'))).toEqual({ items: [first], total: 1 });
    const { items } = json<{ items: { type: string; data: object }[] }>(
      await provider.call('GET', '/events'),
    );
    expect(items.slice(-2)).toMatchObject([
      { type: 'case.erased', data: { caseId } },
      { type: 'client.erased', data: { userId: quintus.id } },
    ]);
  });

  it('Of two calls at once, both return the one erasure', async () => {
    await fillCase();
    await end();
    const answers = await Promise.all([erase(), erase()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(json(answers[0])).toEqual(json(answers[1]));
  });

  it('A client whose relation exists is not erased', async () => {
    const refused = await erase();
    expect([refused.statusCode, getReason(refused)]).toEqual([409, 'conflict']);
  });

  it('Staff are not erased', async () => {
    await end();
    await server.deps.db
      .insertInto('staff')
      .values({ accountId: firm.accountId, userId: quintus.id, role: 'user' })
      .execute();
    expect(getReason(await erase())).toBe('isStaff');
  });

  it('Mails to a former address, and PINs, are erased, too', async () => {
    const person = { firstName: 'Quintus', lastName: 'Neu', email: `alt@${secret}.example` };
    const { userId } = json<{ userId: string }>(await provider.call('POST', '/users', person));
    const invited = await provider.call('POST', `/users/${userId}/invitations`, {});
    const { hashUserKey } = json<{ hashUserKey: string }>(invited);
    await createBrowser(server).get(`/v2.0/authenticate/adhoc/pin/${hashUserKey}`);
    const patched = await server.app.inject({
      method: 'PATCH',
      url: `/provider/v1/users/${userId}`,
      headers: { 'x-api-key': firm.apiKey, 'if-match': '*' },
      payload: { email: 'neu@beispiel.example' },
    });
    expect(patched.statusCode).toBe(200);
    await end();
    expect((await erase()).statusCode).toBe(200);
    const listPins = () =>
      server.deps.db
        .selectFrom('pins')
        .select('id')
        .where('subject', 'like', 'invitation:%')
        .execute();
    expect([(await findText(server.deps, secret)).length > 0, (await listPins()).length]).toEqual([
      true,
      1,
    ]);
    await provider.call('POST', `/users/${userId}/end`);
    await provider.call('POST', `/users/${userId}/erase`, { reason });
    expect([await findText(server.deps, secret), await listPins()]).toEqual([[], []]);
  });

  it('A former member of the staff stays while a case would open to all without them', async () => {
    const staffId = (await addUser(server, [firm.accountId])).id;
    const { caseId } = await provider.openCase({ header: 'Vertraulich', userIds: [staffId] });
    for (const userId of [quintus.id, staffId])
      await provider.call('PUT', `/staff/${userId}`, { role: 'user' });
    const setList = (userIds: string[]) =>
      provider.call('PUT', `/cases/${caseId}/staff`, { userIds });
    await setList([quintus.id]);
    await provider.call('DELETE', `/staff/${quintus.id}`);
    await end();
    const refused = await erase();
    expect([refused.statusCode, json<{ fields: object }>(refused).fields]).toEqual([
      409,
      { '/userId': expect.stringContaining(caseId) },
    ]);
    await setList([quintus.id, staffId]);
    expect((await erase()).statusCode).toBe(200);
    expect(json(await provider.call('GET', `/cases/${caseId}/staff`))).toEqual({
      userIds: [staffId],
    });
  });

  it('Of the last two people on the list of a case who are erased at once, one stays', async () => {
    const { id: otherId } = await addUser(server, [firm.accountId]);
    const { caseId } = await provider.openCase({ header: 'Vertraulich', userIds: [] });
    for (const userId of [quintus.id, otherId])
      await provider.call('PUT', `/staff/${userId}`, { role: 'user' });
    const list = { userIds: [quintus.id, otherId] };
    await provider.call('PUT', `/cases/${caseId}/staff`, list);
    for (const userId of list.userIds) {
      await provider.call('DELETE', `/staff/${userId}`);
      await provider.call('POST', `/users/${userId}/end`);
    }
    const erased = await Promise.all(
      list.userIds.map((userId) => provider.call('POST', `/users/${userId}/erase`, { reason })),
    );
    expect(erased.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it('A key that may not write cases and submissions does not erase them', async () => {
    const made = json<{ apiKey: string }>(
      await provider.call('POST', '/keys', { name: 'Personen', scopes: ['people'] }),
    );
    await end();
    const refused = await createProvider(server, made.apiKey).call(
      'POST',
      `/users/${quintus.id}/erase`,
      { reason },
    );
    expect([refused.statusCode, getReason(refused)]).toEqual([403, 'keyScopeMissing']);
  });
});

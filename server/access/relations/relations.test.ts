import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ProviderUser } from '#schemas/access/clients.ts';
import type { Account } from '#schemas/accounts/accounts.ts';
import { endpoints } from '#schemas/endpoints.ts';
import { isOpenAfterEnd } from '#schemas/platform/endpoint.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import type { UserRow } from '#server/db/schema.ts';
import { listPaths } from '#server/http/route.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';
import { sendNotifications } from '#server/mail/notifications/service.ts';
import { hashPassword } from '#server/security/passwords.ts';
import { createClient, createProvider } from '#server/testing/testCases.ts';
import { addEmployee } from '#server/testing/testTasks.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  publish,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';

type Problem = { reason: string };
const password = 'Fahrrad-im-Regen';
const terms = 'Bedingungen';

describeOnEachDatabase('the end of a relation', (open) => {
  let server: TestServer;
  let firm: { accountId: string; apiKey: string };
  let provider: ReturnType<typeof createProvider>;
  let miriam: UserRow;
  let tom: UserRow;
  let headers: Record<string, string>;
  let client: ReturnType<typeof createClient>;
  let other: ReturnType<typeof createClient>;
  let caseId: string;
  beforeAll(async () => {
    server = await startTestServer({ open });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    firm = await addAccount(server, { name: 'Aydın', terms });
    provider = createProvider(server, firm.apiKey);
    miriam = await addUser(server, [firm.accountId], {
      passwordHash: await hashPassword(server.deps, password),
    });
    tom = await addUser(server, [firm.accountId]);
    headers = await signIn(server, miriam.id);
    client = createClient(server, firm.accountId, headers);
    other = createClient(server, firm.accountId, await signIn(server, tom.id));
    ({ caseId } = await provider.openCase({ header: 'Unfall', userIds: [miriam.id, tom.id] }));
    await provider.write(caseId, { text: 'Vor dem Ende' });
    server.clock.forward(minuteMs);
  });

  const end = () => provider.call('POST', `/users/${miriam.id}/end`);
  const leave = (given = password) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v2.0/e.consult.${firm.accountId}/account/leave`,
      headers,
      payload: { password: given },
    });
  const readUser = async () =>
    json<ProviderUser>(await provider.call('GET', `/users/${miriam.id}`));
  const invite = () => provider.call('POST', `/users/${miriam.id}/invitations`, {});
  const readAccount = async () =>
    json<{ accounts: Account[] }>(await server.app.inject({ url: '/api/v2.0/accounts', headers }))
      .accounts[0];
  const activate = async () =>
    server.app.inject({
      method: 'POST',
      url: `/api/v2.0/e.consult.${firm.accountId}/account/activate`,
      headers,
      payload: {
        accountId: firm.accountId,
        agbAndDatenschutzAccepted: true,
        statementHashes: (await readAccount())?.statementHashes,
      },
    });
  const listMails = async () =>
    (await listNewestMessages(server.deps, 100)).filter(
      ({ accountId }) => accountId === firm.accountId,
    );
  const listEvents = async () =>
    (
      await server.deps.db
        .selectFrom('programEvents')
        .select(['type', 'data'])
        .where('accountId', '=', firm.accountId)
        .where('type', 'in', ['client.ended', 'client.resumed'])
        .orderBy('arrival')
        .execute()
    ).map(({ type, data }) => [type, (JSON.parse(data) as { changedBy?: string }).changedBy]);
  const listTexts = async (id = caseId) =>
    (await client.timeline(id)).messages.timeline.map(({ message }) => message);

  it('A client leaves by their password, once, and both sides know it', async () => {
    expect((await leave('falsch')).statusCode).toBe(400);
    const left = json<{ endedDate: string }>(await leave());
    expect(json(await leave())).toEqual(left);
    expect(await readUser()).toMatchObject({ endedDate: left.endedDate, endedBy: 'client' });
    expect(await readAccount()).toMatchObject({
      endedDate: left.endedDate,
      isActivated: true,
      isInvitedAgain: false,
    });
    expect(await listEvents()).toEqual([['client.ended', 'client']]);
    expect(await listMails()).toMatchObject([
      { recipient: miriam.email, subject: 'Ihre Verbindung zu Aydın ist beendet' },
    ]);
  });

  it('A firm lets a client go, who is mailed once', async () => {
    const ended = json<ProviderUser>(await end());
    expect(ended).toMatchObject({ userId: miriam.id, endedBy: 'provider' });
    expect(json(await end())).toEqual(ended);
    expect(await listEvents()).toEqual([['client.ended', 'provider']]);
    const [mail, second] = await listMails();
    expect([mail?.recipient, second]).toEqual([miriam.email, undefined]);
    expect(mail?.body).toContain('Aydın hat die Verbindung zu Ihnen im Portal beendet.');
  });

  it('What was exchanged before stays readable, and what comes later is hidden', async () => {
    await end();
    server.clock.forward(minuteMs);
    await provider.addFolder(caseId, 'Später');
    const fileId = await provider.upload('spaeter.pdf', Buffer.from('%PDF-1.7'));
    await provider.write(caseId, { text: 'Nach dem Ende', fileIds: [fileId] });
    expect(await listTexts()).toEqual(['Vor dem Ende']);
    const { messages, folders, files, totalFiles } = await client.timeline(caseId);
    expect([messages.totalCount, folders, files, totalFiles]).toEqual([1, [], [], 0]);
    expect(await client.case(caseId)).toMatchObject({
      lastMessage: 'Vor dem Ende',
      totalUnreadMessage: 1,
      endedDate: expect.any(String),
    });
    const found = await client.call('GET', `/${caseId}/search?Search=Ende`);
    expect(JSON.stringify(json(found))).not.toContain('Nach dem');
    expect(json(await client.call('GET', `/${caseId}/files`))).toMatchObject({ totalFiles: 0 });
    const download = { url: `/api/files/download/${fileId}`, headers };
    expect((await server.app.inject(download)).statusCode).toBe(404);
    expect((await other.timeline(caseId)).messages.totalCount).toBe(2);
  });

  it('The client marks what came before as read, and sends nothing', async () => {
    await end();
    const sent = await client.call('POST', `/${caseId}/messages`, {
      Header: 'Frage',
      TextContent: 'Noch da?',
    });
    expect([sent.statusCode, json<Problem>(sent).reason]).toEqual([403, 'relationEnded']);
    const until = server.clock.now().toISOString();
    const read = await client.call('POST', `/${caseId}/messages/read`, { Until: until });
    expect(read.statusCode).toBe(200);
    expect((await client.case(caseId)).totalUnreadMessage).toBe(0);
  });

  it('No call that changes something is open, except those that the contract names', async () => {
    await end();
    const ofAccount = endpoints.filter(
      ({ path, session }) =>
        path.includes(':acc') && (session as readonly string[]).includes('registered'),
    );
    for (const endpoint of ofAccount) {
      const answer = await server.app.inject({
        method: endpoint.method,
        url: (listPaths(endpoint)[0] ?? '')
          .replace(':acc', firm.accountId)
          .replaceAll(/:\w+/g, 'nobody-has-this'),
        headers,
      });
      const isRefused = answer.body.includes('relationEnded') && answer.statusCode === 403;
      expect([endpoint.path, isRefused]).toEqual([endpoint.path, !isOpenAfterEnd(endpoint)]);
    }
  });

  it('A task can no longer be opened or answered, and is shown as closed', async () => {
    const { formId } = await publish(server, firm.apiKey, {
      title: 'Hergang',
      formElements: [{ id: 'a', type: 'input', label: 'A' }],
    });
    const assign = async () =>
      json<{ workflowId: string }>(
        await provider.call('POST', `/cases/${caseId}/tasks`, { formId }),
      ).workflowId;
    const before = await assign();
    server.clock.forward(minuteMs);
    await end();
    server.clock.forward(minuteMs);
    await assign();
    const base = `/api/e.consult.${firm.accountId}/assistants`;
    const { workflows } = json<{ workflows: { workflowId: string; isClosed: boolean }[] }>(
      await server.app.inject({ url: `${base}/processes/${caseId}`, headers }),
    );
    expect(workflows.map(({ workflowId, isClosed }) => [workflowId, isClosed])).toEqual([
      [before, true],
    ]);
    const opened = { url: `${base}/process?workflowKey=${before}`, headers };
    expect(json<Problem>(await server.app.inject(opened)).reason).toBe('relationEnded');
  });

  it('News that wait are not mailed, and none are queued later', async () => {
    await end();
    await provider.write(caseId);
    const count = (await listMails()).length;
    server.clock.forward(10 * minuteMs);
    await sendNotifications(server.deps);
    expect((await listMails()).slice(0, -count).map(({ recipient }) => recipient)).toEqual([
      tom.email,
    ]);
  });

  it('A firm can send nothing to cases of ended clients alone, nor share a case with them', async () => {
    const alone = await provider.openCase({ header: 'Miete', userIds: [miriam.id] });
    await end();
    const written = await provider.call('POST', `/cases/${alone.caseId}/messages`, {
      header: 'Betreff',
      text: 'Text',
    });
    const shared = await provider.call('POST', '/cases', {
      header: 'Neu',
      userIds: [miriam.id],
    });
    for (const { statusCode, body } of [written, shared])
      expect([statusCode, (JSON.parse(body) as Problem).reason]).toEqual([409, 'clientEnded']);
  });

  it('A new invitation lets the client resume the relation and see what came meanwhile', async () => {
    await leave();
    expect(json<Problem>(await activate()).reason).toBe('relationEnded');
    expect((await invite()).statusCode).toBe(200);
    expect(await readAccount()).toMatchObject({ isInvitedAgain: true });
    server.clock.forward(minuteMs);
    await provider.write(caseId, { text: 'Nach dem Ende' });
    expect(await listTexts()).toEqual(['Vor dem Ende']);
    expect((await activate()).statusCode).toBe(200);
    expect(await readUser()).toMatchObject({ endedDate: null, endedBy: null });
    expect(await readAccount()).toMatchObject({ endedDate: null, isActivated: true });
    expect(await listTexts()).toHaveLength(2);
    expect(await client.send(caseId)).toMatchObject({ message: 'Wie geht es weiter?' });
    expect(await listEvents()).toEqual([
      ['client.ended', 'client'],
      ['client.resumed', undefined],
    ]);
  });

  it('An open invitation ends with the relation, and invites a client without a login again', async () => {
    const { userId } = json<ProviderUser>(
      await provider.call('POST', '/users', {
        firstName: 'Ida',
        lastName: 'Neu',
        email: 'ida@beispiel.example',
      }),
    );
    const inviteIda = async () =>
      json<{ hashUserKey: string }>(await provider.call('POST', `/users/${userId}/invitations`, {}))
        .hashUserKey;
    const look = async (key: string) =>
      (
        await server.app.inject({
          url: `/api/v2.0/user/${key}/metadata`,
          headers: { 'x-application-key': 'test-app', 'x-api-key': 'test-web' },
        })
      ).statusCode;
    const first = await inviteIda();
    await provider.call('POST', `/users/${userId}/end`);
    expect(await look(first)).toBe(410);
    expect(await look(await inviteIda())).toBe(200);
    expect(json(await provider.call('GET', `/users/${userId}`))).toMatchObject({ endedDate: null });
  });

  it('The staff see on the cards whose relation has ended', async () => {
    const { formId } = await publish(server, firm.apiKey, {
      title: 'Hergang',
      formElements: [{ id: 'a', type: 'input', label: 'A' }],
    });
    await provider.call('POST', `/cases/${caseId}/tasks`, { formId });
    const staff = await addEmployee(
      { server, practice: { accountId: firm.accountId, provider } },
      'user',
    );
    const { endedDate } = json<ProviderUser>(await end());
    const [card] = await staff.cards();
    expect(card?.clients.map((each) => [each.userId, each.endedDate]).sort()).toEqual(
      [
        [miriam.id, endedDate],
        [tom.id, null],
      ].sort(),
    );
  });

  it('Staff stay until their role is taken away', async () => {
    await provider.call('PUT', `/staff/${miriam.id}`, { role: 'user' });
    for (const answer of [await end(), await leave()])
      expect([answer.statusCode, json<Problem>(answer).reason]).toEqual([409, 'isStaff']);
    await provider.call('DELETE', `/staff/${miriam.id}`);
    expect((await end()).statusCode).toBe(200);
    expect((await provider.call('PUT', `/staff/${miriam.id}`, { role: 'user' })).statusCode).toBe(
      404,
    );
  });

  it('A client of another firm is 404, as an unknown one', async () => {
    const stranger = await addUser(server, [(await addAccount(server)).accountId]);
    for (const id of [stranger.id, 'nobody-has-this-id-1'])
      expect((await provider.call('POST', `/users/${id}/end`)).statusCode).toBe(404);
  });

  it('What the client changes afterwards does not reach the firm', async () => {
    const second = await addAccount(server);
    const joined = await addUser(server, [second.accountId], {
      username: null,
      usernameKey: null,
      loginId: miriam.id,
    });
    await createProvider(server, second.apiKey).call('POST', `/users/${joined.id}/end`);
    await server.app.inject({
      method: 'PUT',
      url: `/api/v2.0/user/${miriam.id}/details`,
      headers,
      payload: { salutation: '', firstName: 'Miriam', lastName: 'Brandt', language: 'de' },
    });
    const known = await createProvider(server, second.apiKey).call('GET', `/users/${joined.id}`);
    expect(json(known)).toMatchObject({ lastName: 'Castillo' });
  });

  it('A message that is being stored is either read by the client or unknown to them', async () => {
    await Promise.all([
      ...[1, 2, 3].map((count) => provider.write(caseId, { text: `Nr. ${count}` })),
      end(),
    ]);
    const seen = await listTexts();
    expect((await client.case(caseId)).totalUnreadMessage).toBe(seen.length);
  });
});

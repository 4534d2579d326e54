import { afterEach, beforeEach, expect, it } from 'vitest';
import { keyScopes } from '#schemas/platform/endpoint.ts';
import { createApiKey } from '#server/accounts/apiKeys/service.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  signIn,
  startTestServer,
  type TestServer,
} from '#server/testing/testServer.ts';
import { listNewestMessages } from '#server/mail/mailOutbox/service.ts';

const person = { firstName: 'Ada', lastName: 'Aydın', email: 'ada@kanzlei.example' };
const employee = { ...person, role: 'consultant' };

describeOnEachDatabase('invitations of staff', (open) => {
  let server: TestServer;
  let firm: Awaited<ReturnType<typeof addAccount>>;
  beforeEach(async () => {
    server = await startTestServer({ open });
    firm = await addAccount(server);
  });
  afterEach(() => server.close());

  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    idempotencyKey = 'one-key-for-an-invitation',
  ) =>
    server.app.inject({
      method,
      url: `/provider/v1${path}`,
      headers: { 'x-api-key': firm.apiKey, 'idempotency-key': idempotencyKey },
      ...(payload ? { payload } : {}),
    });
  const readBoard = async (headers: Record<string, string>) =>
    (await server.app.inject({ url: `/api/v2.0/e.consult.${firm.accountId}/board`, headers }))
      .statusCode;

  it('A provider invites a member of its staff with a role, by one mail', async () => {
    const invited = json<Record<string, string>>(await call('POST', '/staff', employee));
    expect(invited).toMatchObject({ role: 'consultant', email: employee.email });
    expect(invited['invitationUrl']).toContain('/start/');
    expect(json(await call('GET', '/staff'))['items']).toMatchObject([
      { userId: invited['userId'], lastName: 'Aydın', role: 'consultant' },
    ]);
    const mails = await listNewestMessages(server.deps, 5);
    expect(mails).toMatchObject([{ recipient: employee.email }]);
    expect(mails[0]?.body).toContain('im Portal der Kanzlei mitzuarbeiten');
    const key = new URL(invited['invitationUrl'] ?? '').pathname.split('/').at(-1) ?? '';
    const metadata = await server.app.inject({
      url: `/api/v2.0/user/${key}/metadata`,
      headers: { 'x-application-key': 'test-app', 'x-api-key': 'test-web' },
    });
    expect(metadata.statusCode).toBe(200);
  });

  it('An invitation that fails leaves neither a user nor a role, and a retry succeeds', async () => {
    const { schema } = server.deps.db;
    await schema.alterTable('mailOutbox').renameTo('elsewhere').execute();
    const failed = await call('POST', '/staff', employee);
    await schema.alterTable('elsewhere').renameTo('mailOutbox').execute();
    expect(failed.statusCode).toBe(500);
    expect(json(await call('GET', '/users'))['items']).toEqual([]);
    expect(json(await call('GET', '/staff'))['items']).toEqual([]);
    expect((await call('POST', '/staff', employee)).statusCode).toBe(200);
    expect(json(await call('GET', '/staff'))['items']).toMatchObject([{ role: 'consultant' }]);
  });

  it('Concurrent invitations with one Idempotency-Key create one user and send one mail', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', '/staff', employee)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(json(await call('GET', '/staff'))['items']).toHaveLength(1);
    expect(await listNewestMessages(server.deps, 5)).toHaveLength(1);
  });

  it('A taken external id is a conflict at its field, and nothing is created', async () => {
    await call('POST', '/users', { ...person, externalId: 'P-1' }, 'one-key-for-a-client');
    const answer = await call('POST', '/staff', { ...employee, externalId: 'P-1' });
    expect([answer.statusCode, Object.keys(json(answer)['fields'] as object)]).toEqual([
      409,
      ['/externalId'],
    ]);
    expect(json(await call('GET', '/users'))['items']).toHaveLength(1);
    expect(await listNewestMessages(server.deps, 5)).toEqual([]);
  });

  it('A key without the scope settings gives no role of an administrator', async () => {
    const admin = { ...employee, role: 'admin' };
    const { accountId } = firm;
    const { id } = await addUser(server, [accountId]);
    const made = await createApiKey(
      server.deps,
      { accountId, scopes: keyScopes },
      {
        name: 'Personal',
        scopes: ['people', 'cases', 'forms'],
      },
    );
    const ask = (method: 'POST' | 'PUT', path: string, payload: object) =>
      server.app.inject({
        method,
        url: `/provider/v1/staff${path}`,
        headers: { 'x-api-key': made.apiKey },
        payload,
      });
    for (const refused of [
      await ask('POST', '', admin),
      await ask('PUT', `/${id}`, { role: 'admin' }),
    ])
      expect([refused.statusCode, json(refused)]).toEqual([
        403,
        expect.objectContaining({
          reason: 'keyScopeMissing',
          reasonMessage: expect.stringContaining('settings'),
        }),
      ]);
    expect(json(await call('GET', '/staff'))['items']).toEqual([]);
    expect((await ask('POST', '', employee)).statusCode).toBe(200);
    expect((await ask('PUT', `/${id}`, { role: 'user' })).statusCode).toBe(200);
    expect((await call('PUT', `/staff/${id}`, { role: 'admin' })).statusCode).toBe(200);
  });

  it('A retry sends one invitation only, and another body under its key is refused', async () => {
    const first = json(await call('POST', '/staff', employee));
    expect(json(await call('POST', '/staff', employee))).toEqual(first);
    const other = await call('POST', '/staff', { ...employee, role: 'admin' });
    expect([other.statusCode, json(other)['reason']]).toEqual([409, 'conflict']);
    expect(json(await call('GET', '/staff'))['items']).toMatchObject([{ role: 'consultant' }]);
    expect(await listNewestMessages(server.deps, 5)).toHaveLength(1);
  });

  it('A late retry does not undo a later change of the role or a removal', async () => {
    const first = json<Record<string, string>>(await call('POST', '/staff', employee));
    await call('PUT', `/staff/${first['userId']}`, { role: 'user' });
    expect(json(await call('POST', '/staff', employee))).toEqual(first);
    expect(json(await call('GET', '/staff'))['items']).toMatchObject([{ role: 'user' }]);
    await call('DELETE', `/staff/${first['userId']}`);
    await call('POST', '/staff', employee);
    expect(json(await call('GET', '/staff'))['items']).toEqual([]);
  });

  it.each([
    ['role', { role: 'boss' }],
    ['email', { email: 'ada@' }],
    ['lastName', { lastName: '' }],
  ])('An invitation with a wrong %s creates no user and names the field', async (field, wrong) => {
    const answer = await call('POST', '/staff', { ...employee, ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(json<{ fields: object }>(answer).fields)).toEqual([`/${field}`]);
    expect(json(await call('GET', '/staff'))['items']).toEqual([]);
  });

  it('An existing user gets a role with the same login, and loses the board with it', async () => {
    const { id } = await addUser(server, [firm.accountId]);
    const headers = await signIn(server, id);
    expect(await readBoard(headers)).toBe(404);
    await call('PUT', `/staff/${id}`, { role: 'admin' });
    expect(await readBoard(headers)).toBe(200);
    await call('DELETE', `/staff/${id}`);
    expect(await readBoard(headers)).toBe(404);
  });
});

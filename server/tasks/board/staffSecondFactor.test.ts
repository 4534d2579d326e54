import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashPassword } from '#server/security/passwords.ts';
import { computeCode } from '#server/testing/authenticatorApp.ts';
import { password } from '#server/testing/secondFactor.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, addUser, json, signIn } from '#server/testing/testServer.ts';
import { addEmployee, startBoardWorld, type BoardWorld } from '#server/testing/testTasks.ts';

describeOnEachDatabase('a firm that demands a second factor of its staff', (open) => {
  let { server, practice, caseId, formId } = {} as BoardWorld;
  beforeEach(async () => {
    ({ server, practice, caseId, formId } = await startBoardWorld(open));
  });
  afterEach(() => server.close());

  const demand = (secondFactorForStaff: boolean) =>
    practice.provider.call('PUT', '/staffRules', { secondFactorForStaff });
  const ask = (headers: Record<string, string>, path: string, method: 'GET' | 'PUT' = 'GET') =>
    server.app.inject({
      method,
      url: `/api/v2.0/e.consult.${practice.accountId}${path}`,
      headers,
      ...(method === 'PUT' ? { payload: { from: 4, to: 5 } } : {}),
    });
  const summarize = async (answer: ReturnType<typeof ask>) => [
    (await answer).statusCode,
    json(await answer)['reason'],
  ];

  async function setUpTotp(userId: string, headers: Record<string, string>): Promise<void> {
    const passwordHash = await hashPassword(server.deps, password);
    await server.deps.db
      .updateTable('users')
      .set({ passwordHash })
      .where('id', '=', userId)
      .execute();
    const url = `/api/v2.0/user/${userId}/secondfactor/totp`;
    const begun = await server.app.inject({ method: 'POST', url, headers, payload: { password } });
    const { secret, setup } = json<{ secret: string; setup: string }>(begun);
    const payload = { setup, code: computeCode(server, secret) };
    const done = await server.app.inject({ method: 'PUT', url, headers, payload });
    expect(done.statusCode).toBe(200);
  }

  it('Staff without one reach no page of the staff, also in an open session', async () => {
    const admin = await addEmployee({ server, practice }, 'admin');
    const { workflowId } = json<{ workflowId: string }>(
      await practice.provider.call('POST', `/cases/${caseId}/tasks`, { formId }),
    );
    const reads = [
      '/board',
      `/board/${workflowId}`,
      '/board/staff',
      '/business/forms',
      `/business/forms/${formId}`,
      `/business/forms/${formId}/preview`,
    ];
    for (const path of reads) expect((await ask(admin.headers, path)).statusCode).toBe(200);
    await demand(true);
    for (const path of reads)
      expect([path, ...(await summarize(ask(admin.headers, path)))]).toEqual([
        path,
        403,
        'secondFactorRequired',
      ]);
    const move = `/board/${workflowId}/status`;
    expect(await summarize(ask(admin.headers, move, 'PUT'))).toEqual([403, 'secondFactorRequired']);
    await demand(false);
    expect((await ask(admin.headers, move, 'PUT')).statusCode).toBe(200);
  });

  it('Staff reach their pages once they have set up an authenticator app', async () => {
    const { userId, headers } = await addEmployee({ server, practice }, 'user');
    await demand(true);
    expect((await ask(headers, '/board')).statusCode).toBe(403);
    await setUpTotp(userId, headers);
    expect((await ask(headers, '/board')).statusCode).toBe(200);
    expect((await ask(headers, '/business/forms')).statusCode).toBe(200);
  });

  it('The second factor of a login counts for a firm that the login was added to', async () => {
    const { id: loginId } = await addUser(server, [(await addAccount(server)).accountId]);
    const { userId } = await addEmployee({ server, practice }, 'user');
    await server.deps.db.updateTable('users').set({ loginId }).where('id', '=', userId).execute();
    const headers = await signIn(server, loginId);
    expect((await ask(headers, '/board')).statusCode).toBe(200);
    await demand(true);
    expect(await summarize(ask(headers, '/board'))).toEqual([403, 'secondFactorRequired']);
    await setUpTotp(loginId, headers);
    expect((await ask(headers, '/board')).statusCode).toBe(200);
  });

  it('A repeated demand keeps the date of the first one', async () => {
    const readSince = async () =>
      (
        await server.deps.db
          .selectFrom('accounts')
          .select('staffSecondFactorSince')
          .where('id', '=', practice.accountId)
          .executeTakeFirstOrThrow()
      ).staffSecondFactorSince;
    await demand(true);
    const first = await readSince();
    server.clock.forward(60_000);
    await demand(true);
    expect(await readSince()).toBe(first);
    await demand(false);
    expect(await readSince()).toBeNull();
    await demand(true);
    expect(await readSince()).toBe(server.clock.now().toISOString());
  });

  it('A client is not asked for one, and does not learn that there is a board', async () => {
    await demand(true);
    expect((await ask(practice.headers, '/board')).statusCode).toBe(404);
    expect((await ask(practice.headers, '/akten')).statusCode).toBe(200);
  });

  it('The demand of one firm does not bind the staff of another', async () => {
    const other = await addAccount(server);
    const { userId, headers } = await addEmployee({ server, practice }, 'admin', other.accountId);
    const foreign = { 'x-api-key': other.apiKey };
    await server.app.inject({
      method: 'PUT',
      url: `/provider/v1/staff/${userId}`,
      headers: foreign,
      payload: { role: 'admin' },
    });
    await demand(true);
    const url = `/api/v2.0/e.consult.${other.accountId}/board`;
    expect((await server.app.inject({ url, headers })).statusCode).toBe(200);
    const read = (apiKey: string) =>
      server.app.inject({ url: '/provider/v1/staffRules', headers: { 'x-api-key': apiKey } });
    expect(json(await read(practice.apiKey))).toEqual({ secondFactorForStaff: true });
    expect(json(await read(other.apiKey))).toEqual({ secondFactorForStaff: false });
  });
});

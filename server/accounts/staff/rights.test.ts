import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Employee } from '#schemas/accounts/staff.ts';
import { keyScopes, type KeyScope } from '#schemas/platform/endpoint.ts';
import { createApiKey } from '#server/accounts/apiKeys/service.ts';
import { createProvider, startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addUser, json, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { getReason } from '#server/testing/testTasks.ts';

const colleague = { firstName: 'Ada', lastName: 'Aydın', email: 'ada@example.com' };

describeOnEachDatabase('rights over staff', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let people: ReturnType<typeof createProvider>;
  let peopleKey: string;
  let path: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    peopleKey = await makeKey(['people']);
    people = createProvider(server, peopleKey);
    path = `/staff/${practice.userId}`;
    await practice.provider.call('PUT', path, { role: 'admin' });
  });
  afterEach(() => server.close());

  const makeKey = async (scopes: KeyScope[]) => {
    const owner = { accountId: practice.accountId, scopes: keyScopes };
    return (await createApiKey(server.deps, owner, { name: 'Personal', scopes })).apiKey;
  };
  const listRoles = async () =>
    json<{ items: Employee[] }>(await people.call('GET', '/staff')).items.map(({ role }) => role);

  it('An administrator keeps the role against a key without the scope settings', async () => {
    for (const refused of [
      await people.call('DELETE', path),
      await people.call('PUT', path, { role: 'user' }),
    ])
      expect(getReason(refused)).toEqual([403, 'keyScopeMissing']);
    expect(await listRoles()).toEqual(['admin']);
  });

  it('A key without the scope settings cannot take over the login of an administrator', async () => {
    const user = `/users/${practice.userId}`;
    const change = await server.app.inject({
      method: 'PATCH',
      url: `/provider/v1${user}`,
      headers: { 'x-api-key': peopleKey, 'if-match': '*' },
      payload: { email: 'other@example.com' },
    });
    for (const refused of [
      change,
      await people.call('POST', `${user}/invitations`, {}, 'one-invitation'),
      await people.call('POST', `${user}/disable`),
      await people.call('DELETE', `${user}/secondFactor`),
    ])
      expect(getReason(refused)).toEqual([403, 'keyScopeMissing']);
  });

  it('A key gives, takes and invites no role with more rights than its own', async () => {
    await practice.provider.call('PUT', path, { role: 'consultant' });
    const user = `/users/${practice.userId}`;
    for (const refused of [
      await people.call('PUT', path, { role: 'internal' }),
      await people.call('DELETE', path),
      await people.call('POST', '/staff', { ...colleague, role: 'external' }),
      await people.call('POST', `${user}/invitations`, {}),
      await people.call('POST', `${user}/disable`),
      await people.call('POST', `${user}/end`),
    ])
      expect([...getReason(refused), json(refused)['reasonMessage']]).toEqual([
        403,
        'keyScopeMissing',
        expect.stringContaining('forms, cases'),
      ]);
    expect(await listRoles()).toEqual(['consultant']);
  });

  it('A retry of an invitation needs the rights of the role that the user has now', async () => {
    const leading = createProvider(server, await makeKey(['people', 'cases', 'forms']));
    const invite = () =>
      leading.call('POST', '/staff', { ...colleague, role: 'user' }, 'one-colleague');
    const { userId } = json<Employee>(await invite());
    expect((await invite()).statusCode).toBe(200);
    await practice.provider.call('PUT', `/staff/${userId}`, { role: 'admin' });
    expect(getReason(await invite())).toEqual([403, 'keyScopeMissing']);
  });

  it('An import changes an administrator only with the scope settings', async () => {
    const record = { kind: 'client', externalId: 'P-1', ...colleague };
    const send = (key: string, email: string) =>
      server.app.inject({
        method: 'POST',
        url: '/provider/v1/import',
        headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
        payload: JSON.stringify({ ...record, email }),
      });
    const read = async (answer: Awaited<ReturnType<typeof send>>) =>
      JSON.parse(answer.body.split('\n')[0] ?? '') as { id: string; outcome: string };
    const { id } = await read(await send(peopleKey, colleague.email));
    await practice.provider.call('PUT', `/staff/${id}`, { role: 'admin' });
    expect(await read(await send(peopleKey, colleague.email))).toMatchObject({
      outcome: 'unchanged',
    });
    expect(await read(await send(peopleKey, 'fremd@example.com'))).toMatchObject({
      outcome: 'failed',
      reason: 'keyScopeMissing',
    });
    expect(await read(await send(practice.apiKey, 'neu@example.com'))).toMatchObject({
      outcome: 'updated',
    });
  });

  it('A key without settings never demotes an administrator who is made at the same time', async () => {
    const leading = createProvider(server, await makeKey(['people', 'cases', 'forms']));
    for (let round = 0; round < 5; round += 1) {
      await practice.provider.call('PUT', path, { role: 'user' });
      await Promise.all([
        practice.provider.call('PUT', path, { role: 'admin' }),
        leading.call('PUT', path, { role: 'external' }),
        leading.call('DELETE', path),
      ]);
      expect(await listRoles()).toEqual(['admin']);
    }
  });

  it('A relation ends, or its client becomes staff, and never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await addUser(server, [practice.accountId]);
      const [ended, employed] = await Promise.all([
        practice.provider.call('POST', `/users/${id}/end`),
        practice.provider.call('PUT', `/staff/${id}`, { role: 'user' }),
      ]);
      expect([ended.statusCode, employed.statusCode].toSorted()).toSatisfy(
        ([won, lost]: number[]) => won === 200 && (lost === 404 || lost === 409),
      );
    }
  });

  it('A key with all scopes replaces the role, and other roles need no settings', async () => {
    const leading = createProvider(server, await makeKey(['people', 'cases', 'forms']));
    expect((await practice.provider.call('PUT', path, { role: 'user' })).statusCode).toBe(200);
    expect((await leading.call('PUT', path, { role: 'internal' })).statusCode).toBe(200);
    expect(json(await leading.call('DELETE', path))).toEqual({ removed: true });
    await practice.provider.call('PUT', path, { role: 'admin' });
    expect(json(await practice.provider.call('DELETE', path))).toEqual({ removed: true });
    expect(await listRoles()).toEqual([]);
  });
});

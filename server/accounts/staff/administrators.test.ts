import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Employee } from '#schemas/accounts/staff.ts';
import { keyScopes } from '#schemas/platform/endpoint.ts';
import { createApiKey } from '#server/accounts/apiKeys/service.ts';
import { createProvider, startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { getReason } from '#server/testing/testTasks.ts';

describeOnEachDatabase('an administrator', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let people: ReturnType<typeof createProvider>;
  let peopleKey: string;
  let path: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    const owner = { accountId: practice.accountId, scopes: keyScopes };
    const key = { name: 'Personal', scopes: ['people'] as const };
    peopleKey = (await createApiKey(server.deps, owner, key)).apiKey;
    people = createProvider(server, peopleKey);
    path = `/staff/${practice.userId}`;
    await practice.provider.call('PUT', path, { role: 'admin' });
  });
  afterEach(() => server.close());

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
    await practice.provider.call('PUT', path, { role: 'user' });
    expect((await people.call('POST', `${user}/disable`)).statusCode).toBe(200);
  });

  it('A key with the scope settings replaces the role, and other roles need no such key', async () => {
    expect((await practice.provider.call('PUT', path, { role: 'user' })).statusCode).toBe(200);
    expect((await people.call('PUT', path, { role: 'internal' })).statusCode).toBe(200);
    expect(json(await people.call('DELETE', path))).toEqual({ removed: true });
    await practice.provider.call('PUT', path, { role: 'admin' });
    expect(json(await practice.provider.call('DELETE', path))).toEqual({ removed: true });
    expect(await listRoles()).toEqual([]);
  });
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import type { NewApiKey } from '#schemas/accounts/apiKeys.ts';
import { dayMs, hourMs, minuteMs } from '#schemas/platform/time.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, json, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { getReason } from '#server/testing/testTasks.ts';

type Listed = { items: Omit<NewApiKey, 'apiKey'>[] };

describeOnEachDatabase('API keys', (open) => {
  let server: TestServer;
  let accountId: string;
  let apiKey: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    ({ accountId, apiKey } = await addAccount(server));
  });
  afterEach(() => server.close());

  const call = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    {
      by = apiKey,
      payload,
      ...headers
    }: { by?: string; payload?: object; [name: string]: unknown } = {},
  ) =>
    server.app.inject({
      method,
      url: `/provider/v1${path}`,
      headers: { authorization: `Bearer ${by}`, ...(headers as Record<string, string>) },
      ...(payload ? { payload } : {}),
    });
  const create = async (payload: object, by?: string): Promise<NewApiKey> =>
    json<NewApiKey>(await call('POST', '/keys', { payload, ...(by ? { by } : {}) }));
  const list = async () => json<Listed>(await call('GET', '/keys')).items;
  const fetchStatus = async (by: string, path = '/forms') =>
    (await call('GET', path, { by })).statusCode;

  it('A key is returned once, and the list shows everything but the key', async () => {
    const { apiKey: made, ...key } = await create({ name: 'Website', scopes: ['forms'] });
    expect(key).toMatchObject({ name: 'Website', scopes: ['forms'], validUntil: null });
    expect(made).toMatch(/^fmk_[\w-]{43}$/);
    expect(await list()).toContainEqual(key);
    expect(await fetchStatus(made)).toBe(200);
    const headers = { 'x-api-key': made };
    expect((await server.app.inject({ url: '/provider/v1/forms', headers })).statusCode).toBe(200);
  });

  it('A key without the scope of a call is refused by name of the scope', async () => {
    const { apiKey: made } = await create({ name: 'Website', scopes: ['forms', 'people'] });
    const refused = await call('GET', '/cases', { by: made, 'accept-language': 'en' });
    expect([refused.statusCode, json(refused)]).toMatchObject([
      403,
      {
        reason: 'keyScopeMissing',
        reasonMessage: 'This API key may not make this call. It lacks the scope: cases.',
      },
    ]);
  });

  it('A key with the scope read changes nothing', async () => {
    const { apiKey: made } = await create({ name: 'Statistik', scopes: ['read'] });
    expect([await fetchStatus(made), await fetchStatus(made, '/cases')]).toEqual([200, 200]);
    const changed = await call('POST', '/cases', { by: made, payload: { header: 'Brandt' } });
    expect(changed.statusCode).toBe(403);
  });

  it('A key makes and rotates no key that opens more than itself', async () => {
    const { apiKey: limited } = await create({ name: 'Setzt ein', scopes: ['settings', 'forms'] });
    const all = await create({ name: 'Alles', scopes: ['read', 'settings'] });
    const wanted = { name: 'Mehr', scopes: ['forms', 'cases'] };
    const made = await call('POST', '/keys', { by: limited, payload: wanted });
    const path = `/keys/${all.keyId}/rotate`;
    const rotated = await call('POST', path, { by: limited, payload: {} });
    expect([made.statusCode, rotated.statusCode]).toEqual([403, 403]);
    expect(await create({ name: 'Formulare', scopes: ['forms'] }, limited)).toMatchObject({
      scopes: ['forms'],
    });
  });

  it('A key ends at its date', async () => {
    const validUntil = new Date(server.clock.now().getTime() + dayMs).toISOString();
    const { apiKey: made } = await create({ name: 'Probe', scopes: ['read'], validUntil });
    server.clock.forward(dayMs - 1_000);
    expect(await fetchStatus(made)).toBe(200);
    server.clock.forward(2_000);
    expect(await fetchStatus(made)).toBe(401);
  });

  it('A key cannot end in the past', async () => {
    const payload = { name: 'Probe', scopes: ['read'], validUntil: '2020-01-01T00:00' };
    const refused = await call('POST', '/keys', { payload });
    expect([refused.statusCode, Object.keys(json(refused)['fields'] as object)]).toEqual([
      400,
      ['/validUntil'],
    ]);
  });

  it('A rotated key and its successor are both valid during the overlap', async () => {
    const old = await create({ name: 'Website', scopes: ['forms'] });
    const path = `/keys/${old.keyId}/rotate`;
    const next = json<NewApiKey>(await call('POST', path, { payload: { overlapHours: 2 } }));
    expect(next).toMatchObject({ name: 'Website', scopes: ['forms'], validUntil: null });
    server.clock.forward(2 * hourMs - 1_000);
    expect([await fetchStatus(old.apiKey), await fetchStatus(next.apiKey)]).toEqual([200, 200]);
    server.clock.forward(2_000);
    expect([await fetchStatus(old.apiKey), await fetchStatus(next.apiKey)]).toEqual([401, 200]);
    expect(getReason(await call('POST', path, { payload: {} }))).toEqual([409, 'keyEnded']);
  });

  it('A key has one successor, which can be rotated in its turn', async () => {
    const old = await create({ name: 'Website', scopes: ['forms'] });
    const rotate = (keyId: string) => call('POST', `/keys/${keyId}/rotate`, { payload: {} });
    const replies = await Promise.all([rotate(old.keyId), rotate(old.keyId)]);
    const [won, lost] = replies.toSorted((one, other) => one.statusCode - other.statusCode);
    if (!won || !lost) throw new Error('two rotations have two replies');
    expect([won.statusCode, getReason(lost)]).toEqual([200, [409, 'keyEnded']]);
    expect((await list()).filter(({ name }) => name === 'Website')).toHaveLength(2);
    const next = json<NewApiKey>(await rotate(json<NewApiKey>(won).keyId));
    server.clock.forward(25 * hourMs);
    expect([await fetchStatus(next.apiKey), next.validUntil]).toEqual([200, null]);
  });

  it('A key that is revoked while it is rotated is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const old = await create({ name: 'Website', scopes: ['forms'] });
      await Promise.all([
        call('POST', `/keys/${old.keyId}/rotate`, { payload: {} }),
        call('DELETE', `/keys/${old.keyId}`),
      ]);
      expect(await fetchStatus(old.apiKey)).toBe(401);
    }
  });

  it('A retry of a rotation gives a key only to a key with its scopes', async () => {
    const { apiKey: limited } = await create({ name: 'Setzt ein', scopes: ['settings'] });
    const old = await create({ name: 'Website', scopes: ['forms'] });
    const retry = (by: string) =>
      call('POST', `/keys/${old.keyId}/rotate`, {
        by,
        payload: {},
        'idempotency-key': 'website-rotation-1',
      });
    const first = json(await retry(apiKey));
    expect(json(await retry(apiKey))).toEqual(first);
    expect(getReason(await retry(limited))).toEqual([403, 'keyScopeMissing']);
  });

  it('A key that rotates itself gets as long a life as it had', async () => {
    const validUntil = new Date(server.clock.now().getTime() + 10 * dayMs).toISOString();
    const own = await create({ name: 'Website', scopes: ['settings'], validUntil });
    server.clock.forward(4 * dayMs);
    const next = json<NewApiKey>(
      await call('POST', `/keys/${own.keyId}/rotate`, { by: own.apiKey, payload: {} }),
    );
    expect(Date.parse(next.validUntil ?? '')).toBe(server.clock.now().getTime() + 10 * dayMs);
  });

  it('A revoked key is refused at once and stays in the list', async () => {
    const old = await create({ name: 'Website', scopes: ['forms'] });
    await call('DELETE', `/keys/${old.keyId}`);
    expect(await fetchStatus(old.apiKey)).toBe(401);
    expect(await list()).toContainEqual(
      expect.objectContaining({
        keyId: old.keyId,
        validUntil: server.clock.now().toISOString(),
      }),
    );
  });

  it('A retry with the same Idempotency-Key gets the same key', async () => {
    const payload = { name: 'Website', scopes: ['forms'] };
    const send = (body: object) =>
      call('POST', '/keys', { payload: body, 'idempotency-key': 'website-key-0001' });
    const [first, second] = [json(await send(payload)), json(await send(payload))];
    expect(second).toEqual(first);
    expect((await list()).filter(({ name }) => name === 'Website')).toHaveLength(1);
    expect((await send({ ...payload, name: 'Andere' })).statusCode).toBe(409);
  });

  it('The last use of a key is stored at most every five minutes', async () => {
    const key = await create({ name: 'Website', scopes: ['forms'] });
    const lastUse = async () => (await list()).find(({ keyId }) => keyId === key.keyId)?.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await fetchStatus(key.apiKey);
    const first = server.clock.now().toISOString();
    expect(await lastUse()).toBe(first);
    server.clock.forward(4 * minuteMs);
    await fetchStatus(key.apiKey);
    expect(await lastUse()).toBe(first);
    server.clock.forward(2 * minuteMs);
    await fetchStatus(key.apiKey);
    expect(await lastUse()).toBe(server.clock.now().toISOString());
  });

  it('A key sees and ends no key of another provider', async () => {
    const other = await addAccount(server);
    const { keyId } = await create({ name: 'Website', scopes: ['forms'] });
    const listed = json<Listed>(await call('GET', '/keys', { by: other.apiKey }));
    expect(listed.items.map((key) => key.keyId)).not.toContain(keyId);
    const ended = await call('DELETE', `/keys/${keyId}`, { by: other.apiKey });
    expect(ended.statusCode).toBe(404);
  });

  it('A key from before scopes existed has all of them', async () => {
    await server.deps.db
      .insertInto('apiKeys')
      .values({ hash: 'old', accountId, createdAt: '2026-01-01T00:00:00.000Z' } as never)
      .execute();
    expect(
      await server.deps.db
        .selectFrom('apiKeys')
        .select('scopes')
        .where('hash', '=', 'old')
        .executeTakeFirst(),
    ).toEqual({ scopes: '["read","forms","cases","people","settings"]' });
  });
});

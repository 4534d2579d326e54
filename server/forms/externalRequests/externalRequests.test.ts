import { dayMs } from '#schemas/platform/time.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ExternalRequest, MadeExternalRequest } from '#schemas/forms/externalRequests.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { housekeep } from '#server/runtime/housekeeping.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

const definition: FormDefinition = {
  title: 'Ihr Mandat',
  returnUrl: 'https://elsewhere.example/',
  formElements: [{ id: 'name', type: 'input', label: 'Name', prefill: 'm_name' }],
};

describeOnEachDatabase('an external request', (open) => {
  let server: TestServer;
  let account: { accountId: string; apiKey: string };
  let formId: string;

  beforeEach(async () => {
    server = await startTestServer({ open });
    account = await addAccount(server, { uniqueKey: 'kanzlei' });
    ({ formId } = await publish(server, account.apiKey, definition));
  });
  afterEach(() => server.close());

  const provider = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, headers = {}) =>
    server.app.inject({
      method,
      url: `/provider/v1/${path}`,
      headers: { 'x-api-key': account.apiKey, ...headers },
      ...(payload ? { payload } : {}),
    });
  const create = async (wanted: object = {}) =>
    json<MadeExternalRequest>(await provider('POST', 'externalRequests', { formId, ...wanted }));
  const list = async () =>
    json<{ items: ExternalRequest[] }>(await provider('GET', 'externalRequests')).items;
  const resolve = (key: string, accountId = account.accountId) =>
    server.app.inject({
      url: `/api/e.consult.${accountId}/externalRequestKey/${key}`,
      headers: webKeys,
    });
  const post = (url: string, payload: object, headers = {}) =>
    server.app.inject({
      method: 'POST',
      url: `/api${url}`,
      headers: { ...webKeys, ...headers },
      payload,
    });
  const knock = async (externalRequestKey: string) => {
    const { workflowKey } = json<{ workflowKey: string }>(await resolve(externalRequestKey));
    return post('/authenticate/adhoc/workflow', { key: workflowKey });
  };
  const submit = async (key: string) => {
    const { accessToken, workflowKey } = json<{ accessToken: string; workflowKey: string }>(
      await knock(key),
    );
    return post(
      `/assistants/process?workflowKey=${workflowKey}`,
      {
        revision: 1,
        language: 'de',
        answers: [{ elementId: 'name', type: 'input', value: 'Jana' }],
      },
      { authorization: `Bearer ${accessToken}` },
    );
  };

  it('A request has a link with known data and is answered once', async () => {
    const made = await create({ prefill: { m_name: 'Jana Müller' } });
    expect(made).toMatchObject({
      state: 'open',
      submissionId: null,
      pin: null,
      url:
        `http://localhost:8080/page/kanzlei/guidance/${made.externalRequestKey}` +
        '?m_name=Jana+M%C3%BCller',
    });
    expect(json(await knock(made.externalRequestKey))).toMatchObject({
      workflowType: 'EXTERNALREQUEST',
      accountId: account.accountId,
    });
    const sent = await submit(made.externalRequestKey);
    expect(sent.statusCode).toBe(200);
    expect(await list()).toMatchObject([
      {
        externalRequestKey: made.externalRequestKey,
        state: 'answered',
        submissionId: json(sent)['submissionId'],
      },
    ]);
    const again = await knock(made.externalRequestKey);
    expect([again.statusCode, json(again)['reason']]).toEqual([409, 'alreadySubmitted']);
  });

  it('Requests are listed by their form, with their total', async () => {
    const other = await publish(server, account.apiKey, definition);
    const made = await create();
    await create({ formId: other.formId });
    const read = async (query: string) =>
      json<{ items: ExternalRequest[]; total: number }>(
        await provider('GET', `externalRequests${query}`),
      );
    expect((await read('?limit=1')).total).toBe(2);
    const { items, total } = await read(`?formId=${formId}`);
    expect([items.map(({ externalRequestKey }) => externalRequestKey), total]).toEqual([
      [made.externalRequestKey],
      1,
    ]);
  });

  it('A request has its own PIN, which opens no other request', async () => {
    const [one, other] = [await create({ pin: { validMinutes: 60 } }), await create({ pin: {} })];
    expect(json(await knock(one.externalRequestKey))).toMatchObject({
      payload: { isAppLoginRequired: true },
    });
    const { workflowKey } = json<{ workflowKey: string }>(await resolve(one.externalRequestKey));
    const login = (password = '') =>
      post('/authenticate/adhoc/pin', { key: workflowKey, password, attempt: 1 });
    if (one.pin?.pin !== other.pin?.pin) expect((await login(other.pin?.pin)).statusCode).toBe(401);
    expect(json(await login(one.pin?.pin))).toMatchObject({
      workflowKey,
      workflowType: 'EXTERNALREQUEST',
    });
    server.clock.forward(61_000);
    const next = json<{ pin: string }>(
      await provider('POST', `externalRequests/${one.externalRequestKey}/pin`, {}),
    );
    expect((await login(next.pin)).statusCode).toBe(200);
  });

  it('A request is found in its own account only, until it expires', async () => {
    const { externalRequestKey } = await create({ validDays: 2 });
    const stranger = await addAccount(server);
    expect((await resolve(externalRequestKey, stranger.accountId)).statusCode).toBe(404);
    expect((await resolve('nobody-knows-this')).statusCode).toBe(404);
    expect((await resolve('nixda')).statusCode).toBe(404);
    expect((await resolve(externalRequestKey)).statusCode).toBe(200);
    server.clock.forward(3 * dayMs);
    expect((await resolve(externalRequestKey)).statusCode).toBe(404);
  });

  it('A request is stored until it expires, then deleted', async () => {
    await create({ validDays: 90 });
    server.clock.forward(60 * dayMs);
    await housekeep(server.deps);
    expect(await list()).toHaveLength(1);
    server.clock.forward(31 * dayMs);
    await housekeep(server.deps);
    expect(await list()).toEqual([]);
    expect(await server.deps.db.selectFrom('workflows').select('key').execute()).toEqual([]);
  });

  it('Retries with one Idempotency-Key create one request', async () => {
    const ask = (wanted: object) =>
      provider('POST', 'externalRequests', { formId, ...wanted }, { 'idempotency-key': 'one' });
    const answers = (
      await Promise.all([1, 2, 3].map(() => ask({ prefill: { em: 'a@b.example' } })))
    ).map((answer) => json<MadeExternalRequest>(answer));
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
    expect(await list()).toHaveLength(1);
    expect((await ask({ prefill: { em: 'other@b.example' } })).statusCode).toBe(409);
  });

  it('A request redirects to the account’s listed hosts only', async () => {
    const returnUrl = 'https://danke.example/weiter';
    const refused = await provider('POST', 'externalRequests', { formId, returnUrl });
    expect([refused.statusCode, json<{ fields: object }>(refused).fields]).toEqual([
      400,
      { '/returnUrl': expect.stringContaining('nicht auf der Liste') },
    ]);
    expect(json(await provider('PUT', 'returnHosts', { hosts: ['danke.example'] }))).toEqual({
      hosts: ['danke.example'],
    });
    expect(json(await provider('GET', 'returnHosts'))).toEqual({ hosts: ['danke.example'] });
    const { externalRequestKey } = await create({ returnUrl });
    expect(json(await submit(externalRequestKey))).toMatchObject({
      returnUrl,
      isReturnAllowed: true,
    });
    const elsewhere = await create();
    expect(json(await submit(elsewhere.externalRequestKey))).toMatchObject({
      returnUrl: definition.returnUrl,
      isReturnAllowed: false,
    });
    for (const address of [
      'http://danke.example/',
      'https://danke.example.evil.example/',
      'https://danke.example@evil.example/',
      'https://danke.example:444/',
    ]) {
      expect(
        (await provider('POST', 'externalRequests', { formId, returnUrl: address })).statusCode,
      ).toBe(400);
    }
  });

  it('A request for an unpublished or foreign form is refused', async () => {
    await provider('POST', `forms/${formId}/withdraw`);
    expect((await provider('POST', 'externalRequests', { formId })).statusCode).toBe(404);
    const stranger = await addAccount(server);
    const foreign = await server.app.inject({
      method: 'POST',
      url: '/provider/v1/externalRequests',
      headers: { 'x-api-key': stranger.apiKey },
      payload: { formId },
    });
    expect(foreign.statusCode).toBe(404);
    expect(await list()).toEqual([]);
  });
});

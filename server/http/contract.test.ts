import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#schemas/endpoints.ts';
import { errorCatalogue } from '#schemas/errors.ts';
import { addAccount, json, startTestServer, webKeys, type TestServer } from '#server/testing/testServer.ts';
import { addressesOf } from './route.ts';
import { textsIn } from './texts.ts';

let server: TestServer;
beforeAll(async () => { server = await startTestServer(); });
afterAll(() => server.close());

describe('every call of the contract', () => {
  it.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))('%s is served at each of its addresses and described', async (_, endpoint) => {
    for (const url of addressesOf(endpoint)) expect(server.app.hasRoute({ method: endpoint.method, url })).toBe(true);
    const api = json<{ openapi: string; paths: Record<string, Record<string, { summary: string }>> }>(await server.app.inject('/api/openapi.json'));
    const path = (addressesOf(endpoint)[0] ?? '').replace(/:(\w+)/g, '{$1}');
    expect(api.openapi).toBe('3.1.0');
    expect(api.paths[path]?.[endpoint.method.toLowerCase()]?.summary).toBe(endpoint.summary);
  });

  it.each(endpoints.filter(({ session }) => !session.includes('public')).map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))('%s refuses whoever holds no session', async (_, endpoint) => {
    const url = (addressesOf(endpoint)[0] ?? '').replace(/:\w+/g, 'unknown-id');
    const answer = await server.app.inject({ method: endpoint.method, url, headers: endpoint.session.includes('provider') ? {} : webKeys });
    expect([answer.statusCode, json(answer)['reason']]).toEqual([401, 'unauthorized']);
  });
});

it('answers an unknown address as a problem, in the caller’s language', async () => {
  const answer = await server.app.inject({ url: '/api/nothing', headers: { 'accept-language': 'en-US,en;q=0.9' } });
  expect([answer.statusCode, json(answer)]).toMatchObject([404, { reason: 'notFound', reasonMessage: 'We could not find this.', requestId: answer.headers['x-request-id'] }]);
});

it('has a sentence for every error, in both languages', () => {
  for (const { message } of Object.values(errorCatalogue)) {
    for (const language of ['de', 'en'] as const) expect(textsIn(language)(message, { limit: 1 })).not.toBe(message);
  }
});

it('does not let one provider see another’s forms', async () => {
  const [one, other] = [await addAccount(server), await addAccount(server)];
  const created = await server.app.inject({
    method: 'POST', url: '/provider/v1/forms', headers: { 'x-api-key': one.apiKey }, payload: { definition: { title: 'Eins', formElements: [{ id: 'a', type: 'input', label: 'A' }] } },
  });
  const { formId } = json<{ formId: string }>(created);
  const headers = { 'x-api-key': other.apiKey };
  const foreign = await server.app.inject({ url: `/provider/v1/forms/${formId}`, headers });
  const unknown = await server.app.inject({ url: '/provider/v1/forms/nobody-has-this', headers });
  expect([foreign.statusCode, unknown.statusCode]).toEqual([404, 404]);
  expect(json<{ items: unknown[] }>(await server.app.inject({ url: '/provider/v1/forms', headers })).items).toEqual([]);
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteTest } from '#server/testing/testDatabase.ts';
import { addAccount, json, startTestServer, type TestServer } from '#server/testing/testServer.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ open: openSqliteTest });
});
afterEach(() => server.close());

async function post(path: string, payload: string) {
  const { apiKey } = await addAccount(server);
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const definition = { title: 'T', formElements: [{ id: 'a', type: 'input', label: 'A' }] };
  const created = await server.app.inject({
    method: 'POST',
    url: '/provider/v1/forms',
    headers,
    payload: JSON.stringify({ definition }),
  });
  const url = path.replace(':formId', json<{ formId: string }>(created).formId);
  return server.app.inject({ method: 'POST', url, headers, payload });
}

it('A call without a body accepts an empty JSON body', async () => {
  expect((await post('/provider/v1/forms/:formId/publish', '')).statusCode).toBe(200);
});

it('A call that takes a body refuses an empty one', async () => {
  const answer = await post('/provider/v1/forms', '');
  expect([answer.statusCode, json(answer)['reason']]).toEqual([400, 'invalidInput']);
});

it('A body that is no JSON is refused', async () => {
  const answer = await post('/provider/v1/forms/:formId/publish', '{');
  expect([answer.statusCode, json(answer)['reason']]).toEqual([400, 'invalidInput']);
});

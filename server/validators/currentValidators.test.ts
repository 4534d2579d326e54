import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FormProcess } from '#schemas/assistants.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, json, publish, startTestServer, visit, type TestServer, type Visitor } from '#server/testing/testServer.ts';

describeOnEachDatabase('a form that an earlier build has published', (open) => {
  let server: TestServer;
  let visitor: Visitor;

  const stored = () => server.deps.db.selectFrom('formRevisions').select(['validatorCode', 'validatorModule', 'validatorHash', 'validatorSource']).executeTakeFirstOrThrow();
  const leaveBehind = (validators: Partial<Awaited<ReturnType<typeof stored>>>) => server.deps.db.updateTable('formRevisions').set(validators).execute();
  const address = () => `/api/assistants/process?workflowKey=${visitor.workflowKey}`;
  const validatorUrl = async () => json<FormProcess>(await server.app.inject({ url: address(), headers: visitor.headers })).metaData.validatorUrl;
  const submit = (value: unknown) => server.app.inject({
    method: 'POST', url: address(), headers: visitor.headers, payload: { revision: 1, language: 'de', answers: [{ elementId: 'age', type: 'number', value }] },
  });
  const earlier = { validatorCode: 'exports.anotherName = () => true', validatorModule: 'export const nothingAnybodyAsksFor = 1', validatorHash: '0'.repeat(32), validatorSource: 'another compiler' };

  beforeEach(async () => {
    server = await startTestServer({ open });
    const { apiKey } = await addAccount(server);
    const { processGuid } = await publish(server, apiKey, { title: 'T', formElements: [{ id: 'age', type: 'number', label: 'Alter', max: 120 }] });
    visitor = await visit(server, processGuid);
  });
  afterEach(() => server.close());

  it('opens with validators that this build makes, also for many at once', async () => {
    const published = await stored();
    await leaveBehind(earlier);
    const urls = await Promise.all([1, 2, 3, 4].map(validatorUrl));
    expect(new Set(urls)).toEqual(new Set([`/validators/${published.validatorHash}.js`]));
    expect((await server.app.inject(urls[0] ?? '')).body).toBe(published.validatorModule);
    expect(await stored()).toEqual(published);
  });

  it('judges what was begun before the update', async () => {
    await leaveBehind(earlier);
    expect((await submit(121)).statusCode).toBe(400);
    expect((await submit(12)).statusCode).toBe(200);
  });

  it('keeps its validators while nothing would change in them', async () => {
    const kept = { validatorModule: 'export const kept = true' };
    await leaveBehind(kept);
    await server.app.inject({ url: address(), headers: visitor.headers });
    expect(await stored()).toMatchObject(kept);
  });
});

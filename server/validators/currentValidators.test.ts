import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FormProcess } from '#schemas/forms/assistants.ts';
import { compileLimits } from '#server/validators/limits.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { deleteOldValidators } from './currentValidators.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  visit,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';

describeOnEachDatabase('form that an earlier build has published', (open) => {
  let server: TestServer;
  let visitor: Visitor;

  const stored = () =>
    server.deps.db
      .selectFrom('formRevisions')
      .select(['validatorCode', 'validatorModule', 'validatorHash', 'validatorSource'])
      .executeTakeFirstOrThrow();
  const kept = () => server.deps.db.selectFrom('revisionValidators').selectAll().execute();
  const storeEarlier = (validators: Partial<Awaited<ReturnType<typeof stored>>>) =>
    server.deps.db.updateTable('formRevisions').set(validators).execute();
  const address = () => `/api/assistants/process?workflowKey=${visitor.workflowKey}`;
  const validatorUrl = async () =>
    json<FormProcess>(await server.app.inject({ url: address(), headers: visitor.headers }))
      .metaData.validatorUrl;
  const submit = (value: unknown) =>
    server.app.inject({
      method: 'POST',
      url: address(),
      headers: visitor.headers,
      payload: {
        revision: 1,
        language: 'de',
        answers: [{ elementId: 'age', type: 'number', value }],
      },
    });
  const earlier = {
    validatorCode: 'exports.anotherName = () => true',
    validatorModule: 'export const nothingAnybodyAsksFor = 1',
    validatorHash: '0'.repeat(32),
    validatorSource: 'another compiler',
  };

  beforeEach(async () => {
    server = await startTestServer({ open });
    const { apiKey } = await addAccount(server);
    const { processGuid } = await publish(server, apiKey, {
      title: 'T',
      formElements: [{ id: 'age', type: 'number', label: 'Alter', max: 120 }],
    });
    visitor = await visit(server, processGuid);
  });
  afterEach(() => server.close());

  it('A form of an earlier build opens with new validators, compiled once', async () => {
    const published = await stored();
    await storeEarlier(earlier);
    const urls = await Promise.all([1, 2, 3, 4].map(validatorUrl));
    expect(new Set(urls)).toEqual(new Set([`/validators/${published.validatorHash}.js`]));
    expect((await server.app.inject(urls[0] ?? '')).body).toBe(published.validatorModule);
    expect(await kept()).toHaveLength(1);
  });

  it('During an update the validators of both builds are compiled once and served', async () => {
    const ours = await validatorUrl();
    await storeEarlier(earlier);
    const before = await stored();
    for (let count = 0; count < 3; count += 1) expect(await validatorUrl()).toBe(ours);
    expect(await stored()).toEqual(before);
    expect(await kept()).toHaveLength(1);
    for (const [url, module] of [
      [`/validators/${earlier.validatorHash}.js`, earlier.validatorModule],
      [ours, (await kept())[0]?.validatorModule],
    ] as const) {
      expect((await server.app.inject(url)).body).toBe(module);
    }
    const [made] = await kept();
    await server.deps.db
      .updateTable('revisionValidators')
      .set({ validatorHash: 'f'.repeat(32) })
      .execute(); // a cached result is not compiled again
    expect(await validatorUrl()).toBe(`/validators/${'f'.repeat(32)}.js`);
    expect(made?.validatorSource).not.toBe(earlier.validatorSource);
    server.clock.forward((compileLimits.validatorsKeptDays + 1) * 24 * 3_600_000);
    await deleteOldValidators(server.deps);
    expect(await kept()).toEqual([]);
  });

  it('Answers from before an update are validated with their own validators', async () => {
    await storeEarlier(earlier);
    expect((await submit(121)).statusCode).toBe(400);
    expect((await submit(12)).statusCode).toBe(200);
  });

  it('Unchanged validators are kept after an update', async () => {
    const kept = { validatorModule: 'export const kept = true' };
    await storeEarlier(kept);
    await server.app.inject({ url: address(), headers: visitor.headers });
    expect(await stored()).toMatchObject(kept);
  });
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { json, publish, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { damageForm } from '#server/testing/testTasks.ts';

type Practice = Awaited<ReturnType<typeof startPractice>>;
type Problem = { reason: string; fields: Record<string, string> };

const client = { firstName: 'Miriam', lastName: 'Castillo', email: 'm@beispiel.example' };

/** The path and body of each call that takes an external id. */
async function listCreations(server: TestServer, { apiKey, provider }: Practice) {
  const { caseId } = await provider.openCase({ header: 'Verkehrsunfall' });
  const { formId } = await publish(server, apiKey, damageForm);
  return {
    client: ['/users', client],
    case: ['/cases', { header: 'Mietsache' }],
    message: [`/cases/${caseId}/messages`, { header: 'Gutachten', text: 'Es liegt vor.' }],
    task: [`/cases/${caseId}/tasks`, { formId }],
  } as const satisfies Record<string, readonly [string, object]>;
}

describeOnEachDatabase('the id of a record in a provider’s software', (open) => {
  let server: TestServer;
  let practice: Practice;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
  });
  afterEach(() => server.close());

  const kinds = ['client', 'case', 'message', 'task'] as const;
  const externalId = 'AZ 4711/26';

  it.each(kinds)('A %s has the external id that it was created with', async (kind) => {
    const [path, body] = (await listCreations(server, practice))[kind];
    const { call } = practice.provider;
    const created = json<object>(await call('POST', path, { ...body, externalId }));
    expect(created).toMatchObject({ externalId });
    expect(json<object>(await call('POST', path, body))).toMatchObject({ externalId: null });
  });

  it.each(kinds)('A second %s with the external id is refused, its field named', async (kind) => {
    const [path, body] = (await listCreations(server, practice))[kind];
    const { call } = practice.provider;
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => call('POST', path, { ...body, externalId })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    const { reason, fields } = json<Problem>(refused ?? answers[0]!);
    expect([reason, Object.keys(fields)]).toEqual(['conflict', ['/externalId']]);
  });

  it.each(kinds)('A retry of a %s with its Idempotency-Key gets the first one', async (kind) => {
    const [path, body] = (await listCreations(server, practice))[kind];
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        practice.provider.call('POST', path, { ...body, externalId }, 'the-same-key'),
      ),
    );
    const bodies = answers.map((answer) => JSON.stringify(json<object>(answer)));
    expect([answers.map(({ statusCode }) => statusCode), new Set(bodies).size]).toEqual([
      [200, 200, 200, 200],
      1,
    ]);
  });

  it('Kinds of records and providers do not share external ids', async () => {
    const other = await startPractice(server);
    for (const each of [practice, other])
      for (const [path, body] of Object.values(await listCreations(server, each)))
        expect((await each.provider.call('POST', path, { ...body, externalId })).statusCode).toBe(
          200,
        );
  });

  it('A replaced case keeps its external id unless it gets another one', async () => {
    const { provider } = practice;
    const { caseId } = await provider.openCase({ header: 'Mietsache', externalId: 'one' });
    await provider.openCase({ header: 'Erbsache', externalId: 'two' });
    const replace = (body: object) => provider.call('PUT', `/cases/${caseId}`, body);
    expect(json(await replace({ header: 'Miete' }))).toMatchObject({ externalId: 'one' });
    expect((await replace({ header: 'Miete', externalId: 'two' })).statusCode).toBe(409);
    expect(json(await replace({ header: 'Miete', externalId: 'three' }))).toMatchObject({
      externalId: 'three',
    });
  });

  it.each(['', ' ', 'x'.repeat(101)])('The external id "%s" is refused', async (wrong) => {
    const refused = await practice.provider.call('POST', '/users', {
      ...client,
      externalId: wrong,
    });
    expect([refused.statusCode, Object.keys(json<Problem>(refused).fields)]).toEqual([
      400,
      ['/externalId'],
    ]);
  });
});

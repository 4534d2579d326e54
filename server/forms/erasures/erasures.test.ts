import { expect, it } from 'vitest';
import type { Erasure } from '#schemas/forms/erasures.ts';
import { getClosing } from '#server/forms/closings/service.ts';
import { indexSubmissions } from '#server/forms/submissions/service.ts';
import { setUpEvidence } from '#server/testing/evidence.ts';
import { countBlobs, findText } from '#server/testing/stored.ts';
import { createProvider } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json, webKeys } from '#server/testing/testServer.ts';
import { verifyEvidence } from '#tools/evidence/verify.ts';

describeOnEachDatabase('erasing a submission', (open) => {
  const { world, send, exportEvidence, loadEvidence } = setUpEvidence(open);
  const name = 'Quintus Zwerchfell';
  const reason = 'Die Mandantin hat es verlangt.';

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
    createProvider(world.server, world.apiKey).call(method, path, payload);
  const erase = (submissionId: string) =>
    call('POST', `/submissions/${submissionId}/erase`, { reason });
  const getStatus = async (path: string) => (await call('GET', path)).statusCode;
  const list = async <T>(path: string) =>
    json<{ items: T[]; total: number }>(await call('GET', path));

  it('The answers and files are gone from the database, the search and the store', async () => {
    const submissionId = await send({ name });
    await indexSubmissions(world.server.deps);
    const { files } = json<{ files: { fileId: string }[] }>(
      await call('GET', `/submissions/${submissionId}`),
    );
    expect([
      (await findText(world.server.deps, 'zwerchfell')).length > 2,
      await countBlobs(world.server.deps),
    ]).toEqual([true, 1]);
    const erased = await erase(submissionId);
    expect([erased.statusCode, json(erased)]).toEqual([
      200,
      expect.objectContaining({ submissionId, reason }),
    ]);
    expect([
      await findText(world.server.deps, 'zwerchfell'),
      await countBlobs(world.server.deps),
    ]).toEqual([[], 0]);
    expect(await list('/submissions?q=zwerch')).toMatchObject({ items: [], total: 0 });
    const paths = ['', '/evidence', '/answers.pdf', `/files/${files[0]?.fileId}`];
    for (const path of paths)
      expect([path, await getStatus(`/submissions/${submissionId}${path}`)]).toEqual([path, 404]);
  });

  it('The hash stays in the chain, so that the entries beside it fit together', async () => {
    const [first, second, third] = [await send(), await send({ name }), await send()];
    const { hash } = await loadEvidence(second);
    expect(json<Erasure>(await erase(second)).evidenceHash).toBe(hash);
    const { entry, previous } = await loadEvidence(third);
    expect([entry.previousHash, previous]).toMatchObject([
      hash,
      { submissionId: second, position: 2 },
    ]);
    for (const kept of [first, third]) {
      const { verdicts } = verifyEvidence(await exportEvidence(kept));
      expect(verdicts.filter(({ wrong }) => wrong)).toEqual([]);
    }
  });

  it('A second call returns the first erasure, which the list and an event name', async () => {
    const submissionId = await send();
    const first = json<Erasure>(await erase(submissionId));
    world.server.clock.forward(60_000);
    expect(json(await erase(submissionId))).toEqual(first);
    expect(await list<Erasure>('/erasures')).toEqual({ items: [first], total: 1 });
    const events = (await list<{ type: string }>('/events')).items;
    expect(events.filter(({ type }) => type === 'submission.erased')).toMatchObject([
      { data: { submissionId, formId: first.formId } },
    ]);
  });

  it('Of two calls at once, both return the one erasure', async () => {
    const submissionId = await send();
    const answers = await Promise.all([erase(submissionId), erase(submissionId)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(json(answers[0])).toEqual(json(answers[1]));
  });

  it('The form takes no other answer in its place', async () => {
    const submissionId = await send();
    const { formId } = json<Erasure>(await erase(submissionId));
    await call('PUT', `/forms/${formId}/closing`, { maxSubmissions: 1 });
    expect(await getClosing(world.server.deps, formId)).toMatchObject({ closedBy: 'number' });
  });

  it('An external request stays answered', async () => {
    const { items } = await list<{ formId: string }>('/forms');
    const made = await call('POST', '/externalRequests', { formId: items[0]?.formId });
    const key = json<{ externalRequestKey: string }>(made).externalRequestKey;
    const { workflowKey } = await world.server.deps.db
      .selectFrom('externalRequests')
      .select('workflowKey')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    world.processGuid = workflowKey;
    await erase(await send());
    expect(await list('/externalRequests')).toMatchObject({
      items: [{ state: 'answered', submissionId: null }],
    });
    const again = await world.server.app.inject({
      method: 'POST',
      url: '/api/authenticate/adhoc/workflow',
      headers: webKeys,
      payload: { key: workflowKey },
    });
    expect([again.statusCode, json(again)['reason']]).toEqual([409, 'alreadySubmitted']);
  });

  it('A submission in a case is erased after it was taken out of the case', async () => {
    const submissionId = await send();
    const { caseId } = json<{ caseId: string }>(await call('POST', '/cases', { header: 'Brandt' }));
    await call('PUT', `/cases/${caseId}/submissions/${submissionId}`, { isShared: true });
    const refused = await erase(submissionId);
    expect([refused.statusCode, json(refused)['reason']]).toEqual([409, 'conflict']);
    await createProvider(world.server, world.apiKey).call(
      'DELETE',
      `/cases/${caseId}/submissions/${submissionId}`,
    );
    expect((await erase(submissionId)).statusCode).toBe(200);
  });

  it('A reason is needed', async () => {
    const submissionId = await send();
    const refused = await call('POST', `/submissions/${submissionId}/erase`, { reason: ' ' });
    expect([refused.statusCode, Object.keys(json<{ fields: object }>(refused).fields)]).toEqual([
      400,
      ['/reason'],
    ]);
    expect(await getStatus(`/submissions/${submissionId}`)).toBe(200);
  });
});

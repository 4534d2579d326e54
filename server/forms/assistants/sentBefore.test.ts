import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SubmissionResult } from '#schemas/forms/assistants.ts';
import { minuteMs } from '#schemas/platform/time.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  visit,
  webKeys,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';

describeOnEachDatabase('a form that was sent before', (open) => {
  let server: TestServer;
  let apiKey: string;
  let visitor: Visitor;

  beforeEach(async () => {
    server = await startTestServer({ open });
    ({ apiKey } = await addAccount(server));
    const { processGuid } = await publish(server, apiKey, {
      title: 'Mandat',
      formElements: [{ id: 'name', type: 'input', label: 'Name' }],
    });
    visitor = await visit(server, processGuid);
  });
  afterEach(() => server.close());

  const submit = (value: string, idempotencyKey: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
      headers: { ...visitor.headers, 'idempotency-key': idempotencyKey },
      payload: {
        revision: 1,
        language: 'de',
        answers: [{ elementId: 'name', type: 'input', value }],
      },
    });
  const access = (named: { idempotencyKey?: string }) =>
    server.app.inject({
      method: 'POST',
      url: '/api/assistants/process/access',
      headers: webKeys,
      payload: { workflowKey: visitor.workflowKey, ...named },
    });

  it('Another Idempotency-Key sends nothing, and gets the time of the submission', async () => {
    const { submittedAt } = json<SubmissionResult>(await submit('Jonas', 'one'));
    server.clock.forward(minuteMs);
    const second = await submit('Jana', 'two');
    const refused = { reason: 'alreadySubmitted', submittedAt, isOwnSubmission: false };
    expect([second.statusCode, json(second)]).toMatchObject([409, refused]);
    const headers = { 'x-api-key': apiKey };
    const listed = await server.app.inject({ url: '/provider/v1/submissions', headers });
    expect(json<{ items: object[] }>(listed).items).toHaveLength(1);
  });

  it('A sent workflow has its receipt for the key that has sent it', async () => {
    const receipt = json<SubmissionResult>(await submit('Jonas', 'one'));
    const { submissionId, reference, submittedAt } = receipt;
    const answer = await access({ idempotencyKey: 'one' });
    const own = { isOwnSubmission: true, submissionId, reference, submittedAt };
    expect([answer.statusCode, json(answer)]).toMatchObject([
      409,
      { reason: 'alreadySubmitted', ...own },
    ]);
  });

  it.each([
    ['another', { idempotencyKey: 'two' }],
    ['no', {}],
  ])('A sent workflow has no receipt for %s key', async (_, named) => {
    const { submittedAt } = json<SubmissionResult>(await submit('Jonas', 'one'));
    const answer = await access(named);
    const sent = { reason: 'alreadySubmitted', submittedAt, isOwnSubmission: false };
    expect([answer.statusCode, json(answer)]).toMatchObject([409, sent]);
    expect(json(answer)).not.toHaveProperty('submissionId');
    expect(json(answer)).not.toHaveProperty('reference');
  });
});

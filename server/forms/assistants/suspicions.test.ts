import { SignJWT } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FormProcess } from '#schemas/forms/assistants.ts';
import type { SubmissionDetail, SubmissionSummary } from '#schemas/forms/submissions.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  visit,
  type TestServer,
  type Visitor,
} from '#server/testing/testServer.ts';

const second = 1_000;
const day = 24 * 3_600 * second;

describeOnEachDatabase('bot detection', (open) => {
  let server: TestServer;
  let apiKey: string;
  let processGuid: string;

  beforeEach(async () => {
    server = await startTestServer({ open });
    ({ apiKey } = await addAccount(server));
    ({ processGuid } = await publish(server, apiKey, {
      title: 'T',
      formElements: [{ id: 'name', type: 'input', label: 'Name' }],
    }));
  });
  afterEach(() => server.close());

  const provider = async (url: string) =>
    server.app.inject({ url: `/provider/v1/${url}`, headers: { 'x-api-key': apiKey } });
  const address = ({ workflowKey }: Visitor) =>
    `/api/assistants/process?workflowKey=${workflowKey}`;

  async function tokenFor(visitor: Visitor): Promise<string> {
    return json<FormProcess>(
      await server.app.inject({ url: address(visitor), headers: visitor.headers }),
    ).metaData.timeToken;
  }

  async function renewed(visitor: Visitor): Promise<Visitor> {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/assistants/process/access',
      headers: visitor.headers,
      payload: { workflowKey: visitor.workflowKey },
    });
    return {
      ...visitor,
      headers: {
        ...visitor.headers,
        authorization: `Bearer ${json<{ accessToken: string }>(answer).accessToken}`,
      },
    };
  }

  /** Submits with these signs of a bot and returns the provider's view. */
  async function suspicionsAfter(
    visitor: Visitor,
    said: { timeToken?: string; honeypot?: string },
  ) {
    const { headers } = await renewed(visitor);
    const sent = await server.app.inject({
      method: 'POST',
      url: address(visitor),
      headers,
      payload: { revision: 1, language: 'de', answers: [], ...said },
    });
    expect(sent.statusCode).toBe(200);
    const { submissionId } = json<{ submissionId: string }>(sent);
    const list = json<{ items: SubmissionSummary[] }>(await provider('submissions')).items;
    const { suspicions } = json<SubmissionDetail>(await provider(`submissions/${submissionId}`));
    expect(list.find((each) => each.submissionId === submissionId)?.suspicions).toEqual(suspicions);
    return suspicions;
  }

  it('A person’s answers carry no sign of a bot', async () => {
    const visitor = await visit(server, processGuid);
    const timeToken = await tokenFor(visitor);
    server.clock.forward(3 * second);
    expect(await suspicionsAfter(visitor, { timeToken, honeypot: '' })).toEqual([]);
  });

  it('Answers of a program that fills in every field at once are taken and marked', async () => {
    const visitor = await visit(server, processGuid);
    expect(
      await suspicionsAfter(visitor, {
        timeToken: await tokenFor(visitor),
        honeypot: 'https://buy.example',
      }),
    ).toEqual(['hiddenFieldFilled', 'tooFast']);
  });

  it('Answers right after a reload are not too fast, because the workflow is older', async () => {
    const visitor = await visit(server, processGuid);
    server.clock.forward(3 * second);
    expect(await suspicionsAfter(visitor, { timeToken: await tokenFor(visitor) })).toEqual([]);
  });

  it('Answers without a token, with a forged one or a foreign one are marked', async () => {
    const visitors = [
      await visit(server, processGuid),
      await visit(server, processGuid),
      await visit(server, processGuid),
      await visit(server, processGuid),
    ] as const;
    const foreign = await tokenFor(await visit(server, processGuid));
    const accessToken = visitors[3].headers['authorization']?.replace('Bearer ', '') ?? '';
    const forged = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(visitors[2].workflowKey)
      .setAudience('formakte:shown')
      .setIssuedAt(0)
      .setExpirationTime('1000y')
      .sign(new TextEncoder().encode('a secret that nobody uses, and that is long enough'));
    server.clock.forward(60 * second);
    expect(await suspicionsAfter(visitors[0], {})).toEqual(['tokenInvalid']);
    expect(await suspicionsAfter(visitors[1], { timeToken: foreign })).toEqual(['tokenInvalid']);
    expect(await suspicionsAfter(visitors[2], { timeToken: forged })).toEqual(['tokenInvalid']);
    expect(await suspicionsAfter(visitors[3], { timeToken: accessToken })).toEqual([
      'tokenInvalid',
    ]);
  });

  it('Answers with an expired token are marked', async () => {
    const visitor = await visit(server, processGuid);
    const timeToken = await tokenFor(visitor);
    server.clock.forward(7 * day);
    expect(await suspicionsAfter(visitor, { timeToken })).toEqual(['tokenExpired']);
  });

  it('The token reaches neither the provider nor the evidence', async () => {
    const visitor = await visit(server, processGuid);
    const timeToken = await tokenFor(visitor);
    await suspicionsAfter(visitor, { timeToken });
    const {
      items: [{ submissionId } = { submissionId: '' }],
    } = json<{ items: SubmissionSummary[] }>(await provider('submissions'));
    for (const url of [
      'submissions',
      `submissions/${submissionId}`,
      `submissions/${submissionId}/evidence`,
    ])
      expect((await provider(url)).body).not.toContain(timeToken);
  });

  it('The token does not open a form', async () => {
    const visitor = await visit(server, processGuid);
    const answer = await server.app.inject({
      url: address(visitor),
      headers: { ...visitor.headers, authorization: `Bearer ${await tokenFor(visitor)}` },
    });
    expect(answer.statusCode).toBe(401);
  });
});

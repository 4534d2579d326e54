import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { json, startTestServer, webKeys, type TestServer } from '#server/testing/testServer.ts';

describeOnEachDatabase('texts of a request', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let caseId: string;
  beforeAll(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ caseId } = await practice.provider.openCase({ header: 'A', userIds: [practice.userId] }));
  });
  afterAll(() => server.close());

  const send = (payload: object) => practice.client.call('POST', `/${caseId}/messages`, payload);
  const readProblem = (answer: Awaited<ReturnType<typeof send>>) => {
    const { reason, fields } = json<{ reason: string; fields?: Record<string, string> }>(answer);
    return [answer.statusCode, reason, Object.keys(fields ?? {})];
  };

  it.each([
    ['a NUL', 'a\0b'],
    ['a bell', 'a\u0007b'],
    ['an escape sequence', '\u001B[31mrot'],
    ['a single carriage return', 'a\rb'],
    ['half of a surrogate pair', 'a\uD83Db'],
  ])('A message with %s is refused by the name of its field', async (_, text) => {
    expect(readProblem(await send({ Header: text, TextContent: 'Text' }))).toEqual([
      400,
      'invalidInput',
      ['/Header'],
    ]);
    const { fields } = json<{ fields: Record<string, string> }>(
      await send({ Header: 'Betreff', TextContent: text }),
    );
    expect(fields).toEqual({
      '/TextContent':
        'Dieser Text enthält ein Steuerzeichen oder ein unvollständiges Zeichen. ' +
        'Bitte entfernen Sie es.',
    });
  });

  it('A message keeps tabs, line breaks and characters of any script, and is cleaned', async () => {
    const text = 'a\tb\nc\r\nd 😀 שלום \u202E';
    const sent = await send({ Header: 'Betreff', TextContent: text });
    expect([sent.statusCode, json(sent)['message']]).toEqual([200, 'a\tb\nc\nd 😀 שלום ']);
  });

  it('A nested text and the name of a field are found', async () => {
    const { provider } = practice;
    const definition = {
      title: { de: 'Titel', en: 'a\0b' },
      formElements: [{ id: 'a', type: 'input', label: 'A', 'x\0': 1 }],
    };
    expect(readProblem(await provider.call('POST', '/forms', { definition }))).toEqual([
      400,
      'invalidInput',
      ['/definition/title/en', '/definition/formElements/0/x\0'],
    ]);
  });

  it('A query with a NUL is refused by its name', async () => {
    const answer = await server.app.inject({
      url: `/api/v2.0/akten/search?Search=a%00b`,
      headers: practice.headers,
    });
    expect(readProblem(answer)).toEqual([400, 'invalidInput', ['/Search']]);
  });

  it('A path with a NUL is unknown', async () => {
    const answer = await server.app.inject({
      url: '/api/account/uniqueAccountKey/a%00b',
      headers: webKeys,
    });
    expect(answer.statusCode).toBe(404);
  });

  it('A body that is nested too deeply is refused', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/authenticate/login',
      headers: { ...webKeys, 'content-type': 'application/json' },
      payload: `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
    });
    expect(readProblem(answer)).toEqual([400, 'invalidInput', []]);
  });

  it('A case with a title of invisible marks only is refused', async () => {
    const { provider, userId } = practice;
    const answer = await provider.call('POST', '/cases', {
      header: '\u200E\u202E\u2066',
      userIds: [userId],
    });
    expect(readProblem(answer)).toEqual([400, 'invalidInput', ['/header']]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#schemas/endpoints.ts';
import { errorCatalogue } from '#schemas/platform/errors.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  upload,
  visit,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';
import { listPaths } from '../route.ts';
import { getTexts } from '#server/texts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('every call of the contract', () => {
  it.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s is served at each of its addresses',
    async (_, endpoint) => {
      for (const path of listPaths(endpoint)) {
        const url = path.replace(/:\w+/g, 'unknown-id');
        const { headers } = await server.app.inject({ method: 'PROPFIND', url });
        expect(String(headers.allow).split(', ')).toContain(endpoint.method);
      }
    },
  );

  it.each(
    endpoints
      .filter(({ session }) => !session.includes('public'))
      .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )('%s refuses a caller without a session', async (_, endpoint) => {
    const url = (listPaths(endpoint)[0] ?? '').replace(/:\w+/g, 'unknown-id');
    const isForPrograms = endpoint.session.includes('provider');
    const answer = await server.app.inject({
      method: endpoint.method,
      url,
      headers: isForPrograms ? { 'x-api-key': 'wrong' } : webKeys,
    });
    // its responses have no body
    const reason = endpoint.method === 'HEAD' ? undefined : json(answer)['reason'];
    expect([answer.statusCode, reason]).toEqual([
      401,
      endpoint.method === 'HEAD' ? undefined : isForPrograms ? 'apiKeyInvalid' : 'unauthorized',
    ]);
  });
});

it('An unknown address gets a problem in the caller’s language', async () => {
  const answer = await server.app.inject({
    url: '/api/nothing',
    headers: { 'accept-language': 'en-US,en;q=0.9' },
  });
  expect([answer.statusCode, json(answer)]).toMatchObject([
    404,
    {
      reason: 'notFound',
      reasonMessage: 'We could not find this.',
      requestId: answer.headers['x-request-id'],
    },
  ]);
});

it('Every error has a text in both languages', () => {
  const values = { limit: 1, triesLeft: 1, scopes: 'read', obstacle: 'password', allowed: 'pdf' };
  for (const { message } of Object.values(errorCatalogue)) {
    for (const language of ['de', 'en'] as const)
      expect(getTexts(language)(message, values)).not.toBe(message);
  }
});

describe('provider', () => {
  let theirs: { formId: string; submissionId: string; fileId: string };
  let stranger: Record<string, string>;
  beforeAll(async () => {
    const definition = {
      title: 'Eins',
      formElements: [{ id: 'papers', type: 'file', label: 'Unterlagen' }],
    };
    const { apiKey } = await addAccount(server);
    const { formId, processGuid } = await publish(server, apiKey, definition);
    const visitor = await visit(server, processGuid);
    const {
      files: [file],
    } = json<{
      files: [{ fileuploadId: string; fileName: string; fileExtension: string; size: number }];
    }>(
      await upload(server, visitor, {
        name: 'a.pdf',
        content: Buffer.from('%PDF'),
        elementId: 'papers',
      }),
    );
    const answers = [
      {
        elementId: 'papers',
        type: 'file',
        value: [
          {
            entityId: file.fileuploadId,
            name: file.fileName,
            extension: file.fileExtension,
            size: file.size,
          },
        ],
      },
    ];
    const sent = await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${visitor.workflowKey}`,
      headers: visitor.headers,
      payload: { revision: 1, language: 'de', answers },
    });
    theirs = {
      formId,
      submissionId: json<{ submissionId: string }>(sent).submissionId,
      fileId: file.fileuploadId,
    };
    const owner = await server.app.inject({
      url: `/provider/v1/submissions/${theirs.submissionId}/files/${theirs.fileId}`,
      headers: { 'x-api-key': apiKey },
    });
    expect(owner.statusCode).toBe(200);
    stranger = { 'x-api-key': (await addAccount(server)).apiKey };
  });

  const definition = { title: 'Fremd', formElements: [{ id: 'a', type: 'input', label: 'A' }] };
  const unknown = {
    formId: 'nobody-has-this',
    submissionId: 'nobody-has-this',
    fileId: 'nobody-has-this',
  };
  it.each<[string, 'GET' | 'PUT' | 'POST', (of: typeof unknown) => string, object?]>([
    ['updateForm', 'PUT', ({ formId }) => `forms/${formId}`, { definition }],
    ['publishForm', 'POST', ({ formId }) => `forms/${formId}/publish`],
    ['withdrawForm', 'POST', ({ formId }) => `forms/${formId}/withdraw`],
    ['getForm', 'GET', ({ formId }) => `forms/${formId}`],
    ['getSubmission', 'GET', ({ submissionId }) => `submissions/${submissionId}`],
    ['getEvidence', 'GET', ({ submissionId }) => `submissions/${submissionId}/evidence`],
    ['getEvidencePdf', 'GET', ({ submissionId }) => `submissions/${submissionId}/evidence.pdf`],
    [
      'downloadSubmissionFile',
      'GET',
      ({ submissionId, fileId }) => `submissions/${submissionId}/files/${fileId}`,
    ],
  ])(
    '%s responds alike to another provider’s id and to an unknown one',
    async (_, method, path, payload) => {
      const call = async (of: typeof unknown) => {
        const answer = await server.app.inject({
          method,
          url: `/provider/v1/${path(of)}`,
          headers: stranger,
          ...(payload ? { payload } : {}),
        });
        return { status: answer.statusCode, body: { ...json(answer), requestId: '' } };
      };
      const foreign = await call(theirs);
      expect(foreign).toMatchObject({ status: 404, body: { reason: 'notFound' } });
      expect(foreign).toEqual(await call(unknown));
    },
  );

  it('A provider lists no submission of another provider', async () => {
    for (const query of ['', `?formId=${theirs.formId}`]) {
      expect(
        json(
          await server.app.inject({ url: `/provider/v1/submissions${query}`, headers: stranger }),
        ),
      ).toEqual({ items: [], total: 0 });
    }
  });
});

it('A provider sees no form of another provider', async () => {
  const [one, other] = [await addAccount(server), await addAccount(server)];
  const created = await server.app.inject({
    method: 'POST',
    url: '/provider/v1/forms',
    headers: { 'x-api-key': one.apiKey },
    payload: {
      definition: { title: 'Eins', formElements: [{ id: 'a', type: 'input', label: 'A' }] },
    },
  });
  const { formId } = json<{ formId: string }>(created);
  const headers = { 'x-api-key': other.apiKey };
  const foreign = await server.app.inject({ url: `/provider/v1/forms/${formId}`, headers });
  const unknown = await server.app.inject({ url: '/provider/v1/forms/nobody-has-this', headers });
  expect([foreign.statusCode, unknown.statusCode]).toEqual([404, 404]);
  expect(
    json<{ items: unknown[] }>(await server.app.inject({ url: '/provider/v1/forms', headers }))
      .items,
  ).toEqual([]);
});

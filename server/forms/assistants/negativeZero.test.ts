import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SubmissionDetail } from '#schemas/forms/submissions.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  json,
  publish,
  startTestServer,
  visit,
  type TestServer,
} from '#server/testing/testServer.ts';

describeOnEachDatabase('a number that a program sends as -0', (open) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ open });
  });
  afterEach(() => server.close());

  it.each(['-0', '-0.0', '-0e1', '-1e-400'])(
    'The JSON number %s is stored, compared and printed as 0',
    async (number) => {
      const { apiKey } = await addAccount(server);
      const { processGuid } = await publish(server, apiKey, {
        title: 'Schaden',
        formElements: [
          { id: 'n', type: 'number', label: 'Wert' },
          { id: 'text', type: 'computed', label: 'Text', formula: { text: 'Wert {n}' } },
          { id: 'product', type: 'computed', label: 'Produkt', formula: { product: ['n'] } },
          {
            id: 'zero',
            type: 'computed',
            label: 'Null',
            formula: { text: 'ist null' },
            visibleWhen: { element: 'n', equals: 0 },
          },
        ],
      });
      const { workflowKey, headers } = await visit(server, processGuid);
      const sent = await server.app.inject({
        method: 'POST',
        url: `/api/assistants/process?workflowKey=${workflowKey}`,
        headers: { ...headers, 'content-type': 'application/json' },
        payload:
          '{"revision":1,"language":"de","answers":' +
          `[{"elementId":"n","type":"number","value":${number}}]}`,
      });
      expect(sent.statusCode).toBe(200);
      const stored = await server.app.inject({
        url: `/provider/v1/submissions/${json(sent)['submissionId'] as string}`,
        headers: { 'x-api-key': apiKey },
      });
      const { answers } = json<SubmissionDetail>(stored);
      expect(answers.map(({ elementId, value }) => [elementId, value])).toEqual([
        ['n', 0],
        ['text', 'Wert 0'],
        ['product', 0],
        ['zero', 'ist null'],
      ]);
    },
  );
});

// Part of `npm run check:loads`.
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mebibyte } from '#schemas/platform/sizes.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { publish, startTestServer, visit, type TestServer } from '#server/testing/testServer.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';
import { exportLines, exportTable } from './service.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const sentence = 'Der Wagen kam von rechts. ';
const amounts = {
  many: { rows: 10_000, text: sentence.repeat(80) }, // 2 kB, so that all rows are 20 MB
  large: { rows: 60, text: sentence.repeat(40_000) }, // 1 MB
};
type Amount = keyof typeof amounts;
const allowedBytes = 12 * mebibyte;

describeOnEachDatabase('a large export', (open) => {
  let server: TestServer;
  let accountId: string;
  const formIds = new Map<Amount, string>();
  beforeAll(async () => {
    server = await startTestServer({ open });
    const practice = await startPractice(server);
    ({ accountId } = practice);
    await submit('many', practice.apiKey);
    await submit('large', practice.apiKey);
  }, scaleTimeout(120_000));
  afterAll(() => server.close());

  /** Publishes a form, submits it, and copies the submission with its text. */
  async function submit(amount: Amount, apiKey: string) {
    const form = await publish(server, apiKey, {
      title: 'Unfall',
      formElements: [{ id: 'text', type: 'textarea', label: 'Hergang' }],
    });
    formIds.set(amount, form.formId);
    const { workflowKey, headers } = await visit(server, form.processGuid);
    await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${workflowKey}`,
      headers,
      payload: {
        revision: 1,
        language: 'de',
        answers: [{ elementId: 'text', type: 'textarea', value: sentence }],
      },
    });
    await copySubmission(workflowKey, amounts[amount]);
  }

  /** Sets the text of a submission, and copies it with its workflow until there are `rows`. */
  async function copySubmission(workflowKey: string, { rows, text }: (typeof amounts)[Amount]) {
    const { db } = server.deps;
    const workflow = await db
      .selectFrom('workflows')
      .selectAll()
      .where('key', '=', workflowKey)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('submissions')
      .set({ answers: JSON.stringify([{ elementId: 'text', type: 'textarea', value: text }]) })
      .where('workflowKey', '=', workflowKey)
      .execute();
    const submission = await db
      .selectFrom('submissions')
      .selectAll()
      .where('workflowKey', '=', workflowKey)
      .executeTakeFirstOrThrow();
    const keys = Array.from({ length: rows - 1 }, (_, index) => `${workflowKey}-${index}`);
    for (let start = 0; start < keys.length; start += 100) {
      const some = keys.slice(start, start + 100);
      await db
        .insertInto('workflows')
        .values(some.map((key) => ({ ...workflow, key, idempotencyKey: null })))
        .execute();
      await db
        .insertInto('submissions')
        .values(some.map((key) => ({ ...submission, id: key, workflowKey: key })))
        .execute();
    }
  }

  it.each([
    ['Ten thousand submissions', 'csv', 'many'],
    ['Ten thousand submissions', 'xlsx', 'many'],
    ['Ten thousand submissions', 'ndjson', 'many'],
    ['Submissions of a megabyte', 'csv', 'large'],
    ['Submissions of a megabyte', 'ndjson', 'large'],
  ] as const)(
    '%s are exported as %s in bounded memory',
    async (_title, format, amount) => {
      const { rows, text } = amounts[amount];
      const formId = formIds.get(amount) ?? '';
      const provider = { accountId, language: 'de' } as const;
      const content =
        format === 'ndjson'
          ? exportLines(server.deps, provider, { formId })
          : (await exportTable(server.deps, provider, { formId, format }, {})).content;
      collectGarbage();
      const before = process.memoryUsage().heapUsed;
      let [most, bytes, lines, measuredAt] = [0, 0, 0, 0];
      const sink = new Writable({
        write(chunk: Buffer, _, done) {
          bytes += chunk.length;
          if (format !== 'xlsx') lines += chunk.toString('latin1').split('\n').length - 1;
          if (bytes > measuredAt + (format === 'xlsx' ? 100_000 : 2 * mebibyte)) {
            measuredAt = bytes;
            collectGarbage();
            most = Math.max(most, process.memoryUsage().heapUsed - before);
          }
          done();
        },
      });
      await pipeline(content, sink);
      collectGarbage();
      most = Math.max(most, process.memoryUsage().heapUsed - before);
      if (format !== 'xlsx') expect(lines).toBe(rows);
      expect(bytes).toBeGreaterThan(format === 'xlsx' ? 100_000 : rows * text.length);
      expect(most).toBeLessThan(allowedBytes);
    },
    scaleTimeout(120_000),
  );
});

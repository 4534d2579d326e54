import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ProviderCase } from '#schemas/cases/cases.ts';
import { keyScopes } from '#schemas/platform/endpoint.ts';
import type { ImportedLine, ImportSummary } from '#schemas/portal/imports.ts';
import { createApiKey } from '#server/accounts/apiKeys/service.ts';
import { generateImport } from '#server/testing/importLines.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { json, publish, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { damageForm } from '#server/testing/testTasks.ts';
import { scaleTimeout } from '#tools/testing/timeouts.ts';

const client = {
  kind: 'client',
  externalId: 'M-1',
  firstName: 'Miriam',
  lastName: 'Castillo',
  email: 'm@beispiel.example',
};
const ofCase = {
  kind: 'case',
  externalId: 'A-1',
  header: 'Verkehrsunfall',
  clientExternalIds: ['M-1'],
};
const message = {
  kind: 'message',
  externalId: 'N-1',
  caseExternalId: 'A-1',
  header: 'Gutachten',
  text: 'Es liegt vor.',
};

describeOnEachDatabase('a bulk import', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let formId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ formId } = await publish(server, practice.apiKey, damageForm));
  });
  afterEach(() => server.close());

  async function send(
    payload: string | Buffer | Readable,
    { query = '', apiKey = practice.apiKey }: { query?: string; apiKey?: string } = {},
  ): Promise<{ lines: ImportedLine[]; summary: ImportSummary }> {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/provider/v1/import${query}`,
      headers: { 'x-api-key': apiKey, 'content-type': 'application/x-ndjson' },
      payload,
    });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'application/x-ndjson',
    ]);
    const parsed = answer.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    return {
      summary: parsed.at(-1) as ImportSummary,
      lines: parsed.slice(0, -1) as ImportedLine[],
    };
  }
  const sendRecords = (records: readonly object[], options: Parameters<typeof send>[1] = {}) =>
    send(records.map((record) => JSON.stringify(record)).join('\n'), options);
  const task = () => ({ kind: 'task', externalId: 'T-1', caseExternalId: 'A-1', formId });
  const outcomes = ({ lines }: { lines: ImportedLine[] }) => lines.map(({ outcome }) => outcome);

  async function listRows(): Promise<string[]> {
    const tables = await server.deps.db.introspection.getTables();
    const rows = await Promise.all(
      tables
        // The last use of the key, and its rate limit.
        .filter(({ name }) => name !== 'apiKeys' && name !== 'attemptCounters')
        .map(async ({ name }) => ({
          name,
          rows: await server.deps.db
            .selectFrom(name as 'users')
            .selectAll()
            .execute(),
        })),
    );
    return rows
      .flatMap(({ name, rows: own }) => own.map((row) => `${name} ${JSON.stringify(row)}`))
      .sort();
  }

  it(
    'Broken lines are named, the others are stored once, and a second run changes nothing',
    { timeout: scaleTimeout(300_000) },
    async () => {
      const size = { clients: 300, cases: 300, messages: 600, tasks: 50 };
      const broken = new Map<number, string>();
      const first = await send(Readable.from(generateImport(size, formId, broken)));
      expect(broken.size).toBeGreaterThan(20);
      expect(first.summary).toEqual({
        isComplete: true,
        created: 1_250,
        updated: 0,
        unchanged: 0,
        failed: broken.size,
      });
      const failed = first.lines.filter(({ outcome }) => outcome === 'failed');
      expect(
        new Map(failed.map(({ line, fields }) => [line, Object.keys(fields ?? {}).join()])),
      ).toEqual(broken);
      expect(first.lines.map(({ line }) => line)).toEqual(
        Array.from({ length: 1_250 + broken.size }, (_, index) => index + 1),
      );
      const rows = await listRows();
      server.clock.forward(60_000);
      const second = await send(Readable.from(generateImport(size, formId)));
      expect(second.summary).toEqual({
        isComplete: true,
        created: 0,
        updated: 0,
        unchanged: 1_250,
        failed: broken.size,
      });
      expect(await listRows()).toEqual(rows);
    },
  );

  it('Imported records are those that single calls create', async () => {
    const { lines } = await sendRecords([client, ofCase, message, task()]);
    const [userId, caseId, messageId, workflowId] = lines.map(({ id }) => id);
    const { call } = practice.provider;
    expect(json(await call('GET', `/users/${userId}`))).toMatchObject({
      externalId: 'M-1',
      lastName: 'Castillo',
      userStatus: 0,
    });
    expect(json(await call('GET', `/cases/${caseId}`))).toMatchObject({
      externalId: 'A-1',
      userIds: [userId],
      lastMessageDate: server.clock.now().toISOString(),
    });
    expect(json(await call('GET', `/cases/${caseId}/messages/${messageId}`))).toMatchObject({
      externalId: 'N-1',
      text: 'Es liegt vor.',
      readBy: [{ userId, readAt: null }],
    });
    expect(json(await call('GET', `/tasks/${workflowId}`))).toMatchObject({
      externalId: 'T-1',
      caseId,
      formId,
      state: 'open',
    });
    const { items } = json<{ items: { type: string }[] }>(await call('GET', '/events'));
    expect(items.map(({ type }) => type)).toEqual([
      'case.created',
      'message.created',
      'task.created',
    ]);
  });

  it('Changed fields are stored, and omitted ones stay', async () => {
    await sendRecords([client, { ...ofCase, aktenzeichen: '17/26' }, task()]);
    const again = await sendRecords([
      { ...client, lastName: 'Brandt' },
      { ...ofCase, header: 'Unfall' },
      { ...task(), validUntil: '2026-12-24T18:00' },
    ]);
    expect(outcomes(again)).toEqual(['updated', 'updated', 'updated']);
    const [, caseId] = again.lines.map(({ id }) => id);
    expect(
      json<ProviderCase>(await practice.provider.call('GET', `/cases/${caseId}`)),
    ).toMatchObject({ header: 'Unfall', aktenzeichen: '17/26' });
  });

  it('A message with other content, a task with another case and a withdrawn case fail', async () => {
    const { lines } = await sendRecords([client, ofCase, message, task()]);
    const changed = await sendRecords([
      { ...ofCase, externalId: 'A-2' },
      { ...message, text: 'Es liegt nicht vor.' },
      { ...task(), caseExternalId: 'A-2' },
    ]);
    expect(outcomes(changed)).toEqual(['created', 'failed', 'failed']);
    expect(changed.lines.slice(1).map(({ reason, fields }) => [reason, fields])).toEqual([
      ['conflict', { '/externalId': expect.any(String) }],
      ['conflict', { '/externalId': expect.any(String) }],
    ]);
    await practice.provider.call('DELETE', `/cases/${lines[1]?.id}`);
    const after = await sendRecords([ofCase, { ...message, externalId: 'N-2' }]);
    expect(after.lines.map(({ reason, fields }) => [reason, Object.keys(fields ?? {})])).toEqual([
      ['conflict', ['/externalId']],
      ['conflict', ['/caseExternalId']],
    ]);
  });

  it.each([
    ['no JSON', '{"kind":', 'invalidInput', undefined],
    ['a list', '[]', 'invalidInput', undefined],
    ['an unknown kind', '{"kind":"toString"}', 'invalidInput', ['/kind']],
    [
      'an invalid encoding',
      Buffer.from(JSON.stringify({ ...client, lastName: 'Brändt' }), 'latin1'),
      'invalidEncoding',
      undefined,
    ],
    [
      'a control character',
      JSON.stringify({ ...client, lastName: 'a\u0000b' }),
      'invalidInput',
      ['/lastName'],
    ],
    [
      'an unknown client',
      JSON.stringify({ ...ofCase, clientExternalIds: ['M-0', 'M-404'] }),
      'invalidInput',
      ['/clientExternalIds/1'],
    ],
    [
      'an unknown case',
      JSON.stringify({ ...message, caseExternalId: 'A-404' }),
      'invalidInput',
      ['/caseExternalId'],
    ],
    ['too many bytes', ' '.repeat(1_100_000), 'requestTooLarge', undefined],
  ])(
    'A line with %s fails, and the lines around it are stored',
    async (_, line, reason, fields) => {
      const before = JSON.stringify({ ...client, externalId: 'M-0' });
      const { lines, summary } = await send(
        Buffer.concat([
          Buffer.from(`${before}\r\n\r\n`),
          Buffer.from(line),
          Buffer.from(`\r\n${JSON.stringify(client)}`),
        ]),
      );
      expect(lines).toMatchObject([
        { line: 1, outcome: 'created' },
        { line: 3, outcome: 'failed', reason, reasonMessage: expect.any(String) },
        { line: 4, outcome: 'created' },
      ]);
      expect(lines[1]?.fields && Object.keys(lines[1].fields)).toEqual(fields);
      expect(summary).toMatchObject({ isComplete: true, created: 2, failed: 1 });
    },
  );

  it.each([
    ['no date', {}],
    ['one date', { creationDate: '2026-03-01T12:00:00Z' }],
  ])(
    'Messages of %s keep the order of their lines, and are unchanged when repeated',
    async (_, date) => {
      await sendRecords([client, ofCase]);
      const headers = Array.from({ length: 30 }, (__, index) => `Nummer ${index}`);
      const records = headers.map((header) => ({
        ...message,
        ...date,
        externalId: header,
        header,
      }));
      await sendRecords(records.slice(0, 20));
      const { lines } = await sendRecords(records);
      expect(lines.map(({ outcome }) => outcome)).toEqual(
        headers.map((__, index) => (index < 20 ? 'unchanged' : 'created')),
      );
      const stored = await server.deps.db
        .selectFrom('messages')
        .select('header')
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
      expect(stored.map(({ header }) => header)).toEqual(headers);
    },
  );

  it('A message that was stored as it was sent is unchanged when it is imported again', async () => {
    const text = 'Fu\u0308r Sie.\r\nBis bald.';
    await sendRecords([client, ofCase, { ...message, text }]);
    await server.deps.db.updateTable('messages').set({ text }).execute();
    const { lines } = await sendRecords([{ ...message, text }]);
    expect(lines).toMatchObject([{ outcome: 'unchanged' }]);
  });

  it('Clients are mailed about imported records only with `notify`', async () => {
    const count = async (table: 'notifications' | 'mailOutbox') =>
      (await server.deps.db.selectFrom(table).selectAll().execute()).length;
    const known = await server.app.inject({
      method: 'PATCH',
      url: `/provider/v1/users/${practice.userId}`,
      headers: { 'x-api-key': practice.apiKey, 'if-match': '*' },
      payload: { externalId: 'M-1' },
    });
    const { email } = json<{ email: string }>(known);
    const renamed = { ...client, email, lastName: 'Castillo-Ruiz' };
    await sendRecords([renamed, ofCase]);
    await sendRecords([message, task()]);
    expect([await count('notifications'), await count('mailOutbox')]).toEqual([0, 0]);
    await sendRecords(
      [
        { ...message, externalId: 'N-2' },
        { ...task(), externalId: 'T-2' },
        { ...renamed, lastName: 'Castillo' },
      ],
      { query: '?notify=true' },
    );
    expect([await count('notifications'), await count('mailOutbox')]).toEqual([2, 1]);
  });

  it('A key imports only the kinds of its scopes', async () => {
    const { accountId } = practice;
    const { apiKey } = await createApiKey(
      server.deps,
      { accountId, scopes: keyScopes },
      {
        name: 'Mandanten',
        scopes: ['people'],
      },
    );
    const { lines } = await sendRecords([client, ofCase], { apiKey });
    expect(lines.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['created', undefined],
      ['failed', 'keyScopeMissing'],
    ]);
  });

  it('Another provider’s records are unknown', async () => {
    await sendRecords([client, ofCase]);
    const other = await startPractice(server);
    const { lines } = await sendRecords([ofCase, message], other);
    expect(lines.map(({ fields }) => Object.keys(fields ?? {}))).toEqual([
      ['/clientExternalIds/0'],
      ['/caseExternalId'],
    ]);
  });

  it('An empty import has a summary only', async () => {
    expect(await send('\n\n')).toEqual({
      lines: [],
      summary: { isComplete: true, created: 0, updated: 0, unchanged: 0, failed: 0 },
    });
  });
});

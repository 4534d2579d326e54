import { text as streamText } from 'node:stream/consumers';
import { unzipSync, strFromU8 } from 'fflate';
import { parseCsv } from 'hucre/csv';
import { readSheet } from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Answer, FormDefinition } from '#schemas/forms/forms.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  json,
  publish,
  startTestServer,
  visit,
  type TestServer,
} from '#server/testing/testServer.ts';
import type { Cell } from './columns.ts';
import { writeCsv } from './formats.ts';

const name = { id: 'name', type: 'textarea', label: { de: 'Name', en: 'Full name' } };
const price = { id: 'price', type: 'number', label: 'Preis', unit: '€' };
const day = { id: 'day', type: 'date', label: 'Tag' };
const witnesses = {
  id: 'witnesses',
  type: 'group',
  label: 'Zeugen',
  max: 3,
  formElements: [
    { id: 'who', type: 'input', label: 'Name' },
    { id: 'age', type: 'number', label: 'Alter' },
  ],
};
const first: FormDefinition = { title: 'Unfall', formElements: [name, price, witnesses] };
/** Without the price, and with a question before the name. */
const second: FormDefinition = { title: 'Unfall', formElements: [day, name, witnesses] };

const given = {
  name: (value: string): Answer => ({ elementId: 'name', type: 'textarea', value }),
  price: (value: number): Answer => ({ elementId: 'price', type: 'number', value }),
  day: (value: string): Answer => ({ elementId: 'day', type: 'date', value }),
  witnesses: (value: object[]): Answer => ({ elementId: 'witnesses', type: 'group', value }),
};

it('An id keeps its hyphen at the beginning, so that a program finds it', async () => {
  async function* rows(): AsyncGenerator<Cell[]> {
    yield [{ id: '-g8QDKGO' }, '-g8QDKGO'];
  }
  const table = { header: ['id', 'text'], kinds: [], toRow: () => [] };
  expect(parseCsv(await streamText(writeCsv(table, rows())))).toEqual([
    ['id', 'text'],
    ['-g8QDKGO', "'-g8QDKGO"],
  ]);
});

it('A number in CSV is read as the number that was answered', async () => {
  const numbers = [-12.5, 1.5e-21, Number.MIN_VALUE, 2 ** 53, 1e20, Number.MAX_VALUE];
  async function* rows(): AsyncGenerator<Cell[]> {
    yield numbers;
  }
  const table = { header: numbers.map(String), kinds: [], toRow: () => [] };
  const [, row = []] = parseCsv(await streamText(writeCsv(table, rows())));
  expect(row.map(Number)).toEqual(numbers);
});

it('No cell is a formula, also when a spreadsheet splits the CSV at another separator', async () => {
  const texts = [
    'Kauf;=1+1',
    'Kauf; "=1+1"',
    "Kauf;'=1+1",
    'Kauf\t@SUM(A1)',
    'Kauf\r\n=1+1;+2',
    ' =1+1',
    ';;＝1;|calc',
    '"=1+1',
  ];
  async function* rows(): AsyncGenerator<Cell[]> {
    for (const text of texts) yield [text, 'x'];
  }
  const table = { header: ['Frage;=1+1', 'x'], kinds: [], toRow: () => [] };
  const written = await streamText(writeCsv(table, rows()));
  for (const delimiter of [',', ';', '\t'])
    for (const cell of parseCsv(written, { delimiter }).flat())
      expect(cell).not.toMatch(/^[\s"]*[=+\-@|＝＋－＠]/u);
  // A program gets the text back when it removes the apostrophe.
  const marked = /(?<=(?:^|[;\t\r\n])[\s"';]*)'(?=[=+\-@|＝＋－＠])/gu;
  const [, ...read] = parseCsv(written);
  expect(read.map(([cell]) => String(cell).replaceAll(marked, ''))).toEqual(texts);
  expect(read.map(([cell]) => cell)).toContain("Kauf;'=1+1");
});

describeOnEachDatabase('exports of submissions', (open) => {
  let server: TestServer;
  let practice: Awaited<ReturnType<typeof startPractice>>;
  let processGuid: string;
  let formId: string;
  beforeEach(async () => {
    server = await startTestServer({ open });
    practice = await startPractice(server);
    ({ processGuid, formId } = await publish(server, practice.apiKey, first));
  });
  afterEach(() => server.close());

  async function send(answers: Answer[], revision = 1) {
    const { workflowKey, headers } = await visit(server, processGuid);
    const sent = await server.app.inject({
      method: 'POST',
      url: `/api/assistants/process?workflowKey=${workflowKey}`,
      headers,
      payload: { revision, language: 'de', answers },
    });
    expect(sent.statusCode).toBe(200);
    server.clock.forward(1_000);
    return json<{ submissionId: string; reference: string }>(sent);
  }
  const get = (path: string) =>
    server.app.inject({
      url: `/provider/v1/${path}`,
      headers: { 'x-api-key': practice.apiKey, 'accept-language': 'de' },
    });
  const readCsv = async (query = '') =>
    parseCsv((await get(`forms/${formId}/submissions.csv${query}`)).payload);
  const publishSecond = async () => {
    await practice.provider.call('PUT', `/forms/${formId}`, { definition: second });
    await practice.provider.call('POST', `/forms/${formId}/publish`);
  };

  it('A question keeps its column in every revision, and new ones follow', async () => {
    await send([given.name('Jana'), given.price(12.5)]);
    const [before = []] = await readCsv('?columns=id');
    await publishSecond();
    await send([given.day('2026-11-19'), given.name('Otto')], 2);
    const [header = [], one = [], other = []] = await readCsv('?columns=id');
    expect(header.slice(0, before.length)).toEqual(before);
    expect(header.slice(11)).toEqual(['name', 'price', 'witnesses.who', 'witnesses.age', 'day']);
    expect(one.slice(11)).toEqual(['Jana', '12.5', '', '', '']);
    expect(other.slice(11)).toEqual(['Otto', '', '', '', '2026-11-19']);
  });

  it('A table of words has labels in the language, with the id where two are equal', async () => {
    const { reference, submissionId } = await send([
      given.name('Zeile 1'),
      given.witnesses([{ who: 'Anna', age: 30 }, {}, { who: 'Ben' }]),
    ]);
    await practice.provider.call('PATCH', `/submissions/${submissionId}`, { state: 'done' });
    const [header, row = []] = await readCsv('?language=de');
    expect(header).toEqual([
      'Nummer',
      'Kennung',
      'Abgesendet',
      'Fassung',
      'Sprache',
      'Weg',
      'Stand',
      'Zuständig (Kennung)',
      'Notiz',
      'Akte (Kennung)',
      'Hinweise auf Spam',
      'Name (name)',
      'Preis',
      'Name (witnesses.who)',
      'Alter',
    ]);
    expect(row.slice(0, 7)).toEqual([
      reference,
      submissionId,
      '2026-11-20T09:00:00.000Z',
      '1',
      'de',
      'Link',
      'erledigt',
    ]);
    expect(row.slice(11)).toEqual(['Zeile 1', '', 'Anna\n\nBen', '30\n\n']);
    expect((await readCsv('?language=en'))[0]).toContain('Full name');
  });

  it('A text that a spreadsheet would run is marked in CSV, and a text in a workbook', async () => {
    const hostile = [
      '=1+1',
      '+49 40 123',
      '-2',
      '@SUM(A1)',
      '＝1',
      '|calc',
      'a=1',
      '"x", y',
      'a; b - c',
    ];
    for (const text of hostile) await send([given.name(text), given.price(-5)]);
    const rows = (await readCsv('?columns=id')).slice(1);
    expect(rows.map((row) => row[11])).toEqual([
      "'=1+1",
      "'+49 40 123",
      "'-2",
      "'@SUM(A1)",
      "'＝1",
      "'|calc",
      'a=1',
      '"x", y',
      'a; b - c',
    ]);
    expect(rows.map((row) => row[12])).toEqual(hostile.map(() => '-5'));
    const { rawPayload } = await get(`forms/${formId}/submissions.xlsx?columns=id`);
    const sheet = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('=1+1');
    expect(sheet).not.toContain('<f>');
    const [, ...read] = await readSheet(rawPayload);
    expect(read.map((row) => row[11])).toEqual(hostile);
  });

  it('Numbers, days and times are typed in a workbook', async () => {
    await publishSecond();
    await send([given.name('Jana <b> & "Co" 🚗\nZeile'), given.day('2026-11-19')], 2);
    await practice.provider.call('PUT', `/forms/${formId}`, { definition: first });
    await practice.provider.call('POST', `/forms/${formId}/publish`);
    await send([given.name('x'.repeat(500)), given.price(1234.5)], 3);
    const answer = await get(`forms/${formId}/submissions.xlsx?columns=id`);
    expect(answer.headers['content-disposition']).toContain('filename="Unfall.xlsx"');
    const [header = [], one = [], other = []] = await readSheet(answer.rawPayload);
    const at = (row: readonly unknown[], column: string) => row[header.indexOf(column)];
    expect(at(one, 'name')).toBe('Jana <b> & "Co" 🚗\nZeile');
    expect(at(one, 'day')).toEqual(new Date('2026-11-19T00:00:00Z'));
    expect(at(one, 'submittedAt')).toEqual(new Date('2026-11-20T10:00:00Z')); // in Germany
    expect(at(one, 'revision')).toBe(2);
    expect(at(other, 'price')).toBe(1234.5);
    expect(at(other, 'day')).toBeNull();
  });

  it('A workbook has texts that look like escapes, and days before its calendar, unchanged', async () => {
    await publishSecond();
    for (const early of ['1850-05-01', '1900-02-28', '1900-03-01'])
      await send([given.name('_x0041_ _x000d_'), given.day(early)], 2);
    const answer = await get(`forms/${formId}/submissions.xlsx?columns=id`);
    const [header = [], ...rows] = await readSheet(answer.rawPayload);
    expect(rows.map((row) => row[header.indexOf('name')])).toEqual(
      rows.map(() => '_x0041_ _x000d_'),
    );
    expect(rows.map((row) => row[header.indexOf('day')])).toEqual([
      '1850-05-01',
      '1900-02-28',
      new Date('1900-03-01T00:00:00Z'),
    ]);
  });

  it('A line of JSON is a submission as it is read, without the form; filters apply', async () => {
    const jana = await send([given.name('Jana')]);
    const otto = await send([given.name('Otto')]);
    await practice.provider.call('PATCH', `/submissions/${otto.submissionId}`, { state: 'done' });
    const readLines = async (query: string) =>
      (await get(`submissions.ndjson${query}`)).payload
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { submissionId: string });
    const lines = await readLines(`?formId=${formId}`);
    const { formElement, ...read } = json<Record<string, unknown>>(
      await get(`submissions/${jana.submissionId}`),
    );
    expect(formElement).toBeDefined();
    expect(lines[0]).toEqual(read);
    expect(lines.map(({ submissionId }) => submissionId)).toEqual([
      jana.submissionId,
      otto.submissionId,
    ]);
    expect(await readLines('?state=done')).toMatchObject([{ submissionId: otto.submissionId }]);
    expect((await readCsv('?state=done&columns=id')).slice(1)).toHaveLength(1);
  });

  it('The PDF of a submission has its answers and no hashes', async () => {
    const { reference, submissionId } = await send([given.name('Jana Brandt'), given.price(3)]);
    const { rawPayload } = await get(`submissions/${submissionId}/answers.pdf`);
    const pdf = await getDocumentProxy(new Uint8Array(rawPayload));
    const { text } = await extractText(pdf, { mergePages: true });
    for (const words of ['Antworten', 'Unfall', 'Jana Brandt', '3 €', reference])
      expect(text).toContain(words);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  });

  it('Another provider’s form and submission are not found', async () => {
    const { submissionId } = await send([given.name('Jana')]);
    const other = await startPractice(server);
    for (const path of [
      `forms/${formId}/submissions.csv`,
      `forms/${formId}/submissions.xlsx`,
      `submissions/${submissionId}/answers.pdf`,
    ]) {
      const { statusCode } = await server.app.inject({
        url: `/provider/v1/${path}`,
        headers: { 'x-api-key': other.apiKey },
      });
      expect(statusCode).toBe(404);
    }
  });
});

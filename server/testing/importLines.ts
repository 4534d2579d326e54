import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { ImportedLine, ImportSummary } from '#schemas/portal/imports.ts';

/** Numbers of records in a generated import. */
export type ImportSize = {
  clients: number;
  cases: number;
  messages: number;
  tasks: number;
  /** of the external ids */ prefix?: string;
};

const dayMs = 86_400_000;
const newest = Date.parse('2026-11-01T09:00:00.000Z');

const buildClient = (index: number, { prefix = '' }: ImportSize) => ({
  kind: 'client',
  externalId: `${prefix}M-${index}`,
  firstName: 'Miriam',
  lastName: `Castillo ${index}`,
  email: `m${index}@beispiel.example`,
});

const buildCase = (index: number, { clients, prefix = '' }: ImportSize) => ({
  kind: 'case',
  externalId: `${prefix}A-${index}`,
  header: `Verkehrsunfall ${index}`,
  aktenzeichen: `${index}/26`,
  clientExternalIds: [`${prefix}M-${index % clients}`],
});

const text =
  'Sehr geehrte Frau Castillo, anbei erhalten Sie unser Schreiben an die gegnerische ' +
  'Versicherung. Wir bitten um Durchsicht und Rückmeldung bis zum Ende des Monats.';

const buildMessage = (index: number, { cases, prefix = '' }: ImportSize) => ({
  kind: 'message',
  externalId: `${prefix}N-${index}`,
  caseExternalId: `${prefix}A-${index % cases}`,
  header: `Schreiben ${index}`,
  text: `${text} Nummer ${index}.`,
  creationDate: new Date(newest - dayMs + index * 1_000).toISOString(),
});

const buildTask = (index: number, { cases, prefix = '' }: ImportSize, formId: string) => ({
  kind: 'task',
  externalId: `${prefix}T-${index}`,
  caseExternalId: `${prefix}A-${index % cases}`,
  formId,
  validUntil: '2026-12-24T18:00',
});

/** Ways to break a line of any kind, with the pointer of the field that its report names. */
const breaks: readonly [field: string, change: (record: object) => string][] = [
  ['/unknownField', (record) => JSON.stringify({ ...record, unknownField: 1 })],
  ['/externalId', (record) => JSON.stringify({ ...record, externalId: '' })],
  ['', (record) => JSON.stringify(record).slice(0, -5)],
  ['/kind', (record) => JSON.stringify({ ...record, kind: 'invoice' })],
];

/**
 * Generates the lines of an import. Every fiftieth line is an additional, broken copy: `broken` gets
 * its number and the field that the report has to name.
 */
export function* generateImport(
  size: ImportSize,
  formId: string,
  broken: Map<number, string> = new Map(),
): Generator<string> {
  let number = 0;
  const kinds = [
    [size.clients, (index: number) => buildClient(index, size)],
    [size.cases, (index: number) => buildCase(index, size)],
    [size.messages, (index: number) => buildMessage(index, size)],
    [size.tasks, (index: number) => buildTask(index, size, formId)],
  ] as const;
  for (const [count, build] of kinds)
    for (let index = 0; index < count; index += 1) {
      const record = build(index);
      number += 1;
      if (number % 50 === 0) {
        const [field, change] = breaks[(number / 50) % breaks.length] ?? ['', JSON.stringify];
        broken.set(number, field);
        yield `${change(record)}\n`;
        number += 1;
      }
      yield `${JSON.stringify(record)}\n`;
    }
}

export type ImportReport = { failed: ImportedLine[]; summary: ImportSummary };

/** Imports lines over HTTP, and reads the report while they are sent. */
export async function importOverHttp(
  { address, apiKey }: { address: string; apiKey: string },
  lines: Iterable<string>,
  onLine: (line: ImportedLine) => void = () => undefined,
): Promise<ImportReport> {
  const response = await fetch(`${address}/provider/v1/import`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/x-ndjson' },
    body: Readable.toWeb(Readable.from(lines)) as BodyInit,
    duplex: 'half',
  } as RequestInit);
  if (!response.ok || !response.body) throw new Error(await response.text());
  const failed: ImportedLine[] = [];
  let summary: ImportSummary | undefined;
  for await (const text of createInterface({
    input: Readable.fromWeb(response.body as ReadableStream),
  })) {
    const line = JSON.parse(text) as ImportedLine | ImportSummary;
    if ('isComplete' in line) summary = line;
    else {
      if (line.outcome === 'failed') failed.push(line);
      onLine(line);
    }
  }
  if (!summary) throw new Error('The report of the import has no summary');
  return { failed, summary };
}

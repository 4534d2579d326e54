import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { writeCsvStream } from 'hucre/csv';
import { writeXlsxStream } from 'hucre/xlsx';
import { exportLimits } from '#server/forms/limits.ts';
import type { Cell, Table } from './columns.ts';

type Rows = AsyncIterable<Cell[]>;
type Value = string | number | boolean | Date | null;

/**
 * The place before a formula, also in the wide letters of East Asian keyboards: at the beginning of
 * a text, or where a spreadsheet with another separator than a comma begins a cell.
 */
const formulaStart = /(?=[=+\-@|＝＋－＠])(?<=(?:^|[;\t\r\n])[\s"';]*)/gu;

/** Prefixes an apostrophe to what a spreadsheet would run. A program can remove it again. */
const neutralizeFormulas = (text: string): string => text.replace(formulaStart, "'");

function toCsvValue(cell: Cell): Value {
  if (typeof cell === 'string') return neutralizeFormulas(cell);
  if (typeof cell === 'number') return String(cell); // the library writes tiny numbers as 0
  if (cell === null || typeof cell !== 'object') return cell;
  if ('id' in cell) return cell.id;
  return 'day' in cell ? cell.day : cell.instant;
}

/** Returns the time in Germany as if it were UTC, because a cell has no time zone. */
const toGermanTime = (instant: string): Date =>
  new Date(
    `${new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).replace(' ', 'T')}Z`,
  );

/** A text such as _x0041_, which programs read as an escaped character. */
const escapeLike = /_(?=x[0-9A-Fa-f]{4}_)/g;

const toXlsxText = (text: string): string => {
  const { maxCellLength } = exportLimits;
  const cut = text.length > maxCellLength ? `${text.slice(0, maxCellLength - 1)}…` : text;
  return cut.replace(escapeLike, '_x005F_');
};

/** Workbooks have no earlier days, and programs differ in January and February 1900. */
const firstXlsxDay = '1900-03-01';

function toXlsxValue(cell: Cell): Value {
  if (typeof cell === 'string') return toXlsxText(cell);
  if (cell === null || typeof cell !== 'object') return cell;
  if ('id' in cell) return toXlsxText(cell.id);
  if ('instant' in cell) return toGermanTime(cell.instant);
  return cell.day < firstXlsxDay ? cell.day : new Date(`${cell.day}T00:00:00Z`);
}

async function* mapRows(rows: Rows, header: string[] | undefined, convert: (cell: Cell) => Value) {
  if (header) yield header.map(convert);
  for await (const row of rows) yield row.map(convert);
}

const toNodeStream = (stream: unknown): Readable =>
  // The library names the global type, Node its own; they are the same object.
  Readable.fromWeb(stream as ReadableStream<Uint8Array>);

/** Writes a table as CSV. The byte order mark makes Excel read UTF-8. */
export const writeCsv = ({ header }: Table, rows: Rows): Readable =>
  toNodeStream(writeCsvStream(mapRows(rows, header, toCsvValue), { headers: false, bom: true }));

const formats = { day: 'yyyy-mm-dd', instant: 'yyyy-mm-dd hh:mm:ss' } as const;
const columnWidth = 24;

/** Writes a table as a workbook. Its texts are text cells, which are never formulas. */
export const writeXlsx = ({ header, kinds }: Table, rows: Rows, name: string): Readable =>
  toNodeStream(
    writeXlsxStream(mapRows(rows, undefined, toXlsxValue), {
      name,
      columns: header.map((title, index) => {
        const kind = kinds[index];
        const numFmt = kind === 'day' || kind === 'instant' ? { numFmt: formats[kind] } : {};
        return { header: toXlsxText(title), width: columnWidth, ...numFmt };
      }),
      freezePane: { rows: 1 },
    }),
  );

/** Writes batches of objects as one line each. */
export async function* writeLines(batches: AsyncIterable<object[]>): AsyncGenerator<string> {
  for await (const batch of batches)
    yield batch.map((object) => `${JSON.stringify(object)}\n`).join('');
}

import type {
  ImportedLine,
  ImportedMessage,
  ImportedRecord,
  ImportOutcome,
  ImportSummary,
} from '#schemas/portal/imports.ts';
import { importLimits } from '#schemas/portal/limits.ts';
import { secondMs } from '#schemas/platform/time.ts';
import type { Deps } from '#server/deps.ts';
import { importServiceLimits } from '#server/portal/limits.ts';
import { createProblem, type ProblemError } from '#server/problem.ts';
import { groupLines, SenderStalled } from './groupLines.ts';
import { checkRecord, getNames, parseLine, type Named } from './parseRecord.ts';
import { readLines, type Line } from './readLines.ts';
import { createRecordStore, type Importer } from './storeRecord.ts';

type ParsedLine = Named & { line: number } & ({ record: ImportedRecord } | { failure: unknown });
/** A stored line, or the error that it failed with. */
type StoredLine = Named & { line: number } & (
    { outcome: Exclude<ImportOutcome, 'failed'>; id: string } | { failure: unknown }
  );

/** How the failure of a line is reported. */
export type DescribeFailure = (failure: unknown) => {
  shown: Pick<ImportedLine, 'reason' | 'reasonMessage' | 'fields'>;
  /** true: the lines after it would fail too */ isOutage: boolean;
};

function parse({ number, bytes }: Line, { language }: Importer): ParsedLine {
  let named = { line: number, ...getNames(undefined) };
  try {
    if (!bytes) throw createProblem('requestTooLarge');
    const value = parseLine(bytes);
    named = { line: number, ...getNames(value) };
    return { ...named, record: checkRecord(value, language) };
  } catch (failure) {
    return { ...named, failure };
  }
}

/** Names what a line changes: lines of one subject are stored in their order. */
const getSubject = (record: ImportedRecord): string =>
  'caseExternalId' in record ? record.caseExternalId : record.externalId;

/**
 * Splits lines of one kind into lanes that are stored at once. Records of different cases do not
 * depend on each other.
 */
function splitLanes<Parsed extends { record: ImportedRecord }>(
  parsed: readonly Parsed[],
): Parsed[][] {
  const lanes: Parsed[][] = Array.from({ length: importServiceLimits.lanes }, () => []);
  const laneBySubject = new Map<string, Parsed[]>();
  for (const each of parsed) {
    const subject = getSubject(each.record);
    const lane = laneBySubject.get(subject) ?? lanes[laneBySubject.size % lanes.length];
    if (!lane) continue;
    laneBySubject.set(subject, lane);
    lane.push(each);
  }
  return lanes;
}

/** Splits lines where the kind changes, because later kinds refer to earlier ones. */
function splitKinds(lines: readonly ParsedLine[]): ParsedLine[][] {
  const runs: ParsedLine[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run && run[0]?.kind === line.kind) run.push(line);
    else runs.push([line]);
  }
  return runs;
}

type Store = ReturnType<typeof createRecordStore>;
type Checked = Extract<ParsedLine, { record: ImportedRecord }>;

const isMessage = (line: Checked): line is Checked & { record: ImportedMessage } =>
  line.record.kind === 'message';

/** Stores records of one kind, some at once. */
async function storeInLanes(
  lines: readonly Checked[],
  { storeRecord }: Store,
): Promise<StoredLine[]> {
  const results: StoredLine[] = [];
  await Promise.all(
    splitLanes(lines).map(async (lane) => {
      for (const { record, ...named } of lane)
        if (record.kind !== 'message')
          results.push(
            await storeRecord(record).then(
              (stored) => ({ ...named, ...stored }),
              (failure: unknown) => ({ ...named, failure }),
            ),
          );
    }),
  );
  return results;
}

async function storeMessages(
  lines: readonly (Checked & { record: ImportedMessage })[],
  store: Store,
): Promise<StoredLine[]> {
  const outcomes = await store.storeMessages(lines.map(({ record }) => record));
  return lines.flatMap(({ record: _record, ...named }, index) => {
    const outcome = outcomes[index];
    return outcome ? [{ ...named, ...outcome }] : [];
  });
}

/** Stores some lines; their results are in their order. */
async function storeLines(lines: readonly ParsedLine[], store: Store): Promise<StoredLine[]> {
  const results = new Map<number, StoredLine>();
  for (const run of splitKinds(lines)) {
    const valid = run.flatMap((each) => ('record' in each ? [each] : []));
    const messages = valid.filter(isMessage);
    const stored =
      messages.length > 0 ? await storeMessages(messages, store) : await storeInLanes(valid, store);
    for (const each of stored) results.set(each.line, each);
  }
  return lines.flatMap((each) => ('failure' in each ? [each] : (results.get(each.line) ?? [])));
}

/** Returns how long a sender or a reader may pause: no longer than for any other body. */
export const getIdleMs = ({ config }: Deps): number =>
  Math.min(importLimits.idleSeconds * secondMs, config.bodyMs);

/** The body of an import, until the server stops. */
export type ImportSource = { stream: AsyncIterable<Buffer>; stopping: AbortSignal };

const listGroups = (deps: Deps, { stream, stopping }: ImportSource): AsyncGenerator<Line[]> =>
  groupLines(
    readLines(stream, importServiceLimits.maxLineBytes),
    { ...importServiceLimits, idleMs: getIdleMs(deps) },
    stopping,
  );

/**
 * Imports a stream of lines and yields a line of the report for each, then a summary. After an
 * outage, or with too many lines, the rest is read but not stored. Ends when the sender is silent,
 * and when the server stops.
 */
export async function* importLines(
  deps: Deps,
  importer: Importer,
  source: ImportSource,
  describeFailure: DescribeFailure,
): AsyncGenerator<ImportedLine | ImportSummary> {
  const store = createRecordStore(deps, importer);
  const counts: Record<ImportOutcome, number> = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  let isComplete = true;
  const report = (stored: StoredLine): ImportedLine => {
    if (!('failure' in stored)) {
      counts[stored.outcome] += 1;
      return stored;
    }
    counts.failed += 1;
    const { failure, ...named } = stored;
    const { shown, isOutage } = describeFailure(failure);
    if (isOutage) isComplete = false;
    return { ...named, outcome: 'failed', ...shown };
  };
  const stop = (line: number, failure: ProblemError): ImportedLine => {
    isComplete = false;
    return report({ line, ...getNames(null), failure });
  };
  let last = 0;
  try {
    for await (const group of listGroups(deps, source)) {
      last = group.at(-1)?.number ?? last;
      if (!isComplete) continue;
      const allowed = group.filter(({ number }) => number <= importLimits.maxLines);
      const parsed = allowed.map((line) => parse(line, importer));
      for (const stored of await storeLines(parsed, store)) yield report(stored);
      if (allowed.length < group.length)
        yield stop(importLimits.maxLines + 1, createProblem('requestTooLarge'));
    }
    if (source.stopping.aborted && isComplete) yield stop(last + 1, createProblem('unavailable'));
  } catch (error) {
    if (!(error instanceof SenderStalled)) throw error;
    if (isComplete) yield stop(last + 1, createProblem('requestTimeout'));
  }
  yield { isComplete, ...counts };
}

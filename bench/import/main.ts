import type { ChildProcess } from 'node:child_process';
import { parseArgs } from 'node:util';
import { minuteMs, secondMs } from '#schemas/platform/time.ts';
import { mebibyte } from '#schemas/platform/sizes.ts';
import { generateImport, importOverHttp, type ImportSize } from '#server/testing/importLines.ts';
import { bundleServer } from '#tools/bundleServer.mjs';
import { report } from '#tools/report.ts';
import { askChild, startChildServer } from '../childServer.ts';
import { withDatabase, type ServerStorage } from '#server/testing/ownDatabase.ts';
import type { Ready, Used } from './spec.ts';

const { values } = parseArgs({
  options: {
    databases: { type: 'string', default: 'sqlite,postgres' },
    messages: { type: 'string', default: '50000' },
  },
});
const size: ImportSize = {
  clients: 2_000,
  cases: 2_000,
  messages: Number(values.messages),
  tasks: 300,
};
const countRecords = ({ clients, cases, messages, tasks }: ImportSize): number =>
  clients + cases + messages + tasks;
const records = countRecords(size);
/** The first import of a process loads code into memory. */
const warmUp: ImportSize = { clients: 20, cases: 20, messages: 200, tasks: 20, prefix: 'W' };
const program = 'dist/bench/import.js';

const ask = (server: ChildProcess, what: 'begin' | 'read'): Promise<Used> =>
  askChild<Used>(server, what);

/** Imports all records. Throws unless each has this outcome. */
async function runImport(
  ready: Ready,
  imported: ImportSize,
  outcome: 'created' | 'unchanged',
): Promise<void> {
  const { summary } = await importOverHttp(ready, generateImport(imported, ready.formId));
  if (!summary.isComplete || summary[outcome] !== countRecords(imported))
    throw new Error(`Not all was imported: ${JSON.stringify(summary)}`);
}

type Measured = {
  perSecond: number;
  minutes: number;
  grownMb: number;
  againPerSecond: number;
  processorMs: number;
};

async function measure(ready: Ready, server: ChildProcess): Promise<Measured> {
  await runImport(ready, warmUp, 'created');
  await ask(server, 'begin');
  const times: number[] = [];
  let processorMs = NaN;
  for (const outcome of ['created', 'unchanged'] as const) {
    const begun = performance.now();
    await runImport(ready, size, outcome);
    times.push(performance.now() - begun);
    if (outcome === 'created') ({ processorMs } = await ask(server, 'read'));
  }
  const [first = NaN, again = NaN] = times;
  return {
    processorMs: Math.round((10 * processorMs) / records) / 10,
    perSecond: Math.round((records / first) * secondMs),
    againPerSecond: Math.round((records / again) * secondMs),
    minutes: Math.round((first / minuteMs) * 10) / 10,
    grownMb: Math.round((await ask(server, 'read')).grownBytes / mebibyte),
  };
}

async function measureOn(start: ServerStorage): Promise<Measured> {
  const { ready, child, end } = await startChildServer<Ready>([program, JSON.stringify(start)]);
  try {
    return await measure(ready, child);
  } finally {
    await end();
  }
}

await bundleServer('dist/bench', { import: 'bench/import/server.ts' });
const figures: Record<string, number> = {};
const targets: Record<string, { atMost: number }> = {};
for (const kind of values.databases.split(',')) {
  const { perSecond, againPerSecond, minutes, grownMb, processorMs } = await withDatabase(
    kind,
    measureOn,
  );
  figures[`${kind}PerSecond`] = perSecond;
  figures[`${kind}AgainPerSecond`] = againPerSecond; // a second run, which changes nothing
  figures[`${kind}Minutes`] = minutes;
  figures[`${kind}ProcessorMs`] = processorMs; // of the server, per created record
  figures[`${kind}GrownMb`] = grownMb;
  targets[`${kind}Minutes`] = { atMost: 5 };
  targets[`${kind}GrownMb`] = { atMost: 100 };
}
report({ name: 'bench:import', figures, targets });

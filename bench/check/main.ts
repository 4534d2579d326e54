// `npm run check:benches`: runs each benchmark in its shortest form and fails when one cannot
// measure. Targets that are missed do not count, because a short run is too noisy for them.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { build } from '#tools/preconditions.mjs';
import { report } from '#tools/report.ts';
import { installPeers } from '../peers.ts';
import { findFault, type Ended } from './judge.ts';
import { shortRuns, type ShortRun } from './shortest.ts';

/** Ten times what a short run takes on two idle cores. */
const limitMs = 300_000;
const linesOfFault = 20;

const { values } = parseArgs({
  options: { only: { type: 'string', default: shortRuns.map(({ name }) => name).join() } },
});
const wanted = values.only.split(',').map((name) => {
  const found = shortRuns.find((each) => each.name === name);
  if (!found) throw new Error(`No benchmark is called ${name}`);
  return found;
});

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
};

/** Ends a benchmark with the servers and browsers that it has started. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // all of them have ended
  }
}

let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    if (running) killGroup(running);
    process.exit(1);
  });

async function run({ name, options }: ShortRun): Promise<Ended> {
  const program = scripts[name]?.replace(/^tsx /, '') ?? '';
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...options], {
    detached: true, // leads a group of its own, which can be killed as a whole
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  const timer = setTimeout(() => killGroup(child), limitMs);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  killGroup(child);
  const [stdout, stderr] = await output;
  return { code, stdout, stderr };
}

const printEnd = (output: string) =>
  console.log(output.trimEnd().split('\n').slice(-linesOfFault).join('\n'));

type Row = { benchmark: string; seconds: number; outcome: string };

async function check(shortRun: ShortRun): Promise<Row> {
  const begun = performance.now();
  const ended = await run(shortRun);
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const fault = findFault(shortRun, ended);
  if (fault) printEnd(`${ended.stdout}\n${ended.stderr}`);
  console.log(`${shortRun.name} ${shortRun.options.join(' ')}: ${seconds} s`);
  return { benchmark: shortRun.name, seconds, outcome: fault?.slice(0, 100) ?? 'measured' };
}

// neither counts as time of a benchmark
build();
for (const { peers } of wanted) if (peers !== undefined) installPeers(peers);

const rows: Row[] = [];
for (const shortRun of wanted) rows.push(await check(shortRun));
console.table(rows);
const measured = rows.filter(({ outcome }) => outcome === 'measured');
report({
  name: 'check:benches',
  figures: {
    measured: measured.length,
    seconds: Math.round(rows.reduce((sum, { seconds }) => sum + seconds, 0)),
  },
  targets: { measured: { atLeast: wanted.length }, seconds: { atMost: 240 } },
});

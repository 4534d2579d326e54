import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '#tools/preconditions.mjs';
import { report } from '#tools/report.ts';
import { launchBrowser } from '../browser.ts';
import { startServer } from '../server/process.ts';
import { caseId, clientId } from '../server/world.ts';
import { median } from '../statistics.ts';
import { visit } from './visit.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    read: { type: 'string', default: '5000' },
    profile: { type: 'string' }, // file for a CPU profile of the scrolling in the first round
  },
});
const [big, rounds, seconds, read] = [
  values.messages,
  values.rounds,
  values.seconds,
  values.read,
].map(Number) as [number, number, number, number];
const webAppFolder = resolve('dist/client');
build();

const dataDir = await mkdtemp(join(tmpdir(), 'formakte-bench-'));
const server = await startServer({
  role: 'product',
  dataDir,
  webAppFolder,
  size: { messages: big + 1_000, cases: 100, big, clients: 2 },
});
const browser = await launchBrowser();
try {
  const { address, accountId, headers } = server;
  const owner = {
    address,
    accountId,
    userId: clientId(0),
    accessToken: headers[0]?.['authorization']?.replace('Bearer ', '') ?? '',
    akte: caseId(0),
    newest: big - 1,
  };
  const visits = [];
  for (let round = 0; round < rounds; round += 1) {
    visits.push(
      await visit(browser, owner, {
        seconds,
        read,
        profile: round === 0 ? values.profile : undefined,
      }),
    );
  }
  const longest = (tasks: readonly number[]) => Math.round(Math.max(0, ...tasks));
  report({
    name: 'bench:timeline',
    figures: {
      domNodes: Math.max(...visits.map(({ nodes }) => nodes)),
      longestTaskWorkMs: Math.max(...visits.map(({ longestWorkMs }) => Math.round(longestWorkMs))),
      longestTaskMs: median(visits.map(({ longMs }) => longest(longMs))),
      longestTaskWorstRoundMs: Math.max(...visits.map(({ longMs }) => longest(longMs))),
      longTasks: median(visits.map(({ longMs }) => longMs.length)),
      workPerSecondMs: median(visits.map(({ workMs }) => Math.round(workMs / seconds))),
      scrolledMessages: median(visits.map(({ scrolled }) => scrolled)),
      readThrough: Math.min(...visits.map((each) => each.readThrough)),
      heapGrowthMb: median(visits.map(({ heapGrowthMb }) => heapGrowthMb)),
    },
    // The targets are for CPU time, because wall-clock time includes other programs.
    targets: {
      domNodes: { atMost: 1_499 },
      longestTaskWorkMs: { atMost: 50 },
      heapGrowthMb: { atMost: 60 },
    },
    findings: visits.map(
      ({ longMs, longestWorkMs }, round) =>
        `round ${round + 1}: longest work ${Math.round(longestWorkMs)} ms; ` +
        `long tasks on the clock of ${longMs.map(Math.round).join(', ') || 'none'} ms`,
    ),
  });
} finally {
  await browser.close();
  await server.end();
  await rm(dataDir, { recursive: true, force: true });
}

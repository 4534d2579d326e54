import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '#tools/preconditions.mjs';
import { report } from '#tools/report.ts';
import { launchBrowser } from '../browser.ts';
import { startServer } from '../server/process.ts';
import { clientId } from '../server/world.ts';
import { median } from '../statistics.ts';
import { visit } from './visit.ts';

const { values } = parseArgs({
  options: {
    cards: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    moves: { type: 'string', default: '10' },
  },
});
const [cards, rounds, seconds, moves] = [
  values.cards,
  values.rounds,
  values.seconds,
  values.moves,
].map(Number) as [number, number, number, number];
build();

const browser = await launchBrowser();
try {
  const visits = [];
  for (let round = 0; round < rounds; round += 1) {
    // a new database, because cards stay where the previous round has moved them
    const dataDir = await mkdtemp(join(tmpdir(), 'formakte-bench-'));
    const server = await startServer({
      role: 'product',
      dataDir,
      webAppFolder: resolve('dist/client'),
      size: { messages: 1_000, cases: 100, big: 10, clients: 2, tasks: cards },
    });
    try {
      const { address, accountId, headers } = server;
      visits.push(
        await visit(
          browser,
          {
            address,
            accountId,
            userId: clientId(0),
            accessToken: headers[0]?.['authorization']?.replace('Bearer ', '') ?? '',
          },
          { cards, seconds, moves },
        ),
      );
    } finally {
      await server.end();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  const longest = (tasks: readonly number[]) => Math.round(Math.max(0, ...tasks));
  const worst = (figures: readonly number[]) => Math.round(Math.max(...figures));
  report({
    name: 'bench:board',
    figures: {
      domNodes: worst(visits.map(({ nodes }) => nodes)),
      scrollingLongestWorkMs: worst(visits.map(({ scrolling }) => scrolling.longestWorkMs)),
      movingLongestWorkMs: worst(visits.map(({ moving }) => moving.longestWorkMs)),
      scrollingLongestMs: median(visits.map(({ scrolling }) => longest(scrolling.longMs))),
      movingLongestMs: median(visits.map(({ moving }) => longest(moving.longMs))),
    },
    // The targets are for CPU time, because wall-clock time includes other programs.
    targets: {
      domNodes: { atMost: 1_499 },
      scrollingLongestWorkMs: { atMost: 50 },
      movingLongestWorkMs: { atMost: 50 },
    },
    findings: visits.map(
      ({ scrolling, moving }, round) =>
        `round ${round + 1}: ` +
        `longest work ${Math.round(scrolling.longestWorkMs)} ms scrolling, ` +
        `${Math.round(moving.longestWorkMs)} ms moving; long tasks on the clock of ` +
        `${[...scrolling.longMs, ...moving.longMs].map(Math.round).join(', ') || 'none'} ms`,
    ),
  });
} finally {
  await browser.close();
}

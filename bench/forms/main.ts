import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright';
import { report } from '#tools/report.ts';
import { launchBrowser } from '../browser.ts';
import { buildReport, buildTable, type Result } from './figures.ts';
import { buildPages, contestants, driverFile, servePages, type ContestantId } from './pages.ts';
import { formPeers, installPeers } from '../peers.ts';
import { visit, type VisitOptions } from './visit.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '20,200,400,1000,300c30,rows100,rules120' },
    only: { type: 'string', default: Object.keys(contestants).join() },
    rounds: { type: 'string', default: '3' },
    keys: { type: 'string', default: '30' },
    port: { type: 'string', default: '41792' },
    profile: { type: 'string' }, // folder for CPU profiles of the typing, with readable names
    serve: { type: 'boolean', default: false }, // only builds and serves the pages
  },
});

const sizes = options.sizes.split(',');
const ids = options.only.split(',').map((id) => {
  if (!(id in contestants))
    throw new Error(`No contestant is called ${id}: ${Object.keys(contestants).join(', ')}.`);
  return id as ContestantId;
});
const rounds = Number(options.rounds);
/** Forms with rows or rules over texts, which are compared with bare inputs only. */
const onlyWithBare = /^(rows|rules)/;

function listContestants(size: string, round: number): ContestantId[] {
  const taking = ids.filter((id) => id === 'ours' || id === 'bare' || !onlyWithBare.test(size));
  // the index stays within the list
  const turned = taking.map((_, place) => taking[(place + round) % taking.length] as ContestantId);
  return round % 2 === 0 ? turned : turned.reverse();
}

/**
 * Visits every contestant once per form and round, in turns, so that a slow minute of the machine
 * affects all of them.
 */
async function typeEverywhere(browser: Browser, visitOptions: VisitOptions): Promise<Result[]> {
  const results: Result[] = [];
  const failed = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    for (const size of sizes) {
      for (const id of listContestants(size, round)) {
        if (failed.has(`${size} ${id}`)) continue;
        const profile = options.profile && join(options.profile, `${id}-${size}.cpuprofile`);
        try {
          results.push({
            round,
            size,
            id,
            ...(await visit(browser, id, size, { ...visitOptions, ...(profile && { profile }) })),
          });
        } catch (error) {
          if (id === 'ours' || id === 'bare') throw error;
          failed.add(`${size} ${id}`); // skips its other rounds
          console.log(`${id} did not complete ${size}: ${String(error).split('\n')[0] ?? ''}`);
        }
      }
    }
  }
  return results;
}

if (!options.serve && ids.some((id) => contestants[id].startsWith('peers/')))
  installPeers(formPeers);
await buildPages(options.serve ? ['ours'] : ids, options.profile !== undefined);
const server = await servePages(Number(options.port));
const url = `http://localhost:${options.port}`;

if (options.serve) console.log(`${url}/ours/?n=200&cond=0`);
else {
  const browser = await launchBrowser();
  try {
    const visitOptions = { url, driver: await driverFile(), keys: Number(options.keys) };
    const results = await typeEverywhere(browser, visitOptions);
    console.table(buildTable(results));
    report(buildReport(results, { sizes, ids }));
  } finally {
    await browser.close();
    server.close();
  }
}

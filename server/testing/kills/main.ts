// `npm run check:kills`: kills the server and its database under mixed writes, and looks for what
// is lost or doubled.
import { parseArgs } from 'node:util';
import { setup as buildPrograms } from '#server/testing/programs.ts';
import { openSqliteTest } from '#server/testing/testDatabase.ts';
import { report } from '#tools/report.ts';
import { findPostgresPrograms, startPostgresCluster } from './postgresCluster.ts';
import { killServer, runKillRounds, type Outcome } from './runKillRounds.ts';

const { values } = parseArgs({
  options: {
    databases: { type: 'string', default: 'sqlite,postgres' },
    rounds: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1' },
  },
});
const onRound = (sentence: string) => void process.stdout.write(`${sentence}\n`);
const options = { rounds: Number(values.rounds), seed: Number(values.seed), onRound };

async function runOnSqlite(): Promise<Outcome> {
  const database = await openSqliteTest();
  try {
    return await runKillRounds(database, { ...options, strikes: [killServer] });
  } finally {
    await database.remove();
  }
}

async function runOnPostgres(): Promise<Outcome | undefined> {
  const programs = findPostgresPrograms();
  if (programs === undefined) {
    process.stdout.write('PostgreSQL: skipped, its server is not installed\n');
    return undefined;
  }
  const { database, restart, killSession } = await startPostgresCluster(programs);
  try {
    const strikes = [killServer, killSession, restart];
    return await runKillRounds(database, { ...options, strikes });
  } finally {
    await database.remove();
  }
}

const runs = { sqlite: runOnSqlite, postgres: runOnPostgres };
const kinds = values.databases.split(',').map((name) => {
  if (name !== 'sqlite' && name !== 'postgres') throw new Error(`No database is called ${name}`);
  return name;
});

await buildPrograms();
const figures: Record<string, number> = {};
const findings: string[] = [];
for (const kind of kinds) {
  const outcome = await runs[kind]();
  if (!outcome) continue;
  const { wrongStatuses, ...counts } = outcome;
  findings.push(...wrongStatuses);
  for (const [name, count] of Object.entries({ ...counts, wrongStatuses: wrongStatuses.length }))
    figures[`${kind}: ${name}`] = count;
}
/** Figures that describe the run; all others are faults. */
const isFault = (name: string): boolean => !/: (rounds|acknowledged|inFlight)$/.test(name);
report({
  name: 'check:kills',
  figures,
  findings,
  targets: Object.fromEntries(
    Object.keys(figures).map((name) => [name, isFault(name) ? { atMost: 0 } : { atLeast: 1 }]),
  ),
});

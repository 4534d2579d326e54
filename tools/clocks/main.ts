// `npm run check:clock`: runs the code tests at instants at which days, clocks or years change, and
// a server whose clock is set back.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireFaketime } from '#server/testing/clocks/faketime.ts';
import { root } from '../preconditions.mjs';
import { report } from '../report.ts';
import type { Outcome } from '../testRun/reports.mjs';
import { runOnce } from '../testRun/run.mjs';
import { codeProjects, createVitestSuite } from '../testRun/suites.mjs';
import { formatFailure } from '../testRun/summary.mjs';

/** Start of a run in UTC, and the time zone of the tests. */
const clocks = [
  { name: 'midnight', start: '2026-11-23T22:58:30Z', zone: 'Europe/Berlin' },
  { name: 'new year', start: '2026-12-31T10:30:00Z', zone: 'Pacific/Kiritimati' }, // UTC+14
  { name: 'spring', start: '2027-03-28T00:58:30Z', zone: 'Europe/Berlin' },
  { name: 'autumn', start: '2027-10-31T00:58:30Z', zone: 'Europe/Berlin' },
  { name: 'leap day', start: '2028-02-29T12:00:00Z', zone: 'Europe/Berlin' },
];

const names = clocks.map(({ name }) => name);

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    clocks: { type: 'string', default: names.join(',') },
  },
});

const wanted = values.clocks.split(',').map((name) => {
  const found = clocks.find((each) => each.name === name);
  if (!found) throw new Error(`No clock is called ${name}, only ${names.join(', ')}`);
  return found;
});

const folder = join(root, 'test-results', 'clock');
const library = requireFaketime();

/** Runs the code tests with a clock that is shifted by the same time in all their processes. */
function runShifted({ name, start, zone }: (typeof clocks)[number]): Promise<Outcome> {
  const shiftSeconds = Math.round((Date.parse(start) - Date.now()) / 1_000);
  const suite = createVitestSuite(name, ...codeProjects, ...files);
  const env = {
    LD_PRELOAD: library,
    FAKETIME: `${shiftSeconds < 0 ? '' : '+'}${shiftSeconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1', // timers use it
    READY_CLOCK_SECONDS: '0', // the clock of PostgreSQL is not shifted
    TEST_SLOWNESS: '2', // a changed clock is slower to read
    TZ: zone,
  };
  return runOnce(folder, { ...suite, env });
}

mkdirSync(folder, { recursive: true });
const figures: Record<string, number> = {};
const findings: string[] = [];
function record(name: string, { passed, failed }: Outcome): void {
  figures[`${name}: passed`] = passed.length;
  figures[`${name}: failed`] = failed.length;
  findings.push(...failed.map((failure) => `${name}: ${formatFailure(failure)}`));
}
const setBack = createVitestSuite('set back', '--project=checks', 'server/runtime/clockBack');
record('set back', await runOnce(folder, setBack));
for (const clock of wanted) {
  process.stdout.write(`── ${clock.name}: ${clock.start}, ${clock.zone}\n`);
  record(clock.name, await runShifted(clock));
}
report({
  name: 'check:clock',
  figures,
  findings,
  targets: Object.fromEntries(
    Object.keys(figures).map((name) => [
      name,
      name.endsWith('passed') ? { atLeast: 1 } : { atMost: 0 },
    ]),
  ),
});

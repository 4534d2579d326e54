// `npm run check:clock`: runs the code tests at instants at which days, clocks or years change, and
// a server whose clock is set back.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { report } from '#tools/report.ts';
import { readTests, type TestsReport } from '#tools/testRun/reports.mjs';
import { formatFailure } from '#tools/testRun/summary.mjs';
import { requireFaketime } from './faketime.ts';

/** Start of a run in UTC, and the time zone of the tests. */
const clocks = [
  { name: 'midnight', start: '2026-11-23T22:58:30Z', zone: 'Europe/Berlin' },
  { name: 'new year', start: '2026-12-31T10:30:00Z', zone: 'Pacific/Kiritimati' }, // UTC+14
  { name: 'spring', start: '2027-03-28T00:58:30Z', zone: 'Europe/Berlin' },
  { name: 'autumn', start: '2027-10-31T00:58:30Z', zone: 'Europe/Berlin' },
  { name: 'leap day', start: '2028-02-29T12:00:00Z', zone: 'Europe/Berlin' },
];
const projects = ['rules', 'pages', 'unit', 'server', 'mocked'];

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    clocks: { type: 'string', default: clocks.map(({ name }) => name).join(',') },
  },
});

const root = join(import.meta.dirname, '../../..');
const reportFile = join(root, 'test-results', 'clock.json');

function runTests(selection: readonly string[], env: NodeJS.ProcessEnv = {}) {
  rmSync(reportFile, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      ...[join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', '--reporter=json'],
      ...[`--outputFile.json=${reportFile}`, ...selection],
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } },
  );
  const { good, bad } = readTests(JSON.parse(readFileSync(reportFile, 'utf8')) as TestsReport);
  // Other errors, e.g. of a worker, are in no test.
  return { good, bad: status !== 0 && bad.length === 0 ? [noReason] : bad };
}
const noReason = { name: 'vitest', error: 'failed outside of the tests, see above' };

/** Runs the code tests with a clock that is shifted by the same time in all processes. */
function runShifted({ start, zone }: { start: string; zone: string }) {
  const shiftSeconds = Math.round((Date.parse(start) - Date.now()) / 1_000);
  return runTests([...projects.map((name) => `--project=${name}`), ...files], {
    LD_PRELOAD: library,
    FAKETIME: `${shiftSeconds < 0 ? '' : '+'}${shiftSeconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1', // timers use it
    TEST_SLOWNESS: '2', // a changed clock is slower to read
    TZ: zone,
  });
}

const library = requireFaketime();
mkdirSync(join(root, 'test-results'), { recursive: true });
const figures: Record<string, number> = {};
const findings: string[] = [];
function record(name: string, { good, bad }: ReturnType<typeof runTests>): void {
  figures[`${name}: passed`] = good;
  figures[`${name}: failed`] = bad.length;
  findings.push(...bad.map((failure) => `${name}: ${formatFailure(failure)}`));
}
record('set back', runTests(['--project=checks', 'server/runtime/clockBack']));
for (const clock of clocks.filter(({ name }) => values.clocks.split(',').includes(name))) {
  process.stdout.write(`── ${clock.name}: ${clock.start}, ${clock.zone}\n`);
  record(clock.name, runShifted(clock));
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

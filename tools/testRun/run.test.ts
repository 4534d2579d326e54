import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { root } from '../preconditions.mjs';
import { readTests, type Failure, type TestsReport } from './reports.mjs';
import { runOnce, TestRun } from './run.mjs';
import { scaleTimeout } from '../testing/timeouts.ts';

const folder = mkdtempSync(join(tmpdir(), 'formakte-planted-'));
let run: ChildProcess | undefined;
let exitCode: number | null = null;
let lines: string[] = [];

/** Returns the first lines that describe a failed test. */
const describeFailure = (name: string, count = 2) => {
  const at = lines.findIndex((line) => line.startsWith(`✗ ${name}`));
  return at < 0 ? undefined : lines.slice(at, at + count);
};

beforeAll(async () => {
  const env = { ...process.env, PLANTED_MARK: join(folder, 'mark') };
  run = execFile('node', ['tools/testRun/planted/main.mjs', join(folder, 'reports')], {
    cwd: root,
    env,
  });
  let output = '';
  const { stdout } = run;
  stdout?.on('data', (chunk) => (output += String(chunk)));
  [exitCode] = (await once(run, 'close')) as [number | null];
  lines = output.split('\n');
}, scaleTimeout(300_000)); // it starts a dozen runners, one after the other
afterAll(() => {
  run?.kill(); // it hangs if the time was over
  process.kill(Number(readFileSync(join(folder, 'mark-left'), 'utf8')));
  rmSync(folder, { recursive: true, force: true });
});

const here = 'tools/testRun/planted';

it('A run with failed tests exits with 1 and counts them in its last line', () => {
  expect(exitCode).toBe(1);
  expect(lines.at(-2)).toBe('14 passed, 14 failed');
});

it('What fails the first time only has passed and is unstable', () => {
  const names = [
    `${here}/failsFirst.planted.ts › A test (fails?) the first time only`,
    `${here}/workerEnds.plantedFile.ts`,
    ' › failsFirst.plantedSpec.ts › A journey fails the first time only',
    'ended tests',
    'ended journeys',
  ];
  const at = lines.indexOf('Unstable (flaky): passed in the second run (CONTRIBUTING.md)');
  expect(lines[at + 1]).toContain(`${names[0]} (${here}/failsFirst.planted.ts:5)`);
  expect(lines[at + 2]).toContain(`${names[1]} (${here}/workerEnds.plantedFile.ts): The file did`);
  for (const name of names) expect(describeFailure(name)).toBeUndefined();
  const kept = readFileSync(join(folder, 'reports/unstable.json'), 'utf8');
  expect((JSON.parse(kept) as Failure[]).map((each) => each.name)).toEqual(names);
});

it('A test that fails twice has failed, with its place and its error', () => {
  const file = `${here}/failsAlways.planted.ts`;
  const described = describeFailure(file, 7);
  expect(described?.slice(0, 2)).toEqual([
    `✗ ${file} › A test always fails (${file}:4)`,
    '    AssertionError: expected 2 to be 3 // Object.is equality',
  ]);
  expect(described).toEqual(expect.arrayContaining(['    - 3', '    + 2']));
});

it('A test that times out has failed with that reason, and its place', () => {
  const [name, error] = describeFailure(`${here}/timesOut.planted.ts`) ?? [];
  expect(name).toMatch(/timesOut\.planted\.ts:\d+\)$/);
  expect(error).toContain('Test timed out in 50ms');
});

it.each([
  ['cannot be loaded', 'cannotLoad', ':4', 'This file cannot be loaded'],
  ['has a hook that fails', 'hookFails', ':5', 'The hook has failed'],
  ['leaves a rejected promise', 'rejects', '', 'A promise was rejected'],
])('A file that %s has failed, with its place and error', (_, name, line, error) => {
  const file = `${here}/${name}.plantedFile.ts`;
  expect(describeFailure(file)).toEqual([`✗ ${file} (${file}${line})`, `    Error: ${error}`]);
});

it('Journeys whose server does not start have failed, with what the server printed', () => {
  const described = describeFailure('outside of the journeys', 6);
  expect(described?.[1]).toContain('config.webServer was not able to start. Exit code: 3');
  expect(described).toContain('    [WebServer] the port is taken');
});

it('A suite that ends twice without a report has failed, with what it printed', () => {
  const [, error, output] = describeFailure('always ended', 3) ?? [];
  expect(error).toContain('ended by SIGKILL, no report');
  expect(output).toBe('    the last line');
});

it('A suite that was interrupted has failed, also when its report names no failed test', () => {
  const [name, error] = describeFailure('interrupted') ?? [];
  expect(name).toBe('✗ interrupted');
  expect(error).toContain('exit code 130, interrupted');
  expect(lines).not.toContain('── interrupted, second run');
});

it('A suite that ends with an error has failed, also when all of its tests passed', () => {
  expect(describeFailure('broken')?.[1]).toContain('exit code 3, no failed test');
});

it('The slowest files of each suite are listed', () => {
  const at = lines.indexOf('Slowest files of planted tests');
  expect(lines[at + 1]).toMatch(/^ *\d.*tools\/testRun\/planted\/\w+\.planted\.ts$/);
});

it('A suite that hangs is ended, and the file that hangs has failed', () => {
  const [, error] = describeFailure(`${here}/hangs.plantedHang.ts`) ?? [];
  expect(error).toContain('The file did not end');
  const [, reason] = describeFailure('planted to hang') ?? [];
  expect(reason).toContain('ended after 15 s without output, interrupted');
  expect(lines).not.toContain('── planted to hang, second run');
});

it('A suite that ended without a report runs a second time with one worker', () => {
  for (const name of ['ended tests', 'ended journeys']) {
    expect(lines).toContain(`── ${name}, second run`);
    expect(describeFailure(name)).toBeUndefined(); // its tests need to be alone
  }
});

it('A check that fails is listed with its output', () => {
  expect(describeFailure('a check')).toEqual(['✗ a check', '    line 7 is wrong']);
});

it('A check that hangs is ended and listed', () => {
  expect(describeFailure('a hanging check', 3)).toEqual([
    '✗ a hanging check',
    '    step 1',
    '    ended after 2 s',
  ]);
});

it('A check that prints much before it fails is listed with the end of its output', () => {
  const described = describeFailure('a build', 40) ?? [];
  expect(described.slice(0, 2)).toEqual(['✗ a build', '    1']);
  expect(described).toContain('    the cause');
});

it('A suite that leaves a process behind ends, though the process keeps its output open', () => {
  const ended = lines.find((line) => line.startsWith('── leaves a process: ended after'));
  expect(Number.parseFloat(ended?.split('after ')[1] ?? '')).toBeLessThan(60); // of its 100 s
});

it('A folder of reports that has the repository in it is refused, because it is emptied', () => {
  for (const emptied of ['', '.', '..']) expect(() => new TestRun(emptied)).toThrow('be emptied');
});

it('The report of a run before is not read as that of a suite without one', async () => {
  const test = { name: 'passes', state: 'passed', errors: [] };
  const files = [
    { file: join(root, 'a.test.ts'), hasEnded: true, seconds: 0, errors: [], tests: [test] },
  ];
  writeFileSync(join(folder, 'silent.json'), JSON.stringify({ files, errors: [] }));
  const command = ['node', '--eval', ''];
  const { passed, failed } = await runOnce(folder, {
    name: 'silent',
    read: (report) => readTests(report as TestsReport),
    command,
    selectFailed: () => [],
  });
  expect([passed, failed[0]?.error]).toEqual([[], expect.stringContaining('no report')]);
});

it('Five unstable tests do not fail a run, and six do', async () => {
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const finish = (count: number) => {
    const run = new TestRun(join(folder, `unstable-${count}`));
    run.unstable = Array.from({ length: count }, (_, index) => ({ name: `${index}`, error: 'E' }));
    return run.finish();
  };
  try {
    expect([await finish(0), await finish(5), await finish(6)]).toEqual([true, true, false]);
  } finally {
    output.mockRestore();
  }
});

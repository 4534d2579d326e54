import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../preconditions.mjs';
import type { Failure } from './reports.mjs';

const folder = mkdtempSync(join(tmpdir(), 'formakte-planted-'));
let exitCode: number | null = null;
let lines: string[] = [];

/** Returns the first lines that describe a failed test. */
const describe = (name: string, count = 2) => {
  const at = lines.findIndex((line) => line.startsWith(`✗ ${name}`));
  return at < 0 ? undefined : lines.slice(at, at + count);
};

beforeAll(async () => {
  const env = { ...process.env, PLANTED_MARK: join(folder, 'mark') };
  const run = execFile('node', ['tools/testRun/planted/main.mjs', join(folder, 'reports')], {
    cwd: root,
    env,
  });
  let output = '';
  run.stdout?.on('data', (chunk) => (output += String(chunk)));
  exitCode = await new Promise((resolve) => {
    run.once('close', resolve);
  });
  lines = output.split('\n');
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('A run with failed tests exits with 1 and counts them in its last line', () => {
  expect(exitCode).toBe(1);
  expect(lines.at(-2)).toBe('2 passed, 4 failed');
});

it('A test that fails the first time only has passed and is listed as unstable', () => {
  const name = 'tools/testRun/planted/failsFirst.planted.ts › A test fails the first time only';
  expect(describe(name)).toBeUndefined();
  const at = lines.indexOf('Unstable: failed first and passed alone');
  expect(lines[at + 1]).toContain(`${name} (tools/testRun/planted/failsFirst.planted.ts:9)`);
  const kept = readFileSync(join(folder, 'reports/unstable.json'), 'utf8');
  expect((JSON.parse(kept) as Failure[]).map((each) => each.name)).toEqual([name]);
});

it('A test that fails twice has failed, with its place and its error', () => {
  const file = 'tools/testRun/planted/failsAlways.planted.ts';
  expect(describe(file)).toEqual([
    `✗ ${file} › A test always fails (${file}:4)`,
    '    AssertionError: expected 2 to be 3 // Object.is equality',
  ]);
});

it('A file that cannot be loaded has failed, with its error', () => {
  const file = 'tools/testRun/planted/cannotLoad.planted.ts';
  expect(describe(file)).toEqual([`✗ ${file} (${file})`, '    This file cannot be loaded']);
});

it('Journeys whose server does not start have failed, with what the server printed', () => {
  const described = describe('outside of the journeys', 6);
  expect(described?.[1]).toContain('config.webServer was not able to start. Exit code: 3');
  expect(described).toContain('    [WebServer] the port is taken');
});

it('A check that fails is listed with its output', () => {
  expect(describe('a check')).toEqual(['✗ a check', '    line 7 is wrong']);
});

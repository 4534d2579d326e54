import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './preconditions.mjs';

const folders = ['bench', 'e2e', 'schemas', 'server', 'src', 'stories', 'tools', 'widgets'];

/** Lists all files of a folder, but not those of packages. */
const listFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' ? [] : listFiles(path);
  });

const files = folders.flatMap(listFiles);

it('Every file with a name of a test is in one project of vitest', () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const output = execFileSync(process.execPath, [vitest, 'list', '--filesOnly', '--json'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const listed = (JSON.parse(output) as { file: string }[]).map(({ file }) => relative(root, file));
  const isTest = (file: string) => /[.]test[.]/.test(file);
  expect(listed.filter(isTest).sort()).toEqual(files.filter(isTest).sort());
});

it('Every file with a name of a journey is one that Playwright runs', () => {
  const journeys = files.filter((file) => /[.]spec[.]/.test(file));
  expect(journeys.filter((file) => !/^e2e[/].*[.]spec[.]ts$/.test(file))).toEqual([]);
});

it('No test is skipped or expected to fail by its text', () => {
  const switchedOff = /^\s*(?:it|test|describe)[.](?:skip|todo|fixme|fails?)\(\s*['"`]/m;
  const tests = files.filter((file) => /[.](?:test|check|spec)[.]/.test(file));
  const found = tests.filter((file) => switchedOff.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});

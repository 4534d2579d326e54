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

/** Returns true if a text skips a test or expects it to fail on every machine, or repeats it. */
function isSwitchedOff(text: string): boolean {
  const words = /(?<!['"`.])\b(?:it|test|describe)(?:[.]\w+)*[.](?:todo|fixme|fails?)\b/;
  const skip = /(?<!['"`.])\b(?:it|test|describe)(?:[.]\w+)*[.]skip(?:[.]|\(\s*(?:['"`)]|true\b))/;
  const condition = /(?<!['"`])[.](?:skipIf\(\s*true|runIf\(\s*false)\b/;
  const option =
    /^\s*(?:it|test|describe)\b[^{;]*\{[^}]*\b(?:(?:skip|todo|fails): true|retry: \d)/m;
  const story = /\btags: \[[^\]]*'(?:!test|!dev)'/;
  const retries = /[.]configure\(\{[^}]*\bretries:/;
  const call = /(?:\binfo\(\)|\b(?:ctx|context|testInfo))[.](?:skip|fixme)\(\s*(?:\)|true\b)/;
  const forms = [words, skip, condition, option, story, retries, call];
  return forms.some((form) => form.test(text));
}

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

it('No test is skipped, expected to fail or repeated by its text', () => {
  const tests = files
    .filter((file) => /[.](?:test|check|spec|stories)[.]|^e2e[/]/.test(file))
    .filter((file) => file !== 'tools/testFiles.test.ts'); // its samples are below
  const found = tests.filter((file) => isSwitchedOff(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});

it('No runner repeats tests by its configuration', () => {
  const configurations = ['vitest.config.ts', 'playwright.config.ts', 'tools/testRun/suites.mjs'];
  const repeats = (file: string) =>
    /\bretr(?:y|ies)\b/.test(readFileSync(join(root, file), 'utf8'));
  expect(configurations.filter(repeats)).toEqual([]);
});

it('A test that is skipped by its text is found in each form that we know', () => {
  const switchedOff = [
    "it.skip('saves', () => {});",
    "describe.concurrent.skip('drafts', () => {});",
    "it.skip.each([1])('saves %s', () => {});",
    "it.todo('saves');",
    "it.fails('saves', () => {});",
    "  it('saves', { skip: true }, () => {});",
    "test.fixme('saves', async () => {});",
    "test.describe.skip('drafts', () => {});",
    'test.skip();',
    '  test.info().skip();',
    "  it(\n    'saves',\n    { skip: true },\n    () => {},\n  );",
    "test.skip(true, 'later');",
    "it.skipIf(true)('saves', () => {});",
    "describe.runIf(false)('drafts', () => {});",
    "it('saves', { retry: 3 }, () => {});",
    'test.describe.configure({ retries: 2 });',
    "export const Saved: Story = { tags: ['!test'] };",
  ];
  expect(switchedOff.filter((text) => !isSwitchedOff(text))).toEqual([]);
  const conditional = [
    "it.skipIf(!hasGit)('lists commits', () => {});",
    "test.skip(isMobile, 'Runs in the desktop projects.');",
    "test.skip(({ isMobile }) => isMobile, 'Runs in the desktop projects.');",
  ];
  expect(conditional.filter(isSwitchedOff)).toEqual([]);
});

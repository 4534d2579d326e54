import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './preconditions.mjs';

const folder = mkdtempSync(join(tmpdir(), 'formakte-commits-'));
afterAll(() => rmSync(folder, { recursive: true }));

const author = ['-c', 'user.name=Test', '-c', 'user.email=test@portal.example'];
const git = (cwd: string, ...words: string[]) =>
  spawnSync('git', [...author, ...words], { cwd, encoding: 'utf8' });
const hasGit = spawnSync('git', ['--version']).status === 0;

function makeFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

function makeRepository(name: string, ...subjects: string[]): string {
  const path = makeFolder(name);
  git(path, 'init', '--quiet');
  for (const each of subjects) git(path, 'commit', '--quiet', '--allow-empty', '-m', each);
  return path;
}

/** Returns a clone that lacks the commit before the first of these subjects. */
function cloneShallow(name: string, ...subjects: string[]): string {
  const origin = makeRepository(`${name}-origin`, 'Begin', ...subjects);
  const shallow = join(folder, name);
  const depth = `--depth=${subjects.length}`;
  git(folder, 'clone', '--quiet', depth, pathToFileURL(origin).href, shallow);
  return shallow;
}

function check(cwd: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'tools/checkCommits.mjs')],
    { cwd, encoding: 'utf8', env: { ...process.env, ...env } },
  );
  return { status, stdout, stderr };
}

it('Sources without a repository have no commits to check', () => {
  expect(check(makeFolder('archive'))).toEqual({
    status: 0,
    stdout: 'No commits to check: these sources have no .git\n',
    stderr: '',
  });
});

it('Commits are not checked silently on a machine without git', () => {
  const repository = makeFolder('withoutGit');
  mkdirSync(join(repository, '.git'));
  const { status, stdout, stderr } = check(repository, { PATH: repository });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^The commits were not checked, because git did not run: .*ENOENT/m);
});

describe.skipIf(!hasGit)('the commits of a repository', () => {
  it('Subjects without an area or with too many characters are wrong', () => {
    const long = `cases: ${'a'.repeat(72)}`;
    const revert = `Revert "${'a'.repeat(72)}"`;
    const shallow = cloneShallow('wrong', 'cases: keep', 'Keep the draft', long, revert);
    expect(check(shallow)).toEqual({
      status: 1,
      stdout: '4 commit subjects, 2 wrong\n',
      stderr: [long, 'Keep the draft']
        .map((each) => `Not "area: verb", or over 72 characters: ${each}\n`)
        .join(''),
    });
  });

  it('The subjects of another history, with or without commits, are not checked', () => {
    for (const repository of [makeRepository('empty'), makeRepository('other', 'Import all')])
      expect(check(repository)).toMatchObject({
        status: 0,
        stdout: '0 commit subjects, 0 wrong\n',
      });
  });

  it('A repository that git cannot read is a fault', () => {
    const repository = makeRepository('damaged', 'cases: keep the draft');
    writeFileSync(join(repository, '.git/HEAD'), 'damaged');
    const { status, stdout, stderr } = check(repository);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('The commits were not checked, because git could not list them.');
  });
});

// Checks the subjects of commits (CONTRIBUTING.md, Commits): area first, at most 72 characters.
// Checks the checkout in the current folder. Sources without .git have no commits to check.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stopWith } from './preconditions.mjs';

/** Commits up to this one are not checked. */
const firstRevision = '4b5cd2d9e073c6a2b04944108798742c253bb479';
const subject = /^[\w./-]+(?:, [\w./-]+)*: [a-z`]/;
const maxLength = 72;

/** Git writes the subject of a revert by itself. @param {string} text */
const isSubject = (text) =>
  text.startsWith('Revert "') || (text.length <= maxLength && subject.test(text));

/** Runs git, which has printed the reason when it fails. @param {string[]} words */
function runGit(...words) {
  const { error, status, stdout } = spawnSync('git', ['--git-dir=.git', ...words], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (error) stopWith(`The commits were not checked, because git did not run: ${error.message}`);
  return { status, stdout };
}

/** A shallow clone lacks older commits, and the first revision with them. */
const hasFirstRevision = () => runGit('cat-file', '-e', firstRevision).status === 0;

const stopUnread = () => stopWith('The commits were not checked, because git could not list them.');

/**
 * Returns the subjects since the first revision, or all of a shallow clone; none for a history that
 * another project began with these sources.
 */
function readSubjects() {
  const { status: isUnread, stdout: isShallow } = runGit('rev-parse', '--is-shallow-repository');
  if (isUnread !== 0) stopUnread();
  const isWhole = hasFirstRevision();
  if (!isWhole && isShallow.trim() !== 'true') return [];
  const range = isWhole ? `${firstRevision}..HEAD` : 'HEAD';
  const { status, stdout } = runGit('log', '--no-merges', '--format=%s', range);
  if (status !== 0) stopUnread();
  return stdout.split('\n').filter(Boolean);
}

if (existsSync('.git')) {
  const subjects = readSubjects();
  const wrong = subjects.filter((each) => !isSubject(each));
  for (const each of wrong)
    process.stderr.write(`Not "area: verb", or over ${maxLength} characters: ${each}\n`);
  process.stdout.write(`${subjects.length} commit subjects, ${wrong.length} wrong\n`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} else process.stdout.write('No commits to check: these sources have no .git\n');

// Checks the subjects of commits (CONTRIBUTING.md, Commits): area first, at most 72 characters.
import { execFileSync } from 'node:child_process';

/** Commits up to this one are not checked. */
const firstRevision = '4b5cd2d9e073c6a2b04944108798742c253bb479';
const subject = /^[\w./-]+(?:, [\w./-]+)*: [a-z`]/;
const maxLength = 72;

/** @param {string[]} words */
const git = (...words) =>
  execFileSync('git', ['-c', 'safe.directory=*', ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Returns the subjects since the first revision; undefined in a checkout without its history. */
function readSubjects() {
  try {
    return git('log', '--no-merges', '--format=%s', `${firstRevision}..HEAD`).split('\n');
  } catch {
    return undefined; // git has printed the reason
  }
}

const subjects = readSubjects()?.filter(Boolean);
const wrong = (subjects ?? []).filter((each) => each.length > maxLength || !subject.test(each));
for (const each of wrong) process.stderr.write(`Commit subject: ${each}\n`);
process.stdout.write(
  subjects
    ? `${subjects.length} commit subjects, ${wrong.length} wrong\n`
    : 'No history to check\n',
);
process.exitCode = wrong.length > 0 ? 1 : 0;

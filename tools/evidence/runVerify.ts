import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { verifyEvidence, verifyFile, verifyAll, type Verdict } from './verify.ts';

const usage = [
  'npm run evidence:verify -- FILE... [--hash HASH] [--file PATH]...',
  '  FILE         evidence as the provider API exports it; several are checked as ' +
    'parts of one chain too',
  "  --hash HASH  what the entry's hash must be, as it was noted elsewhere",
  '  --file PATH  a file that must be among those that were sent',
].join('\n');

const misused = 2;

/** The process as the command sees it, replaced in tests. */
export type Io = {
  stdout: { write: (text: string) => unknown };
  stderr: { write: (text: string) => unknown };
};

function print({ stdout }: Io, title: string, verdicts: readonly Verdict[]): number {
  stdout.write(
    [
      `${title}\n`,
      ...verdicts.map(({ what, wrong }) => (wrong ? `  ✗ ${what}: ${wrong}\n` : `  ✓ ${what}\n`)),
    ].join(''),
  );
  return verdicts.filter(({ wrong }) => wrong).length;
}

function verify(args: string[], io: Io): number {
  const {
    values: { hash, file: sentFiles = [] },
    positionals: files,
  } = parseArgs({
    args,
    allowPositionals: true,
    options: { hash: { type: 'string' }, file: { type: 'string', multiple: true } },
  });
  if (files.length === 0 || (hash && files.length > 1)) {
    io.stderr.write(`${usage}\n`);
    return misused;
  }
  let wrong = 0;
  const all = files.flatMap((file) => {
    const { evidence, verdicts } = verifyEvidence(readFileSync(file));
    const noted: Verdict[] =
      hash && evidence
        ? [
            {
              what: 'the hash is the one that was noted',
              ...(evidence.hash === hash
                ? {}
                : { wrong: `${hash} was noted, ${evidence.hash} is here` }),
            },
          ]
        : [];
    wrong += print(io, basename(file), [...verdicts, ...noted]);
    return evidence ? [evidence] : [];
  });
  const beside = [
    ...verifyAll(all),
    ...sentFiles.map((path) => verifyFile(basename(path), readFileSync(path), all)),
  ];
  if (beside.length > 0) wrong += print(io, 'Together', beside);
  io.stdout.write(
    wrong > 0
      ? `${wrong} wrong\n`
      : hash
        ? 'Everything is as it was recorded.\n'
        : 'Everything fits together. A person who writes a new file can make it fit: ' +
          'compare its hash with one noted elsewhere (--hash).\n',
  );
  return wrong === 0 ? 0 : 1;
}

/**
 * Verifies the files and returns the exit code. An unreadable file or unknown option prints one
 * line, not a stack.
 */
export function runVerify(args: string[], io: Io): number {
  try {
    return verify(args, io);
  } catch (error) {
    io.stderr.write(`${(error as Error).message}\n`);
    return misused;
  }
}

// `npm run evidence:verify -- FILE...`: checks exported evidence on this machine alone.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { verifyEvidence, verifyFile, verifyTogether, type Verdict } from './verify.ts';

const usage = `npm run evidence:verify -- FILE... [--hash HASH] [--file PATH]...
  FILE         evidence as the provider API exports it; several are checked as parts of one chain too
  --hash HASH  what the entry's hash must be, as it was noted elsewhere
  --file PATH  a file that must be among those that were sent`;

const misused = 2;

function print(title: string, verdicts: readonly Verdict[]): number {
  process.stdout.write(`${title}\n${verdicts.map(({ what, wrong }) => `  ${wrong ? '✗' : '✓'} ${what}${wrong ? `: ${wrong}` : ''}\n`).join('')}`);
  return verdicts.filter(({ wrong }) => wrong).length;
}

function run(): number {
  const { values: { hash, file: sentFiles = [] }, positionals: files } = parseArgs({
    allowPositionals: true, options: { hash: { type: 'string' }, file: { type: 'string', multiple: true } },
  });
  if (files.length === 0 || (hash && files.length > 1)) {
    process.stderr.write(`${usage}\n`);
    return misused;
  }
  let wrong = 0;
  const all = files.flatMap((file) => {
    const { evidence, verdicts } = verifyEvidence(readFileSync(file));
    const noted: Verdict[] = hash && evidence ? [{ what: 'the hash is the one that was noted', ...(evidence.hash === hash ? {} : { wrong: `${hash} was noted, ${evidence.hash} is here` }) }] : [];
    wrong += print(basename(file), [...verdicts, ...noted]);
    return evidence ? [evidence] : [];
  });
  const beside = [...verifyTogether(all), ...sentFiles.map((path) => verifyFile(basename(path), readFileSync(path), all))];
  if (beside.length > 0) wrong += print('Together', beside);
  process.stdout.write(wrong > 0 ? `${wrong} wrong\n` : hash ? 'Everything is as it was recorded.\n' : 'Everything fits together. Whoever makes a file anew can make it fit: compare its hash with one noted elsewhere (--hash).\n');
  return wrong === 0 ? 0 : 1;
}

try {
  process.exitCode = run();
} catch (error) {
  // A file that cannot be read or an unknown option: one line, no stack.
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = misused;
}

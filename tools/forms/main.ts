// `npm run forms -- lint|test|write`: what authors of forms run, on their desk and in their checks.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { languages, type Language } from '#schemas/common.ts';
import { fixDocument } from './fix.ts';
import { generatedFiles } from './generated.ts';
import { lintDocument } from './lintDocument.ts';
import { exitCodeOf, formats, present } from './output.ts';
import { testForm } from './testForm.ts';

const usage = `npm run forms -- lint FILE... [--fix] [--format ${formats.join('|')}] [--language ${languages.join('|')}]
npm run forms -- test FILE...    runs FILE.tests.json, which stands beside FILE.json
npm run forms -- write           writes the schema and the generated parts of docs/forms.md`;

const misused = 2;

/** What the shell speaks, as other programs take it; German where that is neither of ours. */
function languageOfShell({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language {
  const spoken = LC_ALL || LC_MESSAGES || LANG || '';
  return languages.find((language) => new RegExp(`^${language}(_|\\.|$)`).test(spoken)) ?? 'de';
}

function lint(files: readonly string[], { fix, format: wanted, language: spoken }: { fix: boolean; format: string; language: string }): number {
  const [format, language] = [formats.find((each) => each === wanted), languages.find((each) => each === spoken)];
  if (!format || !language) return refuse();
  if (fix) {
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      const { text: mended, fixed } = fixDocument(text);
      if (mended !== text) writeFileSync(file, mended);
      if (fixed > 0) process.stderr.write(`${file}: ${fixed} fixed\n`);
    }
  }
  const linted = files.map((file) => ({ file, ...lintDocument(readFileSync(file, 'utf8')) }));
  process.stdout.write(`${present(linted, format, language)}\n`);
  return exitCodeOf(linted);
}

function test(files: readonly string[]): number {
  let failed = 0;
  for (const file of files) {
    process.stdout.write(`${basename(file)}\n`);
    for (const { name, failures } of testForm(file)) {
      process.stdout.write(`  ${failures.length === 0 ? '✓' : '✗'} ${name}\n${failures.map((failure) => `      ${failure}\n`).join('')}`);
      if (failures.length > 0) failed += 1;
    }
  }
  process.stdout.write(`${failed} failed\n`);
  return failed > 0 ? 1 : 0;
}

function write(): number {
  for (const { file, text } of generatedFiles()) writeFileSync(file, text);
  return 0;
}

function refuse(): number {
  process.stderr.write(`${usage}\n`);
  return misused;
}

function run(): number {
  const { values, positionals: [command, ...files] } = parseArgs({
    allowPositionals: true,
    options: { fix: { type: 'boolean', default: false }, format: { type: 'string', default: 'text' }, language: { type: 'string', default: languageOfShell(process.env) }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  if (command === 'write') return write();
  if (files.length === 0) return refuse();
  if (command === 'lint') return lint(files, values);
  return command === 'test' ? test(files) : refuse();
}

try {
  process.exitCode = run();
} catch (error) {
  // A file that cannot be read or an unknown option: one line, no stack.
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = misused;
}

import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { languages, type Language } from '#schemas/platform/common.ts';
import { getTexts } from '#server/texts.ts';
import { fixDocument } from './fix.ts';
import { generateFiles } from './generated.ts';
import { lintDocument } from './lintDocument.ts';
import { getExitCode, formats, present, type Format } from './output.ts';
import { testForm } from './testForm.ts';

const languageOption = `[--language ${languages.join('|')}]`;
const usage = [
  `npm run forms -- lint FILE... [--fix] [--format ${formats.join('|')}] ${languageOption}`,
  `npm run forms -- test FILE... ${languageOption}` +
    '    runs FILE.tests.json, which stands beside FILE.json',
  'npm run forms -- write    writes the schema and the generated parts of docs/forms.md',
].join('\n');

const misused = 2;

/** Wrong usage of the command; the message is shown to the author. */
class Misuse extends Error {
  constructor(
    readonly text: string,
    readonly values: Record<string, string>,
    readonly isAboutUsage = true,
  ) {
    super(text);
  }
}

/** Detects the shell's language; defaults to German. */
function detectLanguage({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): Language {
  const spoken = LC_ALL || LC_MESSAGES || LANG || '';
  return languages.find((language) => new RegExp(`^${language}(_|\\.|$)`).test(spoken)) ?? 'de';
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'forms.file.absent',
  EISDIR: 'forms.file.folder',
};

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new Misuse(fileProblems[code] ?? 'forms.file.unreadable', { file, problem: code }, false);
  }
}

/** The process as the command sees it, replaced in tests. */
export type Io = {
  stdout: { write: (text: string) => unknown };
  stderr: { write: (text: string) => unknown };
  env: NodeJS.ProcessEnv;
};

type Wanted = { io: Io; fix: boolean; format: Format; language: Language };

function lint(files: readonly string[], { io, fix, format, language }: Wanted): number {
  if (fix) {
    for (const file of files) {
      const text = read(file);
      const { text: mended, fixed } = fixDocument(text);
      if (mended !== text) writeFileSync(file, mended);
      if (fixed > 0) io.stderr.write(`${getTexts(language)('forms.fixed', { file, fixed })}\n`);
    }
  }
  const linted = files.map((file) => ({ file, ...lintDocument(read(file)) }));
  io.stdout.write(`${present(linted, format, language)}\n`);
  return getExitCode(linted);
}

function test(files: readonly string[], { io, language }: Wanted): number {
  const text = getTexts(language);
  let [failed, passed] = [0, 0];
  for (const file of files) {
    read(file);
    io.stdout.write(`${basename(file)}\n`);
    for (const { name, failures } of testForm(file, text)) {
      io.stdout.write(
        [
          `  ${failures.length === 0 ? '✓' : '✗'} ${name}\n`,
          ...failures.map((failure) => `      ${failure}\n`),
        ].join(''),
      );
      if (failures.length > 0) failed += 1;
      else passed += 1;
    }
  }
  io.stdout.write(`${text('forms.test.failed', { failed, passed })}\n`);
  return failed > 0 ? 1 : 0;
}

function write(): number {
  for (const { file, text } of generateFiles()) writeFileSync(file, text);
  return 0;
}

const commands: Readonly<Record<string, (files: readonly string[], wanted: Wanted) => number>> = {
  lint,
  test,
  write,
};

const options = {
  fix: { type: 'boolean' },
  format: { type: 'string' },
  language: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parseChoice<T extends string>(
  option: string,
  value: string | boolean | undefined,
  allowed: readonly T[],
  otherwise: T,
): T {
  if (value === undefined) return otherwise;
  const found = allowed.find((each) => each === value);
  if (!found)
    throw new Misuse('forms.option.value', {
      option,
      value: String(value),
      allowed: allowed.join(', '),
    });
  return found;
}

/**
 * Runs a command and returns its exit code. Output and errors are in the language that the command
 * asks for.
 */
export function runForms(args: string[], io: Io): number {
  const {
    values,
    positionals: [command, ...files],
    tokens,
  } = parseArgs({ args, allowPositionals: true, strict: false, tokens: true, options });
  const spoken = languages.find((each) => each === values.language) ?? detectLanguage(io.env);
  try {
    if (values.help) {
      io.stdout.write(`${usage}\n`);
      return 0;
    }
    for (const token of tokens) {
      if (token.kind !== 'option') continue;
      const declared = Object.entries(options).find(([name]) => name === token.name)?.[1];
      if (!declared) throw new Misuse('forms.option.unknown', { option: token.rawName });
      if ((declared.type === 'string') !== (token.value !== undefined))
        throw new Misuse('forms.option.valueMissing', { option: token.rawName });
    }
    const language = parseChoice('--language', values.language, languages, spoken);
    const wanted = {
      io,
      fix: values.fix === true,
      format: parseChoice('--format', values.format, formats, 'text'),
      language,
    };
    if (command === undefined) throw new Misuse('forms.command.missing', {});
    const perform = commands[command];
    if (!perform) throw new Misuse('forms.command.unknown', { command });
    if (command !== 'write' && files.length === 0) throw new Misuse('forms.file.missing', {});
    return perform(files, wanted);
  } catch (error) {
    if (!(error instanceof Misuse)) throw error;
    io.stderr.write(
      `${getTexts(spoken)(error.text, error.values)}\n${error.isAboutUsage ? `\n${usage}\n` : ''}`,
    );
    return misused;
  }
}

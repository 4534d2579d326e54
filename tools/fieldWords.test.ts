import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'formakte-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

const configFile = join(folder, '.oxlintrc.json');
writeFileSync(
  configFile,
  JSON.stringify({
    jsPlugins: [fileURLToPath(new URL('lint/fieldWords.js', import.meta.url))],
    categories: { correctness: 'off' },
    rules: { 'formakte/field-words': 'error' },
  }),
);

type Report = { diagnostics: { message: string }[] };

/** Returns what the rule reports for a source: a word, a title or an opening. */
function lint(source: string): string[] {
  const file = join(folder, 'file.ts');
  writeFileSync(file, source);
  const program = fileURLToPath(new URL('../node_modules/oxlint/bin/oxlint', import.meta.url));
  let output: string;
  try {
    output = execFileSync(process.execPath, [program, '-c', configFile, '-f', 'json', file], {
      encoding: 'utf8',
    });
  } catch (error) {
    output = (error as { stdout: string }).stdout; // it exits with 1 after an error
  }
  const { diagnostics } = JSON.parse(output) as Report;
  return diagnostics.map(({ message }) => {
    if (message.includes('is not a word of the field')) return 'word';
    return message.startsWith('Write a sentence') ? 'sentence' : 'opening';
  });
}

describe('the lint rule for field words', () => {
  it.each([
    '// retried whoever asks',
    '/** Stores the answer anew. */',
    "it('The client is told', () => {});",
    "it.each([1])('%s goes on', () => {});",
    'describe(`nobody sees ${value}`, () => {});',
  ])('The rule reports a refused word in %s', (source) => {
    expect(lint(source)).toEqual(['word']);
  });

  it.each(['/** What a client sees. */', '/** Whether it is open. */', '/**\n * Of a case.\n */'])(
    'The rule reports a vague opening in %s',
    (source) => {
      expect(lint(source)).toEqual(['opening']);
    },
  );

  it.each([
    "it('retries once', () => {});",
    "it.each([1])('retries %s', () => {});",
    'test(`retries ${count} times`, async () => {});',
    "test.skip('retries once', () => {});",
    "it.each(rows)('%s', () => {});",
    'it(`${name}`, () => {});',
  ])('The rule reports a title that is no sentence in %s', (source) => {
    expect(lint(source)).toEqual(['sentence']);
  });

  it.each([
    '/** Returns the retry delay in ms. */',
    "it('A visitor sees no experts of another provider', () => {});",
    "it('`retry` sends the request once', () => {});",
    "it.each([1])('%s is retried', () => {});",
    'it(`${name} is retried`, () => {});',
    "describe('the retry', () => {});",
    "test.describe.each([1])('a retry of %s', () => {});",
    "pattern.test('retries');",
    "const text = 'nobody';",
  ])('The rule accepts %s', (source) => {
    expect(lint(source)).toEqual([]);
  });
});

import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { fieldWords } from './lint/fieldWords.js';

const config = [
  {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { formakte: fieldWords },
    rules: { 'formakte/field-words': 'error' },
  },
] as unknown as Linter.Config[];

/** Returns the ids of the messages for a source. */
const lint = (source: string): (string | undefined)[] =>
  new Linter().verify(source, config, 'file.ts').map(({ messageId }) => messageId);

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
  ])('The rule reports a title without a capital in %s', (source) => {
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

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
    "it('is told', () => {});",
    "it.each([1])('goes on with %s', () => {});",
    'describe(`nobody sees ${value}`, () => {});',
  ])('reports a refused word in %s', (source) => {
    expect(lint(source)).toEqual(['word']);
  });

  it.each(['/** What a client sees. */', '/** Whether it is open. */', '/**\n * Of a case.\n */'])(
    'reports a vague opening in %s',
    (source) => {
      expect(lint(source)).toEqual(['opening']);
    },
  );

  it.each([
    '/** Returns the retry delay in ms. */',
    "it('A visitor sees no experts of another provider', () => {});",
    "const text = 'nobody';",
  ])('accepts %s', (source) => {
    expect(lint(source)).toEqual([]);
  });
});

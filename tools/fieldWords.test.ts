import { describe, expect, it } from 'vitest';
import { createRuleRunner } from './lint/runRule.ts';

const run = createRuleRunner('fieldWords.js', 'formakte/field-words');

/** Returns what the rule reports for a source: a word, a title or an opening. */
const lint = (source: string): string[] =>
  run(source).map(({ message }) => {
    if (message.includes('is not a word of the field')) return 'word';
    return message.startsWith('Write a sentence') ? 'sentence' : 'opening';
  });

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

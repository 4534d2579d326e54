import { RegExpParser, type AST } from '@eslint-community/regexpp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureProcessorMs } from '#tools/testing/processorTime.ts';
import { formLimits } from '#schemas/forms/limits.ts';
import { createRegexSafetyCheck, type RegexSafetyCheck } from './regexSafety.ts';

const provePattern: RegexSafetyCheck = (...pattern) => createRegexSafetyCheck()(...pattern);
const length = formLimits.maxPatternLength;

describe('createRegexSafetyCheck', () => {
  it('The proof stops when a form has too many patterns for its step budget', async () => {
    const prove = createRegexSafetyCheck();
    const distinct = Array.from(
      { length: 1_000 },
      (_, index) => `[a\\u{${(index + 0x400).toString(16)}}]+`,
    );
    let found: ReturnType<RegexSafetyCheck>[] = [];
    const ms = await measureProcessorMs(() => {
      found = distinct.map((pattern) => prove(pattern, length));
    });
    expect(ms).toBeLessThan(15_000);
    expect([found[0], found.at(-1)]).toEqual([undefined, { rule: 'tooMuchPattern' }]);
  });

  it('A thousand patterns of the same few sets are proven within the budget', () => {
    const prove = createRegexSafetyCheck();
    for (let index = 0; index < 1_000; index += 1)
      expect(prove(`[A-Z]{1,3}-[0-9]{${(index % 9) + 1}}`, length)).toBeUndefined();
  });

  it.each([
    '[0-9]{5}',
    '[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} [1-9][0-9]{0,3}[EH]?',
    '[A-Z]+',
    '.{1,100}',
    '.*',
    '\\d+,\\d{2}',
    '[A-Z]+[EH]?',
    '[0-9]{3,5}-?[0-9]{4,8}',
    'DE[0-9]{2}( ?[0-9]{4}){4} ?[0-9]{2}',
    '[A-Z]{2}[0-9]{2}(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,3})?',
    '\\p{Lu}\\p{Ll}+(-\\p{Lu}\\p{Ll}+)*',
    '([0-9]+,)*[0-9]+',
    '(?=.*[0-9]).{8,}',
    'Az\\. [0-9]{4}/[0-9]{1,5}',
    '(?:Herr|Frau) .+',
    'a|b|ab',
    '^((?!http|www\\.|\\.co|\\.net|\\.gov|\\.edu|\\.org).)*$',
    '(?!.*--)[a-z-]+',
    '',
  ])('The safe pattern %s is accepted', (pattern) =>
    expect(provePattern(pattern, length)).toBeUndefined(),
  );

  it.each([
    '(a+)+',
    '(a|a)*',
    '(a|aa)+',
    '(\\w+\\s?)*',
    '([a-z]*[0-9]*)*',
    '(.*)*',
    '((a{1,9}){1,9}){1,9}',
    '(a?){25}a{25}',
    '(a|aa){1,30}',
    '([a-z]{1,10}[a-z]{1,10}){1,10}',
    '(?=(a+)+b).*',
    '((?=(a+)+b).)*',
    '(?=(?=(a+)+b)a).*',
    '(((((((((((a+)+)+)+)+)+)+)+)+)+)+)',
    '(\\p{L}+\\p{N}*)*',
  ])('The pattern %s with catastrophic backtracking is rejected', (pattern) =>
    expect(provePattern(pattern, length)).toEqual({ rule: 'slowPattern' }),
  );

  it('A pattern that is slow for long answers is accepted for short ones', () =>
    expect([100, 500].map((most) => provePattern('\\S+@\\S+\\.\\S+', most))).toEqual([
      undefined,
      { rule: 'slowPattern' },
    ]));

  it.each(['(', 'a)(b', '[z-a]', 'a{2,1}', '\\p{Latein}', '(?i:a)'])(
    'The invalid pattern %s is rejected',
    (pattern) => expect(provePattern(pattern, length)).toEqual({ rule: 'invalidPattern' }),
  );
  it.each(['(a+)\\1', '(?<=a)b', '(?<!a)b', '(?<name>a)\\k<name>'])(
    'The pattern %s with a back reference or lookbehind is rejected',
    (pattern) => expect(provePattern(pattern, length)).toEqual({ rule: 'patternLooksBack' }),
  );
});

/** Matches like a backtracking engine and counts the characters it reads. */
function countSteps(pattern: string, text: string, most: number): number {
  let steps = 0;
  type Rest = (at: number) => boolean;
  const sequence = ([head, ...tail]: AST.Element[], at: number, rest: Rest): boolean =>
    head ? one(head, at, (next) => sequence(tail, next, rest)) : rest(at);
  const repeat = (quantifier: AST.Quantifier, count: number, at: number, rest: Rest): boolean =>
    (count < quantifier.max &&
      one(
        quantifier.element,
        at,
        (next) =>
          (next > at || count < quantifier.min) && repeat(quantifier, count + 1, next, rest),
      )) ||
    (count >= quantifier.min && rest(at));
  function one(element: AST.Element, at: number, rest: Rest): boolean {
    if (steps > most) return true;
    if (element.type === 'Quantifier') return repeat(element, 0, at, rest);
    if (element.type === 'Group')
      return element.alternatives.some(({ elements }) => sequence(elements, at, rest));
    steps += 1;
    return new RegExp(`^${element.raw}$`).test(text.charAt(at)) && rest(at + 1);
  }
  const { alternatives } = new RegExpParser().parsePattern(pattern);
  alternatives.some(({ elements }) => sequence(elements, 0, (at) => at === text.length));
  return steps;
}

const { pattern: anyPattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc
    .array(
      fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 2 },
    )
    .map((alternatives) => alternatives.join('|')),
  part: fc
    .tuple(
      fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('a', 'b', '[ab]', 'c'),
        tie('pattern').map((inner) => `(?:${inner})`),
      ),
      fc.constantFrom('', '', '?', '*', '+', '{1,3}', '{2}', '{0,9}'),
    )
    .map(([atom, times]) => atom + times),
}));

it('No accepted pattern takes more steps than the limit', () => {
  const shortest = 24; // long enough for 2 ** 24 ways
  const most = formLimits.maxPatternSteps;
  fc.assert(
    fc.property(
      anyPattern,
      fc.array(
        fc.string({ unit: fc.constantFrom('a', 'b'), minLength: shortest, maxLength: shortest }),
        { minLength: 3, maxLength: 3 },
      ),
      (pattern, texts) => {
        if (provePattern(pattern, shortest)) return;
        for (const text of ['a'.repeat(shortest), ...texts])
          expect(countSteps(pattern, `${text}!`, most)).toBeLessThan(most);
      },
    ),
    { numRuns: 400 },
  );
});

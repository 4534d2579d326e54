import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { limits } from '#schemas/limits.ts';
import { shortestMatch } from './shortestMatch.ts';

/*
 * A backtracking matcher is slow when there are many ways to read the same text: (a+)+ reads forty a in as many ways as
 * they can be cut into pieces, and tries them all before it gives up. So the ways are counted, for the longest answer
 * allowed. A choice that the next character decides is none: [A-Z]+-[0-9]+ has one way to read anything.
 */

const planes = 0x1_0000;
const astral = planes; // every character beyond the first plane, as if it were one
const end = planes + 1; // of the answer
const words = Math.ceil((end + 1) / 32);

/** What may come next, as a bit per character. */
type Symbols = Uint32Array;

const none = (): Symbols => new Uint32Array(words);
const add = (symbols: Symbols, symbol: number): void =>
  void (symbols[symbol >> 5] = (symbols[symbol >> 5] ?? 0) | (1 << (symbol & 31)));
const union = (one: Symbols, other: Symbols): Symbols =>
  one.map((word, index) => word | (other[index] ?? 0));
const isApart = (one: Symbols, other: Symbols): boolean =>
  one.every((word, index) => (word & (other[index] ?? 0)) === 0);
const anything = (): Symbols => none().fill(0xffff_ffff);
const onlyEnd = (): Symbols => {
  const symbols = none();
  add(symbols, end);
  return symbols;
};

/** Whether a set can hold characters beyond the first plane; in doubt it does. */
const isPlain = (raw: string): boolean =>
  /^[\x20-\x7e]+$/.test(raw) && !/^\.$|\^|\\[pPSWDu]/.test(raw);

function symbolsOf({ raw }: AST.CharacterSet | AST.CharacterClass): Symbols {
  const symbols = none();
  const set = new RegExp(`^${raw}$`, 'u');
  for (let code = 0; code < planes; code += 1)
    if (set.test(String.fromCharCode(code))) add(symbols, code);
  if (!isPlain(raw)) add(symbols, astral);
  return symbols;
}

/** What a part can begin with, and whether it can be nothing at all. */
type Start = { first: Symbols; isNullable: boolean };

class LooksBack extends Error {}
class TooMuch extends Error {}

const setSteps = 500; // trying every character takes as long as so many unions
const powersPerStep = 300;

/** The sets that a form's patterns share, and what is left for proving them all. */
type Effort = { sets: Map<string, Symbols>; stepsLeft: number };

/** Counts the ways one pattern can be read; remembers what its parts begin with. */
function createCounter(maxLength: number, effort: Effort) {
  const starts = new Map<AST.Element, Start>();

  function spend(steps: number): void {
    effort.stepsLeft -= steps;
    if (effort.stepsLeft < 0) throw new TooMuch();
  }

  function setOf(element: AST.CharacterSet | AST.CharacterClass): Symbols {
    const known = effort.sets.get(element.raw);
    if (known) return known;
    spend(setSteps);
    const symbols = symbolsOf(element);
    effort.sets.set(element.raw, symbols);
    return symbols;
  }

  function startOf(element: AST.Element): Start {
    const known = starts.get(element);
    if (known) return known;
    const start = findStart(element);
    starts.set(element, start);
    return start;
  }

  function findStart(element: AST.Element): Start {
    switch (element.type) {
      case 'Character': {
        const first = none();
        add(first, Math.min(element.value, astral));
        return { first, isNullable: false };
      }
      case 'CharacterSet':
      case 'CharacterClass':
        return { first: setOf(element), isNullable: false };
      case 'Quantifier': {
        const { first, isNullable } = startOf(element.element);
        return { first, isNullable: isNullable || element.min === 0 };
      }
      case 'Group':
      case 'CapturingGroup': {
        const parts = element.alternatives.map(({ elements }) => startOfSequence(elements));
        return {
          first: parts.map(({ first }) => first).reduce(union),
          isNullable: parts.some(({ isNullable }) => isNullable),
        };
      }
      case 'Assertion':
        return { first: none(), isNullable: true };
      default:
        throw new LooksBack();
    }
  }

  function startOfSequence(elements: readonly AST.Element[]): Start {
    let first = none();
    for (const element of elements) {
      const start = startOf(element);
      spend(1);
      first = union(first, start.first);
      if (!start.isNullable) return { first, isNullable: false };
    }
    return { first, isNullable: true };
  }

  const before = ({ first, isNullable }: Start, follow: Symbols): Symbols =>
    isNullable ? union(first, follow) : first;

  function waysOfSequence(elements: readonly AST.Element[], follow: Symbols): number {
    let ways = 1;
    let next = follow;
    for (const element of elements.toReversed()) {
      ways *= waysOf(element, next);
      next = before(startOf(element), next);
      spend(1);
    }
    return ways;
  }

  /** One way when the next character decides between the alternatives, else all of theirs. */
  function waysOfAlternatives(alternatives: readonly AST.Alternative[], follow: Symbols): number {
    const ways = alternatives.map(({ elements }) => waysOfSequence(elements, follow));
    const begins = alternatives.map(({ elements }) => before(startOfSequence(elements), follow));
    spend(alternatives.length ** 2 / 2);
    const isDecided = begins.every((begin, index) =>
      begins.slice(index + 1).every((other) => isApart(begin, other)),
    );
    return isDecided ? Math.max(...ways) : ways.reduce((sum, count) => sum + count, 0);
  }

  function waysOfQuantifier({ element, min, max }: AST.Quantifier, follow: Symbols): number {
    const most = Math.min(max, maxLength);
    if (most === 0) return 1;
    const { first, isNullable } = startOf(element);
    const each = waysOf(element, most > 1 ? union(first, follow) : follow);
    if (min === max || (!isNullable && isApart(first, follow))) return each ** most;
    spend((most - min) / powersPerStep);
    let ways = 0;
    for (let times = Math.min(min, most); times <= most; times += 1) ways += each ** times;
    return ways;
  }

  function waysOf(element: AST.Element, follow: Symbols): number {
    switch (element.type) {
      case 'Quantifier':
        return waysOfQuantifier(element, follow);
      case 'Group':
      case 'CapturingGroup':
        return waysOfAlternatives(element.alternatives, follow);
      case 'Assertion':
        if (element.kind === 'lookbehind') throw new LooksBack();
        return element.kind === 'lookahead'
          ? waysOfAlternatives(element.alternatives, anything())
          : 1;
      default:
        return 1;
    }
  }

  return (pattern: AST.Pattern): number => waysOfAlternatives(pattern.alternatives, onlyEnd());
}

/**
 * Says why a pattern must not be published; undefined when no answer of up to `maxLength` characters can make it slow.
 * It may refuse a pattern that is harmless, never pass one that is not.
 */
export type PatternProver = (
  pattern: string,
  maxLength: number,
) => { rule: string; params?: { shortest: number; limit: number } } | undefined;

/** For the patterns of one form: proving them takes time itself, which one form may not have without end. */
export function createPatternProver(): PatternProver {
  const effort: Effort = { sets: new Map(), stepsLeft: limits.form.maxProofSteps };
  return (pattern, maxLength) => {
    let parsed: AST.Pattern;
    try {
      parsed = new RegExpParser({ ecmaVersion: 2022 }).parsePattern(pattern, 0, pattern.length, {
        unicode: true,
      });
    } catch {
      return { rule: 'invalidPattern' };
    }
    const shortest = shortestMatch(parsed);
    if (shortest > maxLength)
      return { rule: 'patternTooLong', params: { shortest, limit: maxLength } };
    try {
      return createCounter(maxLength, effort)(parsed) * maxLength > limits.form.maxPatternSteps
        ? { rule: 'slowPattern' }
        : undefined;
    } catch (error) {
      if (error instanceof LooksBack) return { rule: 'patternLooksBack' };
      if (error instanceof TooMuch) return { rule: 'tooMuchPattern' };
      throw error;
    }
  };
}

/*
 * Proves that a regular expression can never become slow (ReDoS, catastrophic backtracking). A
 * backtracking matcher tries every way to match a text: (a+)+ matches 40 times "a" in 2^39 ways.
 * So this file counts the ways for the longest answer allowed. A choice that the next character
 * decides does not count: [A-Z]+-[0-9]+ matches any text in at most one way.
 */
import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { formLimits } from '#schemas/forms/limits.ts';
import { measureShortestMatch } from './shortestMatch.ts';

const planes = 0x1_0000;
const astral = planes; // all characters beyond the first plane, as one symbol
const end = planes + 1; // of the answer
const words = Math.ceil((end + 1) / 32);

/** The set of possible next characters, one bit per character. */
type Symbols = Uint32Array;

const createEmptySet = (): Symbols => new Uint32Array(words);
const addSymbol = (symbols: Symbols, symbol: number): void =>
  void (symbols[symbol >> 5] = (symbols[symbol >> 5] ?? 0) | (1 << (symbol & 31)));
const unite = (one: Symbols, other: Symbols): Symbols =>
  one.map((word, index) => word | (other[index] ?? 0));
const isDisjoint = (one: Symbols, other: Symbols): boolean =>
  one.every((word, index) => (word & (other[index] ?? 0)) === 0);
const createFullSet = (): Symbols => createEmptySet().fill(0xffff_ffff);
const createEndSet = (): Symbols => {
  const symbols = createEmptySet();
  addSymbol(symbols, end);
  return symbols;
};

/** Returns true if a set cannot contain characters beyond the first plane. */
const hasPlainSymbolsOnly = (raw: string): boolean =>
  /^[\x20-\x7e]+$/.test(raw) && !/^\.$|\^|\\[pPSWDu]/.test(raw);

function listSymbols({ raw }: AST.CharacterSet | AST.CharacterClass): Symbols {
  const symbols = createEmptySet();
  const set = new RegExp(`^${raw}$`, 'u');
  for (let code = 0; code < planes; code += 1)
    if (set.test(String.fromCharCode(code))) addSymbol(symbols, code);
  if (!hasPlainSymbolsOnly(raw)) addSymbol(symbols, astral);
  return symbols;
}

/** The possible first characters of a part; `isNullable` if it can match the empty text. */
type Start = { first: Symbols; isNullable: boolean };

class LookbehindError extends Error {}
class BudgetExceededError extends Error {}

const setSteps = 500; // testing every character takes as long as 500 unions
const powersPerStep = 300;

/** Character sets shared by a form's patterns, and the steps left for proving all of them. */
type Budget = { sets: Map<string, Symbols>; stepsLeft: number };

function spend(budget: Budget, steps: number): void {
  budget.stepsLeft -= steps;
  if (budget.stepsLeft < 0) throw new BudgetExceededError();
}

function getSymbols(budget: Budget, element: AST.CharacterSet | AST.CharacterClass): Symbols {
  const known = budget.sets.get(element.raw);
  if (known) return known;
  spend(budget, setSteps);
  const symbols = listSymbols(element);
  budget.sets.set(element.raw, symbols);
  return symbols;
}

/** Creates functions that find the first characters of parts of a pattern. Caches the results. */
function createStartFinder(budget: Budget) {
  const starts = new Map<AST.Element, Start>();

  function getStart(element: AST.Element): Start {
    const known = starts.get(element);
    if (known) return known;
    const start = findStart(element);
    starts.set(element, start);
    return start;
  }

  function findStart(element: AST.Element): Start {
    switch (element.type) {
      case 'Character': {
        const first = createEmptySet();
        addSymbol(first, Math.min(element.value, astral));
        return { first, isNullable: false };
      }
      case 'CharacterSet':
      case 'CharacterClass':
        return { first: getSymbols(budget, element), isNullable: false };
      case 'Quantifier': {
        const { first, isNullable } = getStart(element.element);
        return { first, isNullable: isNullable || element.min === 0 };
      }
      case 'Group':
      case 'CapturingGroup': {
        const parts = element.alternatives.map(({ elements }) => findSequenceStart(elements));
        return {
          first: parts.map(({ first }) => first).reduce(unite),
          isNullable: parts.some(({ isNullable }) => isNullable),
        };
      }
      case 'Assertion':
        return { first: createEmptySet(), isNullable: true };
      default:
        throw new LookbehindError();
    }
  }

  function findSequenceStart(elements: readonly AST.Element[]): Start {
    let first = createEmptySet();
    for (const element of elements) {
      const start = getStart(element);
      spend(budget, 1);
      first = unite(first, start.first);
      if (!start.isNullable) return { first, isNullable: false };
    }
    return { first, isNullable: true };
  }

  return { getStart, findSequenceStart };
}

const prependStart = ({ first, isNullable }: Start, follow: Symbols): Symbols =>
  isNullable ? unite(first, follow) : first;

/**
 * Counts the steps of lookaheads. One is atomic: the matcher never returns into it, so its ways add
 * steps and do not multiply the others. Inside another one they do, to stay on the safe side.
 */
function createLookaheadCounter(
  maxLength: number,
  countWays: (alternatives: readonly AST.Alternative[]) => number,
) {
  let [repeated, isInside, steps] = [0, false, 0];
  return {
    /** Counts a repeated part, whose lookaheads run once for each character. */
    repeat(count: () => number): number {
      repeated += 1;
      const ways = count();
      repeated -= 1;
      return ways;
    },
    count({ alternatives }: AST.LookaheadAssertion): number {
      if (isInside) return countWays(alternatives);
      isInside = true;
      steps += countWays(alternatives) * maxLength * (repeated > 0 ? maxLength : 1);
      isInside = false;
      return 1;
    },
    getSteps: (): number => steps,
  };
}

const arePairwiseDisjoint = (sets: readonly Symbols[]): boolean =>
  sets.every((set, index) => sets.slice(index + 1).every((other) => isDisjoint(set, other)));

/** Adds the powers of a base for each exponent from `least` to `most`. */
function sumPowers(base: number, least: number, most: number): number {
  let sum = 0;
  for (let exponent = least; exponent <= most; exponent += 1) sum += base ** exponent;
  return sum;
}

/** Creates a function that counts the steps of matching: ways times characters, and lookaheads. */
function createCounter(maxLength: number, budget: Budget) {
  const { getStart, findSequenceStart } = createStartFinder(budget);
  const lookaheads = createLookaheadCounter(maxLength, (alternatives) =>
    countAlternatives(alternatives, createFullSet()),
  );

  function countSequence(elements: readonly AST.Element[], follow: Symbols): number {
    let [ways, next] = [1, follow];
    for (const element of elements.toReversed()) {
      ways *= countElement(element, next);
      next = prependStart(getStart(element), next);
      spend(budget, 1);
    }
    return ways;
  }

  /** One way when the next character decides between the alternatives, else the sum of all. */
  function countAlternatives(alternatives: readonly AST.Alternative[], follow: Symbols): number {
    const ways = alternatives.map(({ elements }) => countSequence(elements, follow));
    const begins = alternatives.map(({ elements }) =>
      prependStart(findSequenceStart(elements), follow),
    );
    spend(budget, alternatives.length ** 2 / 2);
    return arePairwiseDisjoint(begins)
      ? Math.max(...ways)
      : ways.reduce((sum, count) => sum + count, 0);
  }

  function countQuantifier({ element, min, max }: AST.Quantifier, follow: Symbols): number {
    const most = Math.min(max, maxLength);
    if (most === 0) return 1;
    const { first, isNullable } = getStart(element);
    const each = lookaheads.repeat(() =>
      countElement(element, most > 1 ? unite(first, follow) : follow),
    );
    if (min === max || (!isNullable && isDisjoint(first, follow))) return each ** most;
    spend(budget, (most - min) / powersPerStep);
    return sumPowers(each, Math.min(min, most), most);
  }

  function countElement(element: AST.Element, follow: Symbols): number {
    switch (element.type) {
      case 'Quantifier':
        return countQuantifier(element, follow);
      case 'Group':
      case 'CapturingGroup':
        return countAlternatives(element.alternatives, follow);
      case 'Assertion':
        if (element.kind === 'lookbehind') throw new LookbehindError();
        return element.kind === 'lookahead' ? lookaheads.count(element) : 1;
      default:
        return 1;
    }
  }

  return (pattern: AST.Pattern): number => {
    const ways = countAlternatives(pattern.alternatives, createEndSet());
    return ways * (maxLength + lookaheads.getSteps());
  };
}

/**
 * Returns the lint rule that a pattern breaks; `undefined` if it is fast for every answer of up to
 * `maxLength` characters. May reject a safe pattern, never accepts a slow one.
 */
export type RegexSafetyCheck = (
  pattern: string,
  maxLength: number,
) => { rule: string; params?: { shortest: number; limit: number } } | undefined;

/**
 * Creates the check for the patterns of one form. They share one budget of steps, because proving
 * takes time.
 */
export function createRegexSafetyCheck(): RegexSafetyCheck {
  const budget: Budget = { sets: new Map(), stepsLeft: formLimits.maxProofSteps };
  return (pattern, maxLength) => {
    let parsed: AST.Pattern;
    try {
      parsed = new RegExpParser({ ecmaVersion: 2022 }).parsePattern(pattern, 0, pattern.length, {
        unicode: true,
      });
    } catch {
      return { rule: 'invalidPattern' };
    }
    const shortest = measureShortestMatch(parsed);
    if (shortest > maxLength)
      return { rule: 'patternTooLong', params: { shortest, limit: maxLength } };
    try {
      return createCounter(maxLength, budget)(parsed) > formLimits.maxPatternSteps
        ? { rule: 'slowPattern' }
        : undefined;
    } catch (error) {
      if (error instanceof LookbehindError) return { rule: 'patternLooksBack' };
      if (error instanceof BudgetExceededError) return { rule: 'tooMuchPattern' };
      throw error;
    }
  };
}

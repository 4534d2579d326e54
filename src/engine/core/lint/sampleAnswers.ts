import { Check } from 'typebox/value';
import type { Comparison } from '#schemas/forms/conditions.ts';
import { buildValueSchema } from '../definition/toJsonSchema.ts';
import type { JsonSchema } from '../element.ts';
import { evaluateCondition, isRowsReference } from '../evaluation/conditions.ts';
import { formats } from '../values/formats.ts';
import type { LintedElement } from './lintedForm.ts';

/** Limits of the samples. Beyond them a reference counts as satisfiable. */
const maxRowsTried = 64;
export const maxCombinations = 4_000;

type Operator = 'equals' | 'in' | 'contains' | 'greater' | 'less';

export const listConstants = (comparison: Comparison, ...operators: Operator[]): unknown[] =>
  operators.flatMap(
    (operator) => (comparison as Partial<Record<Operator, unknown>>)[operator] ?? [],
  );

export const filterTexts = (values: readonly unknown[]): string[] =>
  values.filter((value) => typeof value === 'string');

function sampleNumbers(constants: number[]): number[] {
  const sorted = [...new Set(constants)].sort((one, other) => one - other);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const measureGap = (value: number, index: number) => (sorted[index + 1] ?? value) - value;
  return [
    first - 1,
    ...sorted.flatMap((value, index) => [
      value,
      value + measureGap(value, index) / 2,
      value + measureGap(value, index) / 4,
    ]),
    last + 1,
  ];
}

const listSubsets = <T>(values: readonly T[]): T[][] =>
  values.reduce<T[][]>((sets, value) => [...sets, ...sets.map((set) => [...set, value])], [[]]);
/** Up to this many values are combined in all subsets; beyond it, each alone and all together. */
const maxTogether = 6;
const combine = <T>(values: readonly T[]): T[][] =>
  values.length <= maxTogether
    ? listSubsets(values)
    : [[], ...values.map((value) => [value]), [...values]];

/** Formats are custom, as for the answers themselves. */
export const matchesShape = ({ format, ...schema }: JsonSchema, value: unknown): boolean =>
  Check(schema, value) &&
  (typeof value !== 'string' || typeof format !== 'string' || (formats[format]?.(value) ?? true));

/** Far apart, so that a bound relative to today does not reject both. */
const sampleDays = ['1900-01-01', '2900-01-01'] as const;

/** Returns true if the type's own check rejects a value on any day. */
function isAlwaysRejected({ element, elementType }: LintedElement, value: unknown): boolean {
  const [early, late] = sampleDays.map((today) =>
    elementType?.check?.(value, element, { today, revision: 1 }),
  );
  return early !== undefined && JSON.stringify(early) === JSON.stringify(late);
}

/** Sample texts for whatever shape a type wants. */
const commonTexts = ['x', '2026-12-24', '08:30'];
/** Represents an unknown answer that exists. */
const unknownAnswer = {};

/** Returns an element's own settings, such as its first day. */
const listOwnSettings = ({ element, elementType }: LintedElement): unknown[] =>
  Object.keys(elementType?.config.properties ?? {}).map((name) => element[name]);

/**
 * Returns texts that sort before and after the compared ones, and that contain the searched words.
 */
function sampleTexts(
  target: LintedElement,
  schema: JsonSchema,
  comparisons: readonly Comparison[],
): string[] {
  const ofType: JsonSchema = { ...target.elementType?.value };
  const bounds = filterTexts([
    ...listOwnSettings(target),
    ...comparisons.flatMap((comparison) => listConstants(comparison, 'greater', 'less')),
  ]).filter((bound) => matchesShape(ofType, bound));
  const near = bounds
    .flatMap((bound) => [bound, `${bound}~`, `${bound.slice(0, -1)}!`])
    .filter((text) => !isAlwaysRejected(target, text));
  const longest = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : Infinity;
  const words = filterTexts(
    comparisons.flatMap((comparison) => listConstants(comparison, 'contains')),
  ).filter(({ length }) => length <= longest);
  return ['', ...near].flatMap((text) =>
    combine([...new Set(words)]).map((held) => [text, ...held].join(' ')),
  );
}

/**
 * Returns sample answers that cover all outcomes of the comparisons. No answer comes last, because
 * most conditions want one and the search ends early.
 */
export function sampleAnswers(
  target: LintedElement,
  comparisons: readonly Comparison[],
): unknown[] {
  const { element, elementType } = target;
  if (!elementType?.value) return [undefined];
  const schema = buildValueSchema(elementType, element) as {
    type?: string;
    enum?: unknown[];
    items?: { enum?: unknown[] };
    minimum?: number;
    maximum?: number;
  };
  const wanted = comparisons.flatMap((comparison) =>
    listConstants(comparison, 'equals', 'in', 'contains'),
  );
  const fits = (value: unknown) => matchesShape(schema, value) && !isAlwaysRejected(target, value);
  if (schema.enum) return [...schema.enum, undefined];
  if (schema.type === 'boolean') return [true, false, undefined];
  if (schema.type === 'number' || schema.type === 'integer') {
    const bounds = comparisons.flatMap((comparison) =>
      listConstants(comparison, 'greater', 'less'),
    );
    const numbers = [...wanted, ...bounds, schema.minimum, schema.maximum].filter(
      (value) => typeof value === 'number',
    );
    const near = sampleNumbers(numbers).map((value) =>
      schema.type === 'integer' ? Math.round(value) : value,
    );
    // Between two of them some number is possible, whatever the step; a named number must be
    // possible itself.
    return [
      ...near.filter((value) =>
        wanted.includes(value) ? fits(value) : matchesShape(schema, value),
      ),
      undefined,
    ];
  }
  if (schema.type === 'array') {
    const options = schema.items?.enum;
    const named = [...new Set(wanted)].filter((value) => options?.includes(value));
    const other = options ? options.find((option) => !named.includes(option)) : unknownAnswer;
    return [
      ...combine(named).flatMap((set) => [...(other === undefined ? [] : [[...set, other]]), set]),
      undefined,
    ];
  }
  if (schema.type !== 'string') return [unknownAnswer, undefined];
  return [
    unknownAnswer,
    ...commonTexts.filter(fits),
    ...filterTexts(wanted).filter(fits),
    ...sampleTexts(target, schema, comparisons),
    undefined,
  ];
}

/** Keeps the first of the answers for which all comparisons have the same results. */
function deduplicateByOutcome<T>(
  answers: readonly T[],
  comparisons: readonly Comparison[],
): readonly T[] {
  if (answers.length > maxCombinations) return answers;
  const alike = new Map<string, T>();
  for (const answer of answers) {
    const key = comparisons
      .map((comparison) => Number(evaluateCondition(comparison, () => answer)))
      .join('');
    if (!alike.has(key)) alike.set(key, answer);
  }
  return [...alike.values()];
}

/**
 * Returns sample values of a reference: from outside a group, combinations of its rows' answers.
 * Returns `undefined` when there are too many.
 */
export function sampleReadAnswers(
  source: string,
  target: LintedElement,
  comparisons: readonly Comparison[],
): readonly unknown[] | undefined {
  const answers = sampleAnswers(target, comparisons);
  if (!isRowsReference(source) || !target.group) return deduplicateByOutcome(answers, comparisons);
  const { max = 1 } = target.group.elementType?.rows?.getRange(target.group.element) ?? {};
  let rows: readonly unknown[][] = [[]];
  for (const [answer] of deduplicateByOutcome(
    answers.map((each) => [each]),
    comparisons,
  )) {
    if (rows.length > maxRowsTried) return undefined;
    rows = deduplicateByOutcome(
      [...rows, ...rows.filter(({ length }) => length < max).map((row) => [...row, answer])],
      comparisons,
    );
  }
  return rows;
}

import * as Type from 'typebox';
import { described, StringEnum } from '#schemas/common.ts';
import type { Read, ReadWords } from '#src/engine/core/conditions.ts';
import type { AnswerKind } from '#src/engine/core/element.ts';
import { formats } from '#src/engine/core/formats.ts';

/** An earlier element by id, or `group.element` for that element in every row of a group. */
const Reference = Type.String({
  pattern: '^[a-zA-Z][a-zA-Z0-9_]{0,63}(\\.[a-zA-Z][a-zA-Z0-9_]{0,63})?$',
});
const References = Type.Array(Reference, { minItems: 1, maxItems: 100 });
const today = 'today';

const withExample = <T extends Type.TSchema>(schema: T, description: string, example: unknown): T =>
  Type.With(schema, { description, examples: [example] }) as T; // the same shape, with words

/** What a value is worked out from (exactly one of these). */
export const Formula = Type.Object(
  {
    sum: Type.Optional(
      withExample(References, 'Adds numbers up, those that are answered.', ['damage', 'costs']),
    ),
    product: Type.Optional(
      withExample(References, 'Multiplies numbers; each must be answered.', ['hours', 'rate']),
    ),
    count: Type.Optional(
      withExample(Reference, 'Counts rows of a group, ticked choices or files.', 'witnesses'),
    ),
    dateDifference: Type.Optional(
      Type.Object(
        {
          from: described(Reference, 'The first day; "today" is the day the form is filled in.'),
          to: described(Reference, 'The last day; "today" is the day the form is filled in.'),
          unit: StringEnum(['days', 'months', 'years'], {
            description: 'What is counted, in whole ones.',
          }),
        },
        {
          additionalProperties: false,
          description: 'The time from one day to another.',
          examples: [{ from: 'birth', to: today, unit: 'years' }],
        },
      ),
    ),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        examples: ['{last}, {first}'],
        description:
          'A text with {element} where an answer goes. It is one text for every language, so answers are written as in German: 01.12.2026, 1.234,5, and the label of an option.',
      }),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    description: 'What the value is worked out from: exactly one of these.',
  },
);
export type Formula = Type.Static<typeof Formula>;

const placeholders = /\{([a-zA-Z][a-zA-Z0-9_.]*)\}/g;

const daysIn = ({ dateDifference }: Formula): string[] =>
  dateDifference
    ? [dateDifference.from, dateDifference.to].filter((reference) => reference !== today)
    : [];

/** The answers a formula looks at. */
export function referencesIn(formula: Formula): string[] {
  const { sum, product, count, text } = formula;
  return [
    ...(sum ?? []),
    ...(product ?? []),
    ...(count ? [count] : []),
    ...daysIn(formula),
    ...[...(text ?? '').matchAll(placeholders)].map(([, reference = '']) => reference),
  ];
}

/** What those answers must be; a text takes any. */
export function expectationsOf(formula: Formula): { source: string; kind: AnswerKind }[] {
  const { sum, product, count } = formula;
  const all = (sources: readonly string[], kind: AnswerKind) =>
    sources.map((source) => ({ source, kind }));
  return [
    ...all([...(sum ?? []), ...(product ?? [])], 'number'),
    ...all(count ? [count] : [], 'list'),
    ...all(daysIn(formula), 'day'),
  ];
}

/** A brace that belongs to no name would stand in the text as it is. */
export const hasLooseBrace = ({ text = '' }: Formula): boolean =>
  /[{}]/.test(text.replace(placeholders, ''));

const valuesOf = (references: readonly string[], read: Read): unknown[] =>
  references.flatMap((reference) => read(reference));
const numbersIn = (values: readonly unknown[]): number[] =>
  values.filter((value) => typeof value === 'number');

/** 0,1 + 0,2 is 0,3 to everybody but a binary machine. */
const rounded = (value: number): number | undefined =>
  Number.isFinite(value) ? Number(value.toFixed(10)) : undefined;

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && formats['date']?.(value) === true;

function wholeUnits(
  from: unknown,
  to: unknown,
  unit: 'days' | 'months' | 'years',
): number | undefined {
  if (!isDay(from) || !isDay(to)) return undefined;
  if (unit === 'days') return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  if (to < from) return -(wholeUnits(to, from, unit) ?? 0) || 0;
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
  return unit === 'months' ? months : Math.floor(months / 12);
}

/** The value of a formula; undefined while what it needs is not answered. */
export function evaluateFormula(
  { sum, product, count, dateDifference, text }: Formula,
  read: Read,
  todayIs: string,
  wordsOf: ReadWords,
): number | string | undefined {
  if (sum) {
    const numbers = numbersIn(valuesOf(sum, read));
    return numbers.length === 0
      ? undefined
      : rounded(numbers.reduce((total, number) => total + number, 0));
  }
  if (product) {
    const numbers = numbersIn(valuesOf(product, read));
    return numbers.length < product.length
      ? undefined
      : rounded(numbers.reduce((total, number) => total * number, 1));
  }
  if (count) {
    const counted = read(count);
    return Array.isArray(counted) ? counted.length : 0;
  }
  if (dateDifference) {
    const dayOf = (reference: string) => (reference === today ? todayIs : read(reference));
    return wholeUnits(dayOf(dateDifference.from), dayOf(dateDifference.to), dateDifference.unit);
  }
  if (text === undefined) return undefined;
  const words = new Map(
    referencesIn({ text }).map((reference) => [reference, wordsOf(reference).join(', ')]),
  );
  return [...words.values()].every((word) => word === '') && words.size > 0
    ? undefined
    : text.replace(placeholders, (_, reference: string) => words.get(reference) ?? '').trim();
}

import * as Type from 'typebox';
import { StringEnum } from '#schemas/platform/common.ts';
import { dayMs } from '#schemas/platform/time.ts';
import type { ReadAnswer, ReadTexts } from '#src/engine/core/evaluation/conditions.ts';
import type { AnswerKind } from '#src/engine/core/element.ts';
import { isDay } from '#src/engine/core/values/formats.ts';

/** An earlier element by id, or `group.element` for that element in every row of a group. */
const Reference = Type.String({
  pattern: '^[a-zA-Z][a-zA-Z0-9_]{0,63}(\\.[a-zA-Z][a-zA-Z0-9_]{0,63})?$',
});
const References = Type.Array(Reference, { minItems: 1, maxItems: 100 });
const today = 'today';

/** A formula; exactly one of these settings. */
export const Formula = Type.Object(
  {
    sum: Type.Optional(References),
    product: Type.Optional(References),
    count: Type.Optional(Reference),
    dateDifference: Type.Optional(
      Type.Object(
        {
          from: Reference,
          to: Reference,
          unit: StringEnum(['days', 'months', 'years']),
        },
        {
          additionalProperties: false,
        },
      ),
    ),
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
  },
);
export type Formula = Type.Static<typeof Formula>;

const placeholders = /\{([a-zA-Z][a-zA-Z0-9_.]*)\}/g;

const countDays = ({ dateDifference }: Formula): string[] =>
  dateDifference
    ? [dateDifference.from, dateDifference.to].filter((reference) => reference !== today)
    : [];

/** Returns the answers a formula reads. */
export function listReferences(formula: Formula): string[] {
  const { sum, product, count, text } = formula;
  return [
    ...(sum ?? []),
    ...(product ?? []),
    ...(count ? [count] : []),
    ...countDays(formula),
    ...[...(text ?? '').matchAll(placeholders)].map(([, reference = '']) => reference),
  ];
}

/** Returns which kind of answer each of them must have; a text accepts any. */
export function listExpectations(formula: Formula): { source: string; kind: AnswerKind }[] {
  const { sum, product, count } = formula;
  const readAll = (sources: readonly string[], kind: AnswerKind) =>
    sources.map((source) => ({ source, kind }));
  return [
    ...readAll([...(sum ?? []), ...(product ?? [])], 'number'),
    ...readAll(count ? [count] : [], 'list'),
    ...readAll(countDays(formula), 'day'),
  ];
}

/** A brace without a name would appear in the text. */
export const hasLooseBrace = ({ text = '' }: Formula): boolean =>
  /[{}]/.test(text.replace(placeholders, ''));

const readValues = (references: readonly string[], read: ReadAnswer): unknown[] =>
  references.flatMap((reference) => read(reference));
const readNumbers = (values: readonly unknown[]): number[] =>
  values.filter((value) => typeof value === 'number');

/** Removes binary rounding errors, so that 0.1 + 0.2 is 0.3, and the minus of -0. */
const roundTo = (value: number): number | undefined =>
  Number.isFinite(value) ? Number(value.toFixed(10)) + 0 : undefined;

function countWholeUnits(
  from: unknown,
  to: unknown,
  unit: 'days' | 'months' | 'years',
): number | undefined {
  if (!isDay(from) || !isDay(to)) return undefined;
  if (unit === 'days') return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
  if (to < from) return -(countWholeUnits(to, from, unit) ?? 0) || 0;
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
  return unit === 'months' ? months : Math.floor(months / 12);
}

/** Evaluates a formula; `undefined` while an answer it needs is missing. Never throws. */
export function evaluateFormula(
  { sum, product, count, dateDifference, text }: Formula,
  read: ReadAnswer,
  todayIs: string,
  readWords: ReadTexts,
): number | string | undefined {
  if (sum) {
    const numbers = readNumbers(readValues(sum, read));
    return numbers.length === 0
      ? undefined
      : roundTo(numbers.reduce((total, number) => total + number, 0));
  }
  if (product) {
    const numbers = readNumbers(readValues(product, read));
    return numbers.length < product.length
      ? undefined
      : roundTo(numbers.reduce((total, number) => total * number, 1));
  }
  if (count) {
    const counted = read(count);
    return Array.isArray(counted) ? counted.length : 0;
  }
  if (dateDifference) {
    const readDay = (reference: string) => (reference === today ? todayIs : read(reference));
    return countWholeUnits(
      readDay(dateDifference.from),
      readDay(dateDifference.to),
      dateDifference.unit,
    );
  }
  if (text === undefined) return undefined;
  const words = new Map(
    listReferences({ text }).map((reference) => [reference, readWords(reference).join(', ')]),
  );
  return [...words.values()].every((word) => word === '') && words.size > 0
    ? undefined
    : text.replace(placeholders, (_, reference: string) => words.get(reference) ?? '').trim();
}

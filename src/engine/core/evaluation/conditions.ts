import type { Comparison, Condition } from '#schemas/forms/conditions.ts';
import { isBlank } from '../values/isBlank.ts';

/** Answers by element id, as the widgets emitted them. */
export type Answers = Readonly<Record<string, unknown>>;

/**
 * Reads an answer by element id, or with `group.element` the answers in every row of the group.
 * Returns `undefined` for a hidden or unanswered element.
 */
export type ReadAnswer = (reference: string) => unknown;

/** Formats the answers that `ReadAnswer` returns: none, one, or one per row. */
export type ReadTexts = (reference: string) => string[];

/** Reads own properties only, because an element id may be `constructor`. */
export const getAnswer = (answers: Answers, id: string): unknown =>
  Object.hasOwn(answers, id) ? answers[id] : undefined;

const isNoAnswer = (value: unknown): boolean => value === false || isBlank(value);

/** Returns true if a reference names an element of a group from outside the group. */
export const isRowsReference = (reference: string): boolean => reference.includes('.');

const listGivenAnswers = (reference: string, value: unknown): unknown[] =>
  (isRowsReference(reference) && Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (answer) => !isNoAnswer(answer),
  );

/** An unticked box and an empty text are no answers, so comparing with them matches no answer. */
const matchesEqual = (answers: readonly unknown[], wanted: unknown): boolean =>
  wanted === false || wanted === '' ? answers.length === 0 : answers.includes(wanted);

/**
 * Matches a whole answer too: published forms use `contains` for a number or a ticked box in a row.
 */
function matchesContains(answer: unknown, wanted: unknown): boolean {
  if (Array.isArray(answer)) return answer.includes(wanted);
  return (
    answer === wanted ||
    (typeof answer === 'string' && answer.toLowerCase().includes(String(wanted).toLowerCase()))
  );
}

/** Compares numbers as numbers and texts, ISO dates too, by code unit. Mixed kinds never match. */
function isGreater(left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left > right;
  return typeof left === 'string' && typeof right === 'string' && left > right;
}

/** Matches if one of several answers does. `empty: true` matches if there is none at all. */
function evaluateComparison(comparison: Comparison, answers: readonly unknown[]): boolean {
  if ('equals' in comparison) return matchesEqual(answers, comparison.equals);
  if ('in' in comparison) return comparison.in.some((wanted) => matchesEqual(answers, wanted));
  if ('contains' in comparison)
    return answers.some((answer) => matchesContains(answer, comparison.contains));
  if ('empty' in comparison) return (answers.length === 0) === comparison.empty;
  if ('greater' in comparison)
    return answers.some((answer) => isGreater(answer, comparison.greater));
  return answers.some((answer) => isGreater(comparison.less, answer));
}

/**
 * Evaluates a condition on the answers that `read` returns; docs/behaviour/forms.md#conditions has
 * the rules.
 */
export function evaluateCondition(condition: Condition, read: ReadAnswer): boolean {
  if ('all' in condition) return condition.all.every((part) => evaluateCondition(part, read));
  if ('any' in condition) return condition.any.some((part) => evaluateCondition(part, read));
  if ('not' in condition) return !evaluateCondition(condition.not, read);
  return evaluateComparison(
    condition,
    listGivenAnswers(condition.element, read(condition.element)),
  );
}

/** Returns the references a condition reads: ids of elements, or `group.element`. */
export function listSources(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(listSources);
  if ('any' in condition) return condition.any.flatMap(listSources);
  if ('not' in condition) return listSources(condition.not);
  return [condition.element];
}

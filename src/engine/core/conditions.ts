import type { Comparison, Condition } from '#schemas/conditions.ts';
import { isBlank } from './blank.ts';

/** Answers by element id, as the widgets emitted them. */
export type Answers = Readonly<Record<string, unknown>>;

/**
 * Reads the answer that a rule or a formula names: an element's id, or `group.element` for that element's answers in
 * every row of the group. What is hidden or not answered is `undefined`.
 */
export type Read = (reference: string) => unknown;

/** Tells the answers that `Read` reads in words: none, one, or one for every row. */
export type ReadWords = (reference: string) => string[];

/** The value of an own property: an element may be called `constructor`. */
export const answerOf = (answers: Answers, id: string): unknown =>
  Object.hasOwn(answers, id) ? answers[id] : undefined;

const isNoAnswer = (value: unknown): boolean => value === false || isBlank(value);

/** Whether a reference names an element of a group from outside it. */
export const isOfRows = (reference: string): boolean => reference.includes('.');

/** The answers there are to compare: none, one, or from outside a group those of its rows. */
const given = (reference: string, value: unknown): unknown[] =>
  (isOfRows(reference) && Array.isArray(value) ? (value as unknown[]) : [value]).filter(
    (answer) => !isNoAnswer(answer),
  );

/** An unticked box and an empty text are no answers, so a rule that names them means that there is none. */
const equals = (answers: readonly unknown[], wanted: unknown): boolean =>
  wanted === false || wanted === '' ? answers.length === 0 : answers.includes(wanted);

/** What an answer is as a whole, it contains too: forms are published that look for a number or a ticked box of a row in this way. */
function contains(answer: unknown, wanted: unknown): boolean {
  if (Array.isArray(answer)) return answer.includes(wanted);
  return (
    answer === wanted ||
    (typeof answer === 'string' && answer.toLowerCase().includes(String(wanted).toLowerCase()))
  );
}

/** Numbers compare as numbers, texts (and so ISO dates) by code unit; different kinds never compare. */
function isGreater(left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left > right;
  return typeof left === 'string' && typeof right === 'string' && left > right;
}

/** Holds for one of several answers; what asks for no answer, when there is none at all. */
function compare(comparison: Comparison, answers: readonly unknown[]): boolean {
  if ('equals' in comparison) return equals(answers, comparison.equals);
  if ('in' in comparison) return comparison.in.some((wanted) => equals(answers, wanted));
  if ('contains' in comparison)
    return answers.some((answer) => contains(answer, comparison.contains));
  if ('empty' in comparison) return (answers.length === 0) === comparison.empty;
  if ('greater' in comparison)
    return answers.some((answer) => isGreater(answer, comparison.greater));
  return answers.some((answer) => isGreater(comparison.less, answer));
}

/** Whether a rule holds for what `read` answers (decisions.md, Element types: `visibleWhen`). */
export function holds(condition: Condition, read: Read): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, read));
  if ('any' in condition) return condition.any.some((part) => holds(part, read));
  if ('not' in condition) return !holds(condition.not, read);
  return compare(condition, given(condition.element, read(condition.element)));
}

/** What a rule looks at: ids of elements, or `group.element`. */
export function sourcesOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(sourcesOf);
  if ('any' in condition) return condition.any.flatMap(sourcesOf);
  if ('not' in condition) return sourcesOf(condition.not);
  return [condition.element];
}

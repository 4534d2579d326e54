import type { Comparison, Condition } from '#schemas/conditions.ts';

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
export const answerOf = (answers: Answers, id: string): unknown => (Object.hasOwn(answers, id) ? answers[id] : undefined);

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** An unticked box and an empty text are no answers, so a rule that names them means that there is none. */
const equals = (value: unknown, wanted: unknown): boolean => (wanted === false || wanted === '' ? isBlank(value) : value === wanted);

function contains(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(value)) return value.includes(wanted);
  return typeof value === 'string' && value.toLowerCase().includes(String(wanted).toLowerCase());
}

/** Numbers compare as numbers, texts (and so ISO dates) by code unit; different kinds never compare. */
function isGreater(left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left > right;
  return typeof left === 'string' && typeof right === 'string' && left !== '' && left > right;
}

function compare(comparison: Comparison, value: unknown): boolean {
  if ('equals' in comparison) return equals(value, comparison.equals);
  if ('in' in comparison) return comparison.in.some((wanted) => equals(value, wanted));
  if ('contains' in comparison) return contains(value, comparison.contains);
  if ('empty' in comparison) return isBlank(value) === comparison.empty;
  if ('greater' in comparison) return isGreater(value, comparison.greater);
  return isGreater(comparison.less, value);
}

/** Whether a rule holds for what `read` answers (decisions.md, Element types: `visibleWhen`). */
export function holds(condition: Condition, read: Read): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, read));
  if ('any' in condition) return condition.any.some((part) => holds(part, read));
  if ('not' in condition) return !holds(condition.not, read);
  return compare(condition, read(condition.element));
}

/** What a rule looks at: ids of elements, or `group.element`. */
export function sourcesOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(sourcesOf);
  if ('any' in condition) return condition.any.flatMap(sourcesOf);
  if ('not' in condition) return sourcesOf(condition.not);
  return [condition.element];
}

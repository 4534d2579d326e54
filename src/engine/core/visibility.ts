import type { Comparison, Condition } from '#schemas/conditions.ts';
import type { FormElement } from '#schemas/forms.ts';

/** Answers by element id, as the widgets emitted them. */
export type Answers = Readonly<Record<string, unknown>>;

/** The value of an own property: an element may be called `constructor`. */
export const answerOf = (answers: Answers, id: string): unknown => (Object.hasOwn(answers, id) ? answers[id] : undefined);

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

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
  if ('equals' in comparison) return comparison.equals === false ? isBlank(value) : value === comparison.equals;
  if ('in' in comparison) return comparison.in.some((wanted) => wanted === value);
  if ('contains' in comparison) return contains(value, comparison.contains);
  if ('empty' in comparison) return isBlank(value) === comparison.empty;
  if ('greater' in comparison) return isGreater(value, comparison.greater);
  return isGreater(comparison.less, value);
}

/** Whether a rule holds for the given answers (decisions.md, Element types: `visibleWhen`). */
export function holds(condition: Condition, answers: Answers): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, answers));
  if ('any' in condition) return condition.any.some((part) => holds(part, answers));
  if ('not' in condition) return !holds(condition.not, answers);
  return compare(condition, answerOf(answers, condition.element));
}

/** Ids of the elements a rule looks at. */
export function sourcesOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(sourcesOf);
  if ('any' in condition) return condition.any.flatMap(sourcesOf);
  if ('not' in condition) return sourcesOf(condition.not);
  return [condition.element];
}

/**
 * Ids of the elements that are shown. Elements are decided in order, and a hidden element counts as unanswered for the
 * rules after it: what cannot be seen cannot decide. Rules look only at earlier elements, so one pass is enough.
 */
export function visibleIds(elements: readonly FormElement[], answers: Answers): ReadonlySet<string> {
  const visible = new Set<string>();
  const seen: Record<string, unknown> = {};
  for (const element of elements) {
    if (element.visibleWhen && !holds(element.visibleWhen, seen)) continue;
    visible.add(element.id);
    if (Object.hasOwn(answers, element.id)) seen[element.id] = answers[element.id];
  }
  return visible;
}

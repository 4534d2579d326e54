import { childrenOf, type FormPage } from '#schemas/forms.ts';
import { partsOf, type Address } from './address.ts';
import type { Answers } from './conditions.ts';
import {
  hasAnswer,
  isAsked,
  isEmptyAnswer,
  type AnswerProblem,
  type CheckContext,
} from './element.ts';
import { evaluateForm, isRow, rowsIn, type FormState, type Placed } from './evaluateForm.ts';
import type { Registry } from './registry.ts';

/** One finding of a compiled validator, as ajv reports it. */
export type SchemaError = {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
};

/** The form's compiled validators: what they find in the answer of one element, [] when it fits. */
export type CompiledCheck = (elementId: string, value: unknown) => readonly SchemaError[];

export type AnswerError = AnswerProblem & {
  address: Address;
  /** JSON pointer into the answers, e.g. /photos/0/name */
  pointer: string;
};

export type ValidationResult = {
  /** What may be stored: answers of shown elements, empties left out, in form order. */
  answers: Record<string, unknown>;
  /** What these answers show, require and compute. */
  state: FormState;
  /** In form order, at most one per element. */
  errors: AnswerError[];
};

const requiredRule = 'required';

function paramsOf(error: SchemaError): Record<string, string | number> {
  const usable = Object.entries(error.params).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  return Object.fromEntries(usable) as Record<string, string | number>;
}

/** Findings on an object as a whole name the property in their params. */
function pointerOf({ instancePath, params }: SchemaError): string {
  const named = params['additionalProperty'];
  return typeof named === 'string' ? `${instancePath}/${named}` : instancePath;
}

/** Whether an element has no answer, as its type counts: what is required must not be so. */
export const isEmpty = ({ elementType, value }: Placed): boolean =>
  isEmptyAnswer(elementType, value);

/** Answers that count: shown and not empty, a group's as a list of its rows. Everything else is neither checked nor stored. */
export function answersThatCount({ shown }: FormState): Record<string, unknown> {
  const counting: Record<string, unknown> = {};
  for (const placed of shown.values()) {
    const { address, elementType, value } = placed;
    const { elementId, group } = partsOf(address);
    if (elementType.rows) {
      const rows = rowsIn(value);
      if (rows.length > 0) counting[elementId] = rows.map(() => ({})); // a row counts, also one in which nothing is asked
    } else if (group) {
      const rows = counting[group.id] as Record<string, unknown>[];
      const row = rows[group.row];
      if (row && hasAnswer(elementType) && !isEmpty(placed)) row[elementId] = value;
    } else if (hasAnswer(elementType) && !isEmpty(placed)) {
      counting[elementId] = value;
    }
  }
  return counting;
}

/** A group's own mistakes: no list, too many rows, a row that is none or holds something nobody asked for. */
function problemOfRows({
  elementType,
  element,
  value,
}: Placed): (AnswerProblem & { below: string }) | undefined {
  if (!Array.isArray(value)) return { rule: 'type', below: '' };
  const { max } = elementType.rows?.(element) ?? { max: 0 };
  if (value.length > max) return { rule: 'maxItems', params: { limit: max }, below: '' };
  const asked = new Set(childrenOf(element).map(({ id }) => id));
  const wrong = value.findIndex(
    (row: unknown) => !isRow(row) || Object.keys(row).some((id) => !asked.has(id)),
  );
  return wrong === -1 ? undefined : { rule: 'type', below: `/${wrong}` };
}

function problemOfValue(
  { elementType, element, value }: Placed,
  compiledCheck: CompiledCheck,
  context: CheckContext,
): (AnswerProblem & { below: string }) | undefined {
  const [found] = compiledCheck(element.id, value);
  if (found)
    return {
      rule: elementType.closerRule?.(value, context) ?? found.keyword,
      params: paramsOf(found),
      below: pointerOf(found),
    };
  const problem = elementType.check?.(value, element, context);
  return problem && { ...problem, below: '' };
}

/**
 * What is wrong with the answer of one element, at a cost that does not grow with the form. A group answers for its rows
 * as a whole, the elements inside it for themselves.
 */
export function validateElement(
  placed: Placed,
  compiledCheck: CompiledCheck,
  context: CheckContext,
): AnswerError | undefined {
  const { address, elementType, isRequired } = placed;
  if (!isAsked(elementType)) return undefined;
  if (isEmpty(placed))
    return isRequired ? { address, pointer: `/${address}`, rule: requiredRule } : undefined;
  const problem = elementType.rows
    ? problemOfRows(placed)
    : problemOfValue(placed, compiledCheck, context);
  if (!problem) return undefined;
  const { below, ...found } = problem;
  return { address, pointer: `/${address}${below}`, ...found };
}

/**
 * Checks answers against a form, the same way in browser and server: visibility, what is required, the compiled schema,
 * then the types' own rules (decisions.md, Forms: Validation). Answers to hidden elements are dropped, never an error.
 */
export function validateAnswers(
  pages: readonly FormPage[],
  registry: Registry,
  answers: Answers,
  compiledCheck: CompiledCheck,
  context: CheckContext,
): ValidationResult {
  const state = evaluateForm(pages, registry, answers, context);
  return {
    answers: answersThatCount(state),
    state,
    errors: [...state.shown.values()].flatMap(
      (placed) => validateElement(placed, compiledCheck, context) ?? [],
    ),
  };
}

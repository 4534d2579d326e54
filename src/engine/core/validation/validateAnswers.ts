import { listChildren, type FormPage } from '#schemas/forms/forms.ts';
import { escapePart, parseAddress, type FieldAddress } from '../fieldAddress.ts';
import type { Answers } from '../evaluation/conditions.ts';
import {
  hasAnswer,
  isAsked,
  isEmptyAnswer,
  type AnswerProblem,
  type CheckContext,
} from '../element.ts';
import {
  evaluateForm,
  isRow,
  readRows,
  type FormState,
  type ShownElement,
} from '../evaluation/evaluateForm.ts';
import type { Registry } from '../registry.ts';

/** One error of a compiled validator, as ajv reports it. */
export type SchemaError = {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
};

/** Runs the compiled validator of one element; returns [] for a valid value. */
export type CompiledCheck = (elementId: string, value: unknown) => readonly SchemaError[];

export type AnswerError = AnswerProblem & {
  address: FieldAddress;
  /** JSON pointer into the answers, e.g. /photos/0/name */
  pointer: string;
};

export type ValidationResult = {
  /** Answers of visible elements in form order, without empty ones. These may be stored. */
  answers: Record<string, unknown>;
  state: FormState;
  /** In form order, at most one per element. */
  errors: AnswerError[];
};

const requiredRule = 'required';

function pickParams(error: SchemaError): Record<string, string | number> {
  const usable = Object.entries(error.params).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  );
  return Object.fromEntries(usable) as Record<string, string | number>;
}

/** An error on a whole object names the property in its params. */
function locateError({ instancePath, params }: SchemaError): string {
  const named = params['additionalProperty'];
  return typeof named === 'string' ? `${instancePath}/${escapePart(named)}` : instancePath;
}

export const isUnanswered = ({ elementType, value }: ShownElement): boolean =>
  isEmptyAnswer(elementType, value);

/**
 * Returns the answers of visible elements, without empty ones; a group's as an array of rows. All
 * others are neither validated nor stored.
 */
export function collectAnswers({ shown }: FormState): Record<string, unknown> {
  const counting: Record<string, unknown> = {};
  for (const placed of shown.values()) {
    const { address, elementType, value } = placed;
    const { elementId, group } = parseAddress(address);
    if (elementType.rows) {
      const rows = readRows(value);
      // a row counts even if none of its elements is asked
      if (rows.length > 0) counting[elementId] = rows.map(() => ({}));
    } else if (group) {
      const rows = counting[group.id] as Record<string, unknown>[];
      const row = rows[group.row];
      if (row && hasAnswer(elementType) && !isUnanswered(placed)) row[elementId] = value;
    } else if (hasAnswer(elementType) && !isUnanswered(placed)) {
      counting[elementId] = value;
    }
  }
  return counting;
}

/** Validates a group itself: an array, not too many rows, rows are objects without unknown keys. */
function validateRows({
  elementType,
  element,
  value,
}: ShownElement): (AnswerProblem & { below: string }) | undefined {
  if (!Array.isArray(value)) return { rule: 'type', below: '' };
  const { max } = elementType.rows?.getRange(element) ?? { max: 0 };
  if (value.length > max) return { rule: 'maxItems', params: { limit: max }, below: '' };
  const asked = new Set(listChildren(element).map(({ id }) => id));
  const wrong = value.findIndex(
    (row: unknown) => !isRow(row) || Object.keys(row).some((id) => !asked.has(id)),
  );
  return wrong === -1 ? undefined : { rule: 'type', below: `/${wrong}` };
}

function validateValue(
  { elementType, element, value }: ShownElement,
  compiledCheck: CompiledCheck,
  context: CheckContext,
): (AnswerProblem & { below: string }) | undefined {
  const [found] = compiledCheck(element.id, value);
  if (found)
    return {
      rule: elementType.refineRule?.(value, context, element) ?? found.keyword,
      params: pickParams(found),
      below: locateError(found),
    };
  const problem = elementType.check?.(value, element, context);
  return problem && { ...problem, below: '' };
}

/**
 * Validates one element; the cost does not grow with the form. Elements inside a group are
 * validated one by one.
 */
export function validateElement(
  placed: ShownElement,
  compiledCheck: CompiledCheck,
  context: CheckContext,
): AnswerError | undefined {
  const { address, elementType, isRequired } = placed;
  if (!isAsked(elementType)) return undefined;
  if (isUnanswered(placed))
    return isRequired ? { address, pointer: `/${address}`, rule: requiredRule } : undefined;
  const problem = elementType.rows
    ? validateRows(placed)
    : validateValue(placed, compiledCheck, context);
  if (!problem) return undefined;
  const { below, ...found } = problem;
  return { address, pointer: `/${address}${below}`, ...found };
}

/**
 * Validates answers against a form, the same in browser and server: visibility, required, compiled
 * schema, then the types' own rules (docs/behaviour/forms.md#validation). Drops answers to hidden
 * elements without an error.
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
    answers: collectAnswers(state),
    state,
    errors: [...state.shown.values()].flatMap(
      (placed) => validateElement(placed, compiledCheck, context) ?? [],
    ),
  };
}

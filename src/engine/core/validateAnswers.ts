import type { FormElement } from '#schemas/forms.ts';
import { isEmptyAnswer, type AnswerProblem, type CheckContext } from './element.ts';
import type { Registry } from './registry.ts';
import { answerOf, visibleIds, type Answers } from './visibility.ts';

/** One finding of a compiled validator, as ajv reports it. */
export type SchemaError = { instancePath: string; keyword: string; params: Record<string, unknown> };

/** The form's compiled validator: [] when the answers fit. */
export type CompiledCheck = (answers: Answers) => readonly SchemaError[];

export type AnswerError = AnswerProblem & {
  elementId: string;
  /** JSON pointer into the answers, e.g. /photos/0/name */
  pointer: string;
};

export type ValidationResult = {
  /** What may be stored: answers of visible elements, empties left out, in form order. */
  answers: Record<string, unknown>;
  /** In form order, at most one per element. */
  errors: AnswerError[];
};

const requiredRule = 'required';

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

function paramsOf(error: SchemaError): Record<string, string | number> {
  const usable = Object.entries(error.params).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return Object.fromEntries(usable) as Record<string, string | number>;
}

/** Which element a finding belongs to; findings on the whole form name it in their params. */
function locate(error: SchemaError): { elementId: string; pointer: string } {
  if (error.instancePath !== '') return { elementId: unescapePointer(error.instancePath.split('/')[1] ?? ''), pointer: error.instancePath };
  const named = error.params['missingProperty'] ?? error.params['additionalProperty'];
  return { elementId: String(named), pointer: `/${String(named)}` };
}

/** Answers that count: visible, asked and not empty. Everything else is neither checked nor stored. */
export function answersThatCount(elements: readonly FormElement[], registry: Registry, answers: Answers): Record<string, unknown> {
  const visible = visibleIds(elements, answers);
  const counting: Record<string, unknown> = {};
  for (const element of elements) {
    const elementType = registry.get(element.type);
    const value = answerOf(answers, element.id);
    if (visible.has(element.id) && elementType?.value && !isEmptyAnswer(elementType, value)) counting[element.id] = value;
  }
  return counting;
}

/**
 * Checks answers against a form, the same way in browser and server: visibility, the compiled schema, then the types'
 * own rules (decisions.md, Forms: Validation). Answers to hidden elements are dropped, never an error.
 */
export function validateAnswers(
  elements: readonly FormElement[],
  registry: Registry,
  answers: Answers,
  compiledCheck: CompiledCheck,
  context: CheckContext,
): ValidationResult {
  const visible = visibleIds(elements, answers);
  const counting = answersThatCount(elements, registry, answers);
  const found = new Map<string, AnswerError>();

  for (const error of compiledCheck(counting)) {
    const { elementId, pointer } = locate(error);
    const isHidden = error.keyword === requiredRule && error.instancePath === '' && !visible.has(elementId);
    if (!isHidden && !found.has(elementId)) found.set(elementId, { elementId, pointer, rule: error.keyword, params: paramsOf(error) });
  }

  for (const element of elements) {
    if (found.has(element.id) || !Object.hasOwn(counting, element.id)) continue;
    const problem = registry.get(element.type)?.check?.(counting[element.id], element, context);
    if (problem) found.set(element.id, { elementId: element.id, pointer: `/${element.id}`, ...problem });
  }

  const errors = elements.flatMap((element) => found.get(element.id) ?? []);
  return { answers: counting, errors };
}

import { localized, type Language } from '#schemas/common.ts';
import type { FormElement } from '#schemas/forms.ts';
import type { AnswerProblem } from './element.ts';
import type { Registry } from './registry.ts';

/** Rules that read alike for every type; the ids stand in `locales/`. */
const commonTexts: Readonly<Record<string, string>> = {
  required: 'RequiredFieldValidation',
  type: 'element.error.type',
  enum: 'element.error.choice',
  minLength: 'element.error.minLength',
  maxLength: 'element.error.maxLength',
  minimum: 'element.error.minimum',
  maximum: 'element.error.maximum',
  minItems: 'element.error.minItems',
  maxItems: 'element.error.maxItems',
};

/** Formats a message of `locales/` by id. */
export type FormatText = (id: string, values: Record<string, string | number>) => string;

/** The sentence shown for a wrong answer: the type's own text for the rule, else the common one. */
export function errorText(element: FormElement, problem: AnswerProblem, registry: Registry, language: Language, format: FormatText): string {
  const id = registry.get(element.type)?.texts?.[problem.rule] ?? commonTexts[problem.rule] ?? 'element.error.invalid';
  return format(id, { ...problem.params, label: element.label ? localized(element.label, language) : element.id });
}

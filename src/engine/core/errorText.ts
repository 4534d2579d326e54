import { localized, type Language } from '#schemas/common.ts';
import { dayInWords } from '#schemas/dates.rules.ts';
import type { FormElement } from '#schemas/forms.ts';
import type { AnswerProblem } from './element.ts';
import { formats } from './formats.ts';
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

/** Days (YYYY-MM-DD) among a text's figures, as the language writes them. */
const withDaysInWords = (params: NonNullable<AnswerProblem['params']>, language: Language) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && formats['date']?.(value) ? dayInWords(value, language) : value,
    ]),
  );

/** The sentence shown for a wrong answer: the author's own, else the type's text for the rule, else the common one. */
export function errorText(
  element: FormElement,
  problem: AnswerProblem,
  registry: Registry,
  language: Language,
  format: FormatText,
): string {
  const elementType = registry.get(element.type);
  const own =
    problem.rule === 'required' && element.requiredText
      ? element.requiredText
      : elementType?.ownText?.(problem.rule, element);
  if (own) return localized(own, language);
  const id =
    elementType?.texts?.[problem.rule] ?? commonTexts[problem.rule] ?? 'element.error.invalid';
  return format(id, {
    ...withDaysInWords(problem.params ?? {}, language),
    label: element.label ? localized(element.label, language) : element.id,
  });
}
